import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TrialKey } from '../results/trial-result.js'
import { TrialQueue } from './trial-queue.js'

function makeKeys(count: number): readonly TrialKey[] {
  return Array.from({ length: count }, (_, index) => ({ agent: 'a', task: 't', trial: index + 1 }))
}

/** Works through a queue as a run does, and returns the trials in order and the maximum number of concurrent ones. */
async function workThrough(queue: TrialQueue, workers: number, change: (taken: number) => void = () => undefined) {
  const taken: number[] = []
  let atWork = 0
  let most = 0
  async function work(): Promise<void> {
    for (let key = await queue.take(); key !== undefined; key = await queue.take()) {
      taken.push(key.trial)
      most = Math.max(most, ++atWork)
      change(taken.length)
      await Promise.resolve()
      atWork--
      queue.release()
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return { taken, most }
}

it('returns each trial once, in order, and never exceeds its limit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(30), fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 8 }), async (...draw) => {
      const [count, limit, workers] = draw
      const { taken, most } = await workThrough(new TrialQueue(makeKeys(count), limit), workers)
      expect(taken).toEqual(makeKeys(count).map(({ trial }) => trial))
      expect(most).toBeLessThanOrEqual(Math.min(limit, workers))
    }),
  )
})

it('follows changes of the limit, and starts no trial while it is 0', async () => {
  const queue = new TrialQueue(makeKeys(6), 1)
  const first = await queue.take()
  queue.setLimit(0)
  queue.release()
  let begun = false
  const second = queue.take().then((key) => {
    begun = true
    return key
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect([first?.trial, begun]).toEqual([1, false])
  queue.setLimit(3)
  expect((await second)?.trial).toBe(2)
  const { most, taken } = await workThrough(queue, 5, (count) => count === 4 && queue.release())
  expect([most, taken]).toEqual([2, [3, 4, 5, 6]])
})

it('ends all waits when it is closed, and says whether trials are left', async () => {
  const queue = new TrialQueue(makeKeys(2), 1)
  await queue.take()
  const waiting = queue.take()
  queue.close()
  expect([await waiting, queue.hasMore]).toEqual([undefined, true])
})

it('returns a trial that is added while the last one is running, once', async () => {
  const [key] = makeKeys(1)
  const queue = new TrialQueue([], 1)
  if (key === undefined) throw new Error('There is a key.')
  queue.add(key)
  queue.add(key)
  const { taken } = await workThrough(queue, 2, (count) => count === 1 && queue.add({ ...key, trial: 7 }))
  expect(taken).toEqual([1, 7])
})
