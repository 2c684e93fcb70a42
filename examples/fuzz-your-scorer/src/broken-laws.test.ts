import type { Scorer } from '@carebench/arbitraries'
import { scoringLaws } from '@carebench/arbitraries'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findBrokenLaws } from './broken-laws.js'
import { exactMean } from './exact-mean.js'
import { usualMean } from './weighted-mean.js'

describe('the laws of scoring', () => {
  // This is the whole test that you need for a scorer of your own.
  it.each(scoringLaws.map((law) => [law.name, law] as const))('%s: holds for the exact mean', (_, law) => {
    fc.assert(law.property(exactMean))
  })

  it('are broken by the usual mean, with the same counterexamples each time', () => {
    const broken = findBrokenLaws(usualMean)
    expect(broken.map(({ law }) => law)).toContain('scale-free')
    expect(broken.length).toBeGreaterThan(2)
    for (const { example } of broken) expect(example).not.toBe('')
    expect(findBrokenLaws(usualMean)).toEqual(broken)
  })

  it.each<[string, Scorer]>([
    ['returns the highest score', (items) => Math.max(0, ...items.map(({ score }) => score))],
    [
      'ignores the weights',
      (items) => (items.length === 0 ? 0 : items.reduce((sum, { score }) => sum + score, 0) / items.length),
    ],
    ['always returns 1', () => 1],
    ['rounds to two digits', (items) => Math.round(exactMean(items) * 100) / 100],
  ])('are broken by a scorer that %s', (_, scorer) => {
    expect(findBrokenLaws(scorer)).not.toEqual([])
  })
})

describe('the exact mean', () => {
  it('returns the weighted mean, and 0 if all weights are 0', () => {
    expect(exactMean([])).toBe(0)
    expect(
      exactMean([
        { score: 1, weight: 1 },
        { score: 0, weight: 3 },
      ]),
    ).toBe(0.25)
    expect(exactMean([{ score: 0.1, weight: 1 }])).toBe(0.1)
    expect(exactMean([{ score: 1, weight: 0 }])).toBe(0)
  })
})
