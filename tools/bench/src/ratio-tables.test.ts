import { describe, expect, it } from 'vitest'
import { ratioTables } from './ratio-tables.js'
import type { Ratio, Result } from './result.js'

const one = { median: 1, low: 1, high: 1 }

function result(name: string, contender: string, figure: number, ratio: Ratio, more: Partial<Result> = {}): Result {
  const about = { benchmark: 'x12', case: name, contender, figure, unit: 'µs CPU', rounds: 40 }
  return { ...about, ratios: { hand: ratio }, ...more }
}

function bounds(median: number, high: number): Ratio {
  return { median, low: median, high }
}

const byHand = (name: string, more: Partial<Result> = {}) =>
  result(name, 'by hand', 10, one, { floor: 'hand', ...more })
const own = (name: string, ratio: Ratio, goal: number, more: Partial<Result> = {}) =>
  result(name, 'ours', 12.34, ratio, { goals: { hand: goal }, ...more })

describe('a table of ratios', () => {
  it('marks whether goals are reached, and has a goal in the head of its column', () => {
    const results = [
      ...[byHand('10 lines'), own('10 lines', bounds(1.2, 1.3), 1.3)],
      ...[byHand('20 lines'), own('20 lines', bounds(1.2, 1.31), 1.3)],
      ...[byHand('30 lines'), own('30 lines', { median: 1.1 }, 1.3)],
    ]
    expect(ratioTables(results)).toBe(`| µs CPU · to hand | by hand | ours, goal 1.3      |
| ---------------- | ------- | ------------------- |
| 10 lines         | 10      | 12.3 · 1.2 (1.3) ✓  |
| 20 lines         | 10      | 12.3 · 1.2 (1.31) ✗ |
| 30 lines         | 10      | 12.3 · 1.1 ?        |

Goals reached: 1 of 3.
`)
  })

  it('has a column of goals if they differ by row', () => {
    const results = [
      ...[byHand('read'), own('read', bounds(1.2, 1.4), 1.3)],
      ...[byHand('write'), own('write', bounds(1.2, 1.4), 1.5)],
    ]
    expect(ratioTables(results)).toBe(`| µs CPU · to hand | by hand | ours               | goal |
| ---------------- | ------- | ------------------ | ---- |
| read             | 10      | 12.3 · 1.2 (1.4) ✗ | 1.3  |
| write            | 10      | 12.3 · 1.2 (1.4) ✓ | 1.5  |

Goals reached: 1 of 2.
`)
  })

  it('has a row for each contender if there are fewer cases than contenders', () => {
    const peer = (name: string) => result(name, 'peer|', 30, bounds(3, 3.5))
    const results = [
      ...[byHand('read'), own('read', bounds(1.2, 1.4), 1.3), peer('read')],
      ...[byHand('write'), own('write', bounds(1.2, 1.4), 1.5)],
    ]
    expect(ratioTables(results)).toBe(`| µs CPU · to hand | read, goal 1.3     | write, goal 1.5    |
| ---------------- | ------------------ | ------------------ |
| by hand          | 10                 | 10                 |
| ours             | 12.3 · 1.2 (1.4) ✗ | 12.3 · 1.2 (1.4) ✓ |
| peer\\|           | 30 · 3 (3.5)       |                    |

Goals reached: 1 of 2.
`)
  })

  it('has a column for each floor if there is only one case', () => {
    const ratios = (hand: Ratio, peer: Ratio) => ({ ratios: { hand, peer } })
    const results = [
      byHand('a call', ratios(one, bounds(0.5, 0.6))),
      own('a call', one, 1.3, ratios(bounds(1.2, 1.25), bounds(0.6, 0.7))),
      result('a call', 'peer', 20, one, { floor: 'peer', goals: { peer: 2 }, ...ratios(bounds(2, 2.1), one) }),
    ]
    expect(ratioTables(results)).toBe(`| a call  | µs CPU | to hand, goal 1.3 | to peer, goal 2 |
| ------- | ------ | ----------------- | --------------- |
| by hand | 10     | 1                 | 0.5 (0.6)       |
| ours    | 12.3   | 1.2 (1.25) ✓      | 0.6 (0.7)       |
| peer    | 20     | 2 (2.1)           | 1 ✓             |

Goals reached: 2 of 2.
`)
  })

  it('has a column for each size if a case has several', () => {
    const sized = (size: string, goal: number) => [
      byHand('token', { size }),
      own('token', bounds(1.2, 2.5), goal, { size }),
      result('token', 'fork', 30, bounds(3, 3.5), { size }),
    ]
    expect(
      ratioTables([...sized('10 rows', 3), ...sized('20 rows', 2)]),
    ).toBe(`| ours: µs CPU · to hand | 10 rows, goal 3    | 20 rows, goal 2    |
| ---------------------- | ------------------ | ------------------ |
| token                  | 12.3 · 1.2 (2.5) ✓ | 12.3 · 1.2 (2.5) ✗ |

Goals reached: 1 of 2.

| fork: µs CPU · to hand | 10 rows      | 20 rows      |
| ---------------------- | ------------ | ------------ |
| token                  | 30 · 3 (3.5) | 30 · 3 (3.5) |
`)
  })

  it('shows the fastest contender of a floor, and only floors that have goals', () => {
    const ratios = { hand: bounds(2, 2), other: bounds(3, 3) }
    const ofCase = (name: string) => [
      result(name, 'scan', 10, one, { floor: 'hand' }),
      result(name, 'join', 9, one, { floor: 'hand' }),
      result(name, 'results', 5, one, { floor: 'other', ratios: { hand: bounds(0.5, 0.6), other: one } }),
      own(name, one, 2, { ratios }),
    ]
    expect(
      ratioTables([...ofCase('a'), ...ofCase('b'), ...ofCase('c')]),
    ).toBe(`| µs CPU · to hand | hand | results       | ours, goal 2   |
| ---------------- | ---- | ------------- | -------------- |
| a                | 9    | 5 · 0.5 (0.6) | 12.3 · 2 (2) ✓ |
| b                | 9    | 5 · 0.5 (0.6) | 12.3 · 2 (2) ✓ |
| c                | 9    | 5 · 0.5 (0.6) | 12.3 · 2 (2) ✓ |

Goals reached: 3 of 3.
`)
  })

  it('throws if goals differ both by row and by column', () => {
    const peer = (name: string, goal: number) => result(name, 'peer', 10, one, { goals: { hand: goal } })
    const results = [
      ...[byHand('a'), own('a', one, 1), peer('a', 2)],
      ...[byHand('b'), own('b', one, 3), peer('b', 4)],
      ...[byHand('c'), own('c', one, 3), peer('c', 4)],
    ]
    expect(() => ratioTables(results)).toThrow('The goals of "µs CPU · to hand" must be the same in each column, or in')
  })
})
