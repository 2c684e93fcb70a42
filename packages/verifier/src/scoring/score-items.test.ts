import { describe, expect, it } from 'vitest'
import { countBroken, countedRuns } from './broken-criteria.js'
import { scoreItems } from './score-items.js'
import type { ScoredCriterion } from './score-task.js'
import type { CriterionRun, VerifyOptions } from './verification.js'

function criterion(score: number, item?: string, more: Partial<ScoredCriterion> = {}): ScoredCriterion {
  return {
    score,
    weight: 1,
    axis: '__default__',
    guard: false,
    outcome: score === 1 ? 'passed' : 'failed',
    ...(item !== undefined && { item }),
    ...more,
  }
}

const options: VerifyOptions = {
  items: [{ key: 'a', due: '2026-03-02T12:00:00Z' }, { key: 'b' }, { key: 'c', due: '2026-03-05T12:00:00Z' }],
  ends_at: '2026-03-02T17:00:00Z',
}
const done = [criterion(1, 'a'), criterion(1, 'b')]

describe('scoreItems', () => {
  it('is the mean of the items that are due, by their own criteria [items.scored, items.mean, items.not-due]', () => {
    const half = [criterion(1, 'a'), criterion(0, 'a'), criterion(0, 'a'), criterion(1, 'b')]
    expect(scoreItems(half, options)).toMatchObject({
      score: (1 / 3 + 1) / 2,
      verdict: 'partial',
      items: {
        a: { verdict: 'partial', score: 1 / 3, due: true },
        b: { verdict: 'pass', score: 1, due: true },
        c: { verdict: 'fail', score: 0, due: false },
      },
      axes: { __default__: { score: 0.5, weight: 4 } },
    })
    expect(scoreItems(half, { ...options, ends_at: null }).score).toBe((1 / 3 + 1) / 3)
  })

  it('limits the score of an item by its major criteria, and that of the task by its own', () => {
    const major = { guard: true, weight: 0 }
    expect(scoreItems([...done, criterion(0, 'a', major)], options)).toMatchObject({ score: 0.75, cappedBy: [2] })
    expect(scoreItems([...done, criterion(0, undefined, major)], options)).toMatchObject({ score: 0.5, raw_score: 1 })
    expect(scoreItems([...done, criterion(0, 'c', major)], options)).toMatchObject({ verdict: 'pass', cappedBy: [] })
  })

  it('scores 0 for critical harm in an item that is not due [items.critical]', () => {
    const harm = criterion(0, 'c', { guard: true, severity: 'critical' })
    expect(scoreItems([...done, harm], options)).toMatchObject({
      score: 0,
      raw_score: 1,
      verdict: 'fail',
      cappedBy: [2],
      items: { a: { verdict: 'pass', score: 1 } },
    })
  })

  it('passes only if each criterion of the whole task passes, and something is due [items.pass]', () => {
    expect(scoreItems(done, options).verdict).toBe('pass')
    expect(scoreItems([...done, criterion(0.95)], options)).toMatchObject({ score: 1, verdict: 'partial' })
    const undecided = criterion(0, undefined, { outcome: 'undecided' })
    expect(scoreItems([...done, undecided], options)).toMatchObject({ score: 1, verdict: 'partial' })
    expect(
      scoreItems(done, {
        ...options,
        ends_at: '2026-03-01T00:00:00Z',
        items: [
          { key: 'a', due: '2026-03-02T00:00:00Z' },
          { key: 'b', due: '2026-03-02T00:00:00Z' },
        ],
      }),
    ).toMatchObject({ score: 0, verdict: 'fail' })
  })

  it('counts guards of the whole task as much as the items', () => {
    const guard = criterion(1, undefined, { guard: true, axis: 'safety' })
    expect(scoreItems([criterion(1, 'a'), criterion(0, 'b'), guard], options)).toMatchObject({
      score: 0.5,
      axes: { safety: { score: 0.5 } },
    })
    const idle = [criterion(0.5, 'a', { initialScore: 0.5 }), criterion(0, 'b', { initialScore: 0 }), guard]
    expect(scoreItems(idle, options)).toMatchObject({ score: 0, axes: { safety: { score: 0 } } })
  })

  it('rejects keys that are declared twice or not at all, and times that cannot be read', () => {
    expect(() => scoreItems(done, { items: [{ key: 'a' }, { key: 'b' }, { key: 'a' }] })).toThrow('got "a" twice')
    expect(() => scoreItems(done, { items: [{ key: 'a' }] })).toThrow(
      'Expected criteria[1].item to be one of a; got "b".',
    )
    expect(() => scoreItems(done)).toThrow('to be absent, since the task has no items; got "a".')
    expect(() => scoreItems(done, { ...options, ends_at: 'at five' })).toThrow('Expected ends_at to be a time')
  })
})

describe('countedRuns', () => {
  it('omits criteria of items that are not due, except critical ones', () => {
    const run = (item: string | undefined, severity: CriterionRun['severity']) => ({
      ...criterion(0, item),
      outcome: 'failed' as const,
      guard: true,
      severity,
      evidence: null,
    })
    const runs = [run('a', 'major'), run('c', 'major'), run('c', 'critical'), run(undefined, 'minor')]
    const { items } = scoreItems(runs, options)
    expect(countBroken(countedRuns(runs, items)).failures).toEqual({ critical: 1, major: 1, minor: 1 })
    expect(countedRuns(runs, undefined)).toBe(runs)
  })
})
