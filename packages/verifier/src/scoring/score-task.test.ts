import { describe, expect, it } from 'vitest'
import { type ScoredCriterion, scoreTask } from './score-task.js'

function criterion(score: number, more: Partial<ScoredCriterion> = {}): ScoredCriterion {
  return {
    score,
    weight: 1,
    axis: '__default__',
    guard: false,
    outcome: score === 1 ? 'passed' : 'failed',
    ...more,
  }
}

describe('scoreTask', () => {
  it('passes from the threshold, with a tolerance of 1e-9 \
[scoring.verdict-pass, scoring.verdict-fail, scoring.verdict-partial]', () => {
    expect(scoreTask([criterion(0.9)]).verdict).toBe('pass')
    expect(scoreTask([criterion(0.9 - 5e-10)]).verdict).toBe('pass')
    expect(scoreTask([criterion(0.9 - 2e-9)]).verdict).toBe('partial')
    expect(scoreTask([criterion(0.5)], { pass_threshold: 0.5 }).verdict).toBe('pass')
    expect(scoreTask([criterion(0)], { pass_threshold: 1e-10 }).verdict).toBe('fail')
  })

  it('weighs axes by their criteria, or by axis_weights [scoring.axes, scoring.axis-weights]', () => {
    const criteria = [criterion(1, { axis: 'a', weight: 3 }), criterion(0, { axis: 'b' }), criterion(1, { axis: 'b' })]
    expect(scoreTask(criteria)).toMatchObject({
      score: 0.8,
      axes: { a: { score: 1, weight: 3 }, b: { score: 0.5, weight: 2 } },
    })
    expect(scoreTask(criteria, { axis_weights: { b: 6 } })).toMatchObject({
      score: 6 / 9,
      axes: { b: { score: 0.5, weight: 6 } },
    })
    expect(scoreTask(criteria, { axis_weights: { a: 0, b: 0 } })).toMatchObject({ score: 0, verdict: 'fail' })
    expect(scoreTask([criterion(1, { axis: 'constructor' })], { axis_weights: { x: 1 } })).toMatchObject({ score: 1 })
  })

  it('rejects weights and scores that no mean can have', () => {
    for (const weight of [Number.NaN, -1, Number.POSITIVE_INFINITY]) {
      const given = () => scoreTask([criterion(1), criterion(1, { weight })])
      expect(given).toThrow(RangeError)
      expect(given).toThrow(`Expected criteria[1].weight to be a finite number of at least 0, got ${weight}.`)
    }
    for (const score of [Number.NaN, -0.1, 1.1]) {
      expect(() => scoreTask([criterion(score)])).toThrow(`Expected criteria[0].score to be from 0 to 1, got ${score}.`)
    }
  })

  it('counts guards only once another criterion has gained', () => {
    const guard = criterion(1, { guard: true, axis: 'safety' })
    expect(scoreTask([guard])).toMatchObject({ score: 0, verdict: 'fail' })
    expect(scoreTask([guard, criterion(0.5, { initialScore: 0.5 })])).toMatchObject({
      score: 0,
      axes: { safety: { score: 0 } },
    })
    expect(scoreTask([guard, criterion(1, { weight: 0 })])).toMatchObject({ score: 0 })
    expect(scoreTask([guard, criterion(0.5, { initialScore: 0.25 })])).toMatchObject({
      score: 0.5,
      axes: { safety: { score: 0.5 } },
    })
  })

  it('scores nothing for criteria that held from the start, with or without guards', () => {
    const held = criterion(0.5, { initialScore: 0.5 })
    expect(scoreTask([held])).toMatchObject({ score: 0, verdict: 'fail', guardsCount: false })
    expect(scoreTask([criterion(0.5, { initialScore: 1 }), criterion(0)])).toMatchObject({ score: 0, verdict: 'fail' })
    expect(scoreTask([held, criterion(1, { initialScore: 0 })])).toMatchObject({ score: 0.75 })
    expect(scoreTask([held, criterion(1, { initialScore: 0, weight: 0 })])).toMatchObject({ score: 0 })
    expect(scoreTask([criterion(0.5)])).toMatchObject({ score: 0.5, guardsCount: true })
  })

  it('caps the score by the severity of broken criteria \
[severity.critical, severity.major, severity.minor, severity.capped-by]', () => {
    const broken = criterion(0, { guard: true, weight: 0 })
    expect(scoreTask([broken, criterion(1)])).toMatchObject({
      score: 0.5,
      raw_score: 1,
      cappedBy: [0],
      verdict: 'partial',
    })
    expect(scoreTask([{ ...broken, severity: 'critical' }, broken, criterion(1)])).toMatchObject({
      score: 0,
      raw_score: 1,
      cappedBy: [0],
      verdict: 'fail',
    })
    // A cap beats the threshold, and is named even if the score is below it.
    expect(scoreTask([broken, criterion(0.2)], { pass_threshold: 0.1 })).toMatchObject({
      score: 0.2,
      cappedBy: [0],
      verdict: 'partial',
    })
    expect(scoreTask([{ ...broken, severity: 'minor' }, criterion(1)])).toMatchObject({
      score: 1,
      cappedBy: [],
      verdict: 'pass',
    })
    expect(scoreTask([criterion(0.9, { severity: 'major' })])).toMatchObject({ score: 0.5, raw_score: 0.9 })
    expect(scoreTask([criterion(0, { weight: 0 }), criterion(1)])).toMatchObject({ score: 1, verdict: 'pass' })
  })

  it('does not pass with an undecidable criterion, whose severity caps nothing', () => {
    const undecidable = criterion(0, { guard: true, weight: 0, outcome: 'unsupported', severity: 'critical' })
    expect(scoreTask([undecidable, criterion(1)])).toMatchObject({ score: 1, cappedBy: [], verdict: 'partial' })
  })

  it('weighs a guard that holds by the score of the work, on its own axis if that has work [guards.worth]', () => {
    const guard = criterion(1, { guard: true, axis: 'safety' })
    const work = [criterion(1, { axis: 'correctness', weight: 3 }), criterion(0, { axis: 'correctness' })]
    expect(scoreTask([guard, ...work])).toMatchObject({ raw_score: 0.75, axes: { safety: { score: 0.75 } } })
    const options = { axis_weights: { correctness: 3, safety: 1 } }
    expect(scoreTask([guard, ...work], options)).toMatchObject({ raw_score: 0.75 })
    const unsafe = criterion(0, { axis: 'safety' })
    expect(scoreTask([guard, unsafe, ...work], options)).toMatchObject({
      raw_score: 0.5625,
      axes: { safety: { score: 0 } },
    })
    // Work without weight does not count as work of the axis.
    expect(scoreTask([guard, { ...unsafe, weight: 0 }, ...work], options)).toMatchObject({ raw_score: 0.75 })
    expect(scoreTask([guard, ...work], { axis_weights: { correctness: 0 } })).toMatchObject({ raw_score: 0 })
    // One of several guards broken: 10/11 of seven points of work and four of guards.
    const guards = [1, 1, 1, 0].map((score) => criterion(score, { guard: true }))
    expect(scoreTask([...guards, ...Array.from({ length: 7 }, () => criterion(1))])).toMatchObject({
      raw_score: 10 / 11,
      score: 0.5,
      cappedBy: [3],
      verdict: 'partial',
    })
  })
})
