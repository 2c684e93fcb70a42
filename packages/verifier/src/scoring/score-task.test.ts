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
  it('passes from the threshold, with a tolerance of 1e-9 [scoring.verdict-pass, scoring.verdict-fail, scoring.verdict-partial]', () => {
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

  it('counts guards only once another criterion has gained', () => {
    const guard = criterion(1, { guard: true, axis: 'safety' })
    expect(scoreTask([guard])).toMatchObject({ score: 0, verdict: 'fail' })
    expect(scoreTask([guard, criterion(0.5, { initialScore: 0.5 })])).toMatchObject({
      score: 0,
      axes: { safety: { score: 0 } },
    })
    expect(scoreTask([guard, criterion(1, { weight: 0 })])).toMatchObject({ score: 0 })
    expect(scoreTask([guard, criterion(0.5, { initialScore: 0.25 })])).toMatchObject({
      score: 0.75,
      axes: { safety: { score: 1 } },
    })
  })

  it('earns nothing for what held from the start, with or without guards', () => {
    const held = criterion(0.5, { initialScore: 0.5 })
    expect(scoreTask([held])).toMatchObject({ score: 0, verdict: 'fail', guardsCount: false })
    expect(scoreTask([criterion(0.5, { initialScore: 1 }), criterion(0)])).toMatchObject({ score: 0, verdict: 'fail' })
    expect(scoreTask([held, criterion(1, { initialScore: 0 })])).toMatchObject({ score: 0.75 })
    expect(scoreTask([held, criterion(1, { initialScore: 0, weight: 0 })])).toMatchObject({ score: 0 })
    expect(scoreTask([criterion(0.5)])).toMatchObject({ score: 0.5, guardsCount: true })
  })

  it('does not pass if a guard failed', () => {
    const broken = criterion(0, { guard: true, weight: 0 })
    expect(scoreTask([broken, criterion(1)])).toMatchObject({ score: 1, verdict: 'partial' })
  })
})
