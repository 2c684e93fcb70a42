import type { RunResult } from '@carebench/verifier'
import { expect, it } from 'vitest'
import type { ComparedTask } from './comparison.js'
import { compareFamilies } from './families.js'

/** A run in which the first trials of each task pass. */
function makeRuns(passed: ReadonlyMap<string, number>, trials: number): readonly RunResult[] {
  return Array.from({ length: trials }, (_, trial) => ({
    task_runs: [...passed].map(([task_id, count]) => ({
      task_id,
      verdict: trial < count ? ('pass' as const) : ('fail' as const),
      score: trial < count ? 1 : 0,
    })),
  }))
}

/**
 * Compares runs over families of ten tasks; in each family, the candidate passes all trials of `gained` tasks, and the
 * baseline none.
 */
function compared(families: number, gained: (family: number) => number) {
  const names = Array.from({ length: families * 10 }, (_, index) => `f${Math.floor(index / 10)}x-${index}`)
  const candidate = new Map(names.map((name, index) => [name, index % 10 < gained(Math.floor(index / 10)) ? 3 : 0]))
  const baseline = new Map(names.map((name) => [name, 0]))
  const counts = (passed = 0) => ({ passed, scored: 3, mean_score: passed / 3 })
  const tasks: readonly ComparedTask[] = names.map((task) => ({
    task,
    baseline: counts(),
    candidate: counts(candidate.get(task)),
    change: candidate.get(task) === 0 ? 'same' : 'fixed',
  }))
  return compareFamilies({ baseline: makeRuns(baseline, 3), candidate: makeRuns(candidate, 3) }, tasks)
}

it('claims a difference under 10 points only with 24 families', () => {
  const few = compared(9, (family) => (family < 8 ? 1 : 0))
  expect(few.pass_rate_difference?.low).toBeGreaterThan(0)
  expect(few.claim).toBe('too_small')
  expect(compared(9, (family) => 1 + (family % 2)).claim).toBe('difference')
  expect(compared(24, (family) => (family < 20 ? 1 : 0)).claim).toBe('difference')
})

it('claims nothing without two families with scored trials of both', () => {
  const tasks = ['f0x-1', 'f1x-1']
  const run = (verdicts: readonly ('pass' | 'fail')[]): RunResult => ({
    task_runs: verdicts.map((verdict, index) => ({
      task_id: tasks[index] ?? '',
      verdict,
      score: verdict === 'pass' ? 1 : 0,
    })),
  })
  const counts = (passed: number, scored: number) => ({ passed, scored, mean_score: null })
  const compare = (candidate: readonly ('pass' | 'fail')[]) =>
    compareFamilies(
      { baseline: [run(['fail', 'fail'])], candidate: [run(candidate)] },
      tasks.map((task, index) => ({
        task,
        baseline: counts(0, 1),
        candidate: counts(candidate[index] === 'pass' ? 1 : 0, index < candidate.length ? 1 : 0),
        change: index < candidate.length ? ('fixed' as const) : ('undecided' as const),
      })),
    )
  expect(compare([])).toMatchObject({ claim: 'unscored', scored_families: 0, pass_rate_difference: null })
  expect(compare(['pass'])).toMatchObject({ claim: 'unscored', scored_families: 1 })
  expect(compare(['pass', 'pass'])).toMatchObject({ scored_families: 2, pass_rate_difference: { value: 1 } })
})

it('does not claim a difference in one family alone, however many tasks it has', () => {
  const one = compared(9, (family) => (family === 0 ? 10 : 0))
  expect(one.claim).toBe('none')
  expect(one.families[0]).toMatchObject({
    family: 'f0x',
    tasks: 10,
    baseline: { passed: 0 },
    candidate: { passed: 30 },
  })
  expect(one.families[1]?.pass_rate_difference?.value).toBe(0)
})
