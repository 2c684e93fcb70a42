import { describe, expect, it } from 'vitest'
import { makeResult } from '../../testing/make-results.js'
import { compareItems, summarizeItems } from './item-summary.js'
import type { ItemResult, TrialResult } from './trial-result.js'

const nothing = { critical: 0, major: 0, minor: 0 }
const passed: ItemResult = { verdict: 'pass', score: 1, due: true, broken: nothing, left_undone: nothing }
const undone: ItemResult = {
  ...{ verdict: 'fail', score: 0, due: true },
  ...{ broken: { ...nothing, critical: 1 }, left_undone: { ...nothing, critical: 1 } },
}
const wrong: ItemResult = {
  ...{ verdict: 'partial', score: 0.5, due: true },
  ...{ broken: { ...nothing, major: 2 }, left_undone: { ...nothing, major: 1 } },
}

function day(task: string, items: readonly ItemResult[], trial = 1): TrialResult {
  const named = Object.fromEntries(items.map((item, index) => [`w${index + 1}`, item]))
  return makeResult({ agent: 'mine', task, trial, result: { verdict: 'fail', score: 0, items: named } })
}

describe('summarizeItems', () => {
  it('counts what passed, was left undone, was done wrong and was critical, by size and family', () => {
    const families = { 'day-8-1': { w1: 'refill', w2: 'claim' }, 'day-16-2': { w1: 'claim' } }
    const trials = [day('day-16-2', [passed, wrong]), day('day-8-1', [passed, undone, { ...undone, due: false }])]
    const summary = summarizeItems(trials, families)
    expect(summary).toMatchObject({ due: 4, passed: 2, left_undone: 1, by_act: 1, critical: 1, tasks: 2 })
    expect(summary?.sizes.map(({ name, due, critical }) => [name, due, critical])).toEqual([
      ['day-8', 2, 1],
      ['day-16', 2, 0],
    ])
    expect(summary?.families.map(({ name, due, passed: count }) => [name, due, count])).toEqual([
      ['claim', 2, 1],
      ['refill', 1, 1],
    ])
  })

  it('counts each day as one cluster, however many items and trials it has', () => {
    const width = (trials: readonly TrialResult[]) => {
      const { low = 0, high = 1 } = summarizeItems(trials)?.pass_rate ?? {}
      return high - low
    }
    const good = Array.from({ length: 8 }, () => passed)
    const bad = Array.from({ length: 8 }, () => undone)
    const few = [day('day-8-1', good), day('day-8-2', bad), day('day-8-3', good)]
    const repeated = few.flatMap((result) => [1, 2, 3].map((trial) => ({ ...result, key: { ...result.key, trial } })))
    expect(width(repeated)).toBeCloseTo(width(few), 12)
    const mixed = few.map(({ key }) => day(key.task, [...good.slice(3), ...bad.slice(5)]))
    expect(width(mixed)).toBeLessThan(width(few))
  })

  it('does not guess what was broken, and returns nothing for tasks without items', () => {
    const { broken: _, left_undone: __, ...unknown } = wrong
    expect(summarizeItems([day('day-8-1', [passed, unknown])])).toMatchObject({
      ...{ due: 2, passed: 1 },
      ...{ left_undone: null, by_act: null, critical: null },
    })
    expect(summarizeItems([makeResult({ agent: 'mine', task: 'refill-1', trial: 1 })])).toBeUndefined()
  })
})

describe('compareItems', () => {
  it('pairs the items that both agents had, with days as clusters', () => {
    const after = [day('day-8-1', [passed, passed]), day('day-8-2', [passed, passed])]
    const before = [day('day-8-1', [passed, undone]), day('day-8-3', [undone, undone])]
    // Only the day that both have counts: one of its two items is better.
    expect(compareItems(after, before)).toMatchObject({ value: 0.5, p_value: 1 })
    expect(compareItems(after, [day('day-8-3', [passed])])).toBeNull()
  })
})
