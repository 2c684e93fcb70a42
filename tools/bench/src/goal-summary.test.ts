import { expect, it } from 'vitest'
import { goalSummary } from './goal-summary.js'
import type { Result } from './result.js'

function judged(name: string, goal: number, ratio: { readonly median: number; readonly high?: number }): Result {
  const low = ratio.high === undefined ? {} : { low: 1 }
  return {
    benchmark: 'x12',
    case: name,
    contender: 'ours',
    goals: { 'by hand': goal },
    figure: 10,
    unit: 'µs CPU',
    ratios: { 'by hand': { ...ratio, ...low } },
    rounds: 40,
  }
}

it('counts the goals that are reached, and names the case that exceeds its goal by the largest factor', () => {
  const results = new Map<string, readonly Result[]>([
    ['x12', [judged('10 lines', 1.3, { median: 1.2, high: 1.3 }), judged('a|b', 1.5, { median: 1.6, high: 1.7 })]],
    ['hl7v2', [judged('far', 10, { median: 14, high: 15 }), judged('near', 2, { median: 2.1, high: 2.2 })]],
    ['no bounds', [judged('once', 2, { median: 1.5 })]],
    ['no goals', [{ ...judged('once', 2, { median: 1.5 }), goals: {} }]],
  ])
  expect(goalSummary(results)).toBe(`| benchmark | goals reached | furthest from its goal    |
| --------- | ------------- | ------------------------- |
| x12       | 1 of 2        | a\\|b: 1.6 (1.7), goal 1.5 |
| hl7v2     | 0 of 2        | far: 14 (15), goal 10     |
| no bounds | 0 of 1        |                           |
`)
})
