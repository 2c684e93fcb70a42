import { createManualClock } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { letOthersWork, Stretches } from './let-others-work.js'

/** Whether others that were already waiting got their turn during the steps. */
async function letsOthersWork(steps: number, millisecondsEach: number): Promise<boolean> {
  const clock = createManualClock()
  const stretches = new Stretches(clock)
  let worked = false
  void letOthersWork().then(() => {
    worked = true
  })
  for (let step = 0; step < steps; step++) {
    clock.advance(millisecondsEach)
    await stretches.step()
  }
  return worked
}

it('pauses after a long stretch or many steps, and not after every step', async () => {
  expect(await letsOthersWork(24, 0)).toBe(false)
  expect(await letsOthersWork(25, 0)).toBe(true)
  expect(await letsOthersWork(2, 4)).toBe(false)
  expect(await letsOthersWork(3, 4)).toBe(true)
})

it('continues one piece of long work in each turn of the event loop, in order', async () => {
  const order: string[] = []
  const work = async (name: string) => {
    for (let part = 0; part < 2; part++) {
      await letOthersWork()
      order.push(name)
    }
  }
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
  const all = Promise.all([work('a'), work('b'), work('c')])
  const lengths: number[] = []
  while (order.length < 6) {
    await turn()
    lengths.push(order.length)
  }
  await all
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
  expect(lengths.every((length, index) => length - (lengths[index - 1] ?? 0) <= 1)).toBe(true)
})
