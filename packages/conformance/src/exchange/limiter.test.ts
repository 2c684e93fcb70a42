import { expect, it } from 'vitest'
import { createLimiter } from './limiter.js'

function clock() {
  let time = 0
  return {
    now: () => time,
    sleep: async (milliseconds: number) => {
      time += milliseconds
    },
  }
}

it('limits concurrent requests', async () => {
  const limiter = createLimiter({ inFlight: 2, perSecond: Number.POSITIVE_INFINITY, ...clock() })
  let running = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 9 }, () =>
      limiter.run(async () => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 1))
        running--
      }),
    ),
  )
  expect([most, running]).toEqual([2, 0])
})

it('limits the rate, also after a failure', async () => {
  const time = clock()
  const limiter = createLimiter({ inFlight: 1, perSecond: 10, ...time })
  await expect(limiter.run(() => Promise.reject(new Error('x')))).rejects.toThrow('x')
  for (let count = 0; count < 10; count++) await limiter.run(async () => undefined)
  expect(time.now()).toBe(1000)
})

it('rejects limits that permit no requests', () => {
  for (const bounds of [
    { inFlight: 0, perSecond: 1 },
    { inFlight: 1, perSecond: 0 },
    { inFlight: 1.5, perSecond: 1 },
  ]) {
    expect(() => createLimiter({ ...bounds, ...clock() })).toThrow(RangeError)
  }
})
