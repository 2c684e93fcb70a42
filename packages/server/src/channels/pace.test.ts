import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Pace } from './pace.js'

it('lets a burst through, and then a fixed number per second', () => {
  let now = 0
  const pace = new Pace(10, 3, () => now)
  expect([1, 2, 3, 4, 5].map(() => pace.take())).toEqual([0, 0, 0, 100, 200])
  now = 10_000
  expect([1, 2, 3, 4].map(() => pace.take())).toEqual([0, 0, 0, 100])
})

it('never gives more turns than the burst and the rate allow', () => {
  const pauses = fc.array(fc.nat(300), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(pauses, (between) => {
      let now = 0
      const pace = new Pace(20, 4, () => now)
      const turns = between.map((pause) => {
        now += pause
        return now + pace.take()
      })
      for (const [index, from] of turns.entries()) {
        const within = turns.slice(index).filter((turn) => turn < from + 1000)
        expect(within.length).toBeLessThanOrEqual(24)
      }
    }),
  )
})
