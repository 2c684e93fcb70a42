import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mcNemar } from './mc-nemar.js'
import { type TaskEvents, testWithinTasks } from './within-tasks.js'

function task(a: number, m: number, b: number, n: number): TaskEvents {
  return { first: { events: a, trials: m }, second: { events: b, trials: n } }
}

it('is Fisher’s exact test for one task', () => {
  // One of C(6, 3) divisions has no event in the first three trials.
  expect(testWithinTasks([task(0, 3, 3, 3)]).fewer).toBeCloseTo(1 / 20, 12)
  expect(testWithinTasks([task(0, 5, 5, 5)]).fewer).toBeCloseTo(1 / 252, 12)
  // Four cups of tea: 17 of 70 divisions have three or four right.
  expect(testWithinTasks([task(3, 4, 1, 4)]).more).toBeCloseTo(17 / 70, 12)
})

it('returns 1 if nothing differs, and rejects numbers that are not counts', () => {
  expect(testWithinTasks([])).toEqual({ fewer: 1, more: 1 })
  expect(testWithinTasks([task(2, 2, 3, 3), task(0, 2, 0, 1), task(1, 2, 0, 0)])).toEqual({ fewer: 1, more: 1 })
  expect(() => testWithinTasks([task(3, 2, 0, 2)])).toThrow('got 3 in 2 trials')
})

it('is half of McNemar’s test for one trial of each agent', () => {
  const flips = fc.nat({ max: 30 })
  fc.assert(
    fc.property(flips, flips, fc.nat({ max: 5 }), (lost, won, alike) => {
      fc.pre(lost > won)
      const repeat = (count: number, one: TaskEvents) => Array.from({ length: count }, () => one)
      const tasks = [
        ...repeat(lost, task(0, 1, 1, 1)),
        ...repeat(won, task(1, 1, 0, 1)),
        ...repeat(alike, task(1, 1, 1, 1)),
      ]
      expect(testWithinTasks(tasks).fewer).toBeCloseTo(mcNemar(won, lost) / 2, 10)
    }),
  )
})

it('agrees with counting all divisions one by one, whichever agent is the first', () => {
  const trials = fc.array(fc.boolean(), { maxLength: 4 })
  const drawn = fc.array(fc.record({ first: trials, second: trials }), { minLength: 1, maxLength: 2 })
  fc.assert(
    fc.property(drawn, (tasks) => {
      const counts = tasks.map(({ first, second }) =>
        task(first.filter(Boolean).length, first.length, second.filter(Boolean).length, second.length),
      )
      // The numbers of events of the first agent in every division of the events of a task among its trials.
      const divisions = tasks.map(({ first, second }) => {
        const all = first.length + second.length
        const events = [...first, ...second].filter(Boolean).length
        return Array.from({ length: 2 ** all }, (_, bits) => bits)
          .filter((bits) => ones(bits) === events)
          .map((bits) => ones(bits & (2 ** first.length - 1)))
      })
      const sums = divisions.reduce((so, next) => so.flatMap((sum) => next.map((count) => sum + count)), [0])
      const observed = counts.reduce((sum, { first }) => sum + first.events, 0)
      const share = (holds: (sum: number) => boolean) => sums.filter(holds).length / sums.length
      const { fewer, more } = testWithinTasks(counts)
      expect(fewer).toBeCloseTo(
        share((sum) => sum <= observed),
        10,
      )
      expect(more).toBeCloseTo(
        share((sum) => sum >= observed),
        10,
      )
      const swapped = testWithinTasks(counts.map(({ first, second }) => ({ first: second, second: first })))
      expect(swapped.more).toBeCloseTo(fewer, 10)
    }),
  )
})

function ones(bits: number): number {
  return bits.toString(2).replaceAll('0', '').length
}
