import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareAgents } from './compare-agents.js'
import { summarizeRuns } from './summarize-runs.js'
import type { RunResult, TaskResult } from './task-attempts.js'

function task(task_id: string, score: number | null): TaskResult {
  return {
    task_id,
    score,
    verdict: score === null ? null : score >= 0.9 ? 'pass' : score === 0 ? 'fail' : 'partial',
  }
}

function run(scores: Readonly<Record<string, number | null>>): RunResult {
  return {
    task_runs: Object.entries(scores).map(([id, score]) => task(id, score)),
  }
}

it('summarizes runs, counting undecided attempts separately', () => {
  const summary = summarizeRuns([
    run({ easy: 1, hard: 0, flaky: 1, broken: null }),
    run({ easy: 1, hard: 0.5, flaky: 0, broken: null }),
    run({ easy: 1, hard: null, flaky: 1, broken: null }),
  ])
  expect(summary).toMatchObject({ runs: 3, attempts: 8, undecided: 4, passed: 5, mean_score: { value: 5.5 / 8 } })
  expect(summary.pass_rate).toMatchObject({ value: 5 / 8 })
  expect(summary.always_passed).toEqual(['easy'])
  expect(summary.never_passed).toEqual(['hard'])
  expect(summary.never_decided).toEqual(['broken'])
  expect(
    summary.tasks.map(({ task_id, attempts, undecided, passed }) => [task_id, attempts, undecided, passed]),
  ).toEqual([
    ['easy', 3, 0, 3],
    ['hard', 2, 1, 0],
    ['flaky', 3, 0, 2],
    ['broken', 0, 3, 0],
  ])
  expect(summary.tasks[3]).toMatchObject({ pass_rate: null, mean_score: null })
  // Of the three decided tasks: (1 + 0 + 2/3) / 3; both of two: (1 + 0 + 1/3) / 3; one of two: (1 + 0 + 1) / 3.
  expect(summary.repeated.map(({ k, tasks }) => [k, tasks])).toEqual([
    [1, 3],
    [2, 3],
  ])
  expect(summary.repeated[0]?.pass_at_k?.value).toBeCloseTo(5 / 9, 14)
  expect(summary.repeated[1]?.pass_at_k?.value).toBeCloseTo(2 / 3, 14)
  expect(summary.repeated[1]?.pass_hat_k?.value).toBeCloseTo(4 / 9, 14)
})

it('accepts any k, and reports the number of tasks behind it', () => {
  const runs = [run({ a: 1, b: 1 }), run({ a: 0, b: null })]
  expect(summarizeRuns(runs, { k: [2, 3] }).repeated).toMatchObject([
    { k: 2, pass_at_k: { value: 1 }, pass_hat_k: { value: 0 }, tasks: 1 },
    { k: 3, pass_at_k: null, pass_hat_k: null, tasks: 0 },
  ])
  expect(() => summarizeRuns(runs, { k: [0] })).toThrow(RangeError)
})

it('counts critical failures and completions under policy where broken criteria are known', () => {
  const judged = (id: string, score: number, critical = 0, major = 0): TaskResult => ({
    ...task(id, score),
    broken: { critical, major, minor: 1 },
  })
  const summary = summarizeRuns([
    { task_runs: [judged('a', 1), judged('b', 0, 1), judged('c', 1, 0, 1), task('d', 1)] },
    { task_runs: [judged('a', 1), judged('b', 0.5), { ...task('c', 0), broken: null }, task('d', null)] },
  ])
  expect(summary.completion_under_policy?.value).toBe(2 / 5)
  expect(summary.critical_failures).toMatchObject({
    attempts: { events: 1, trials: 5, per_100: 20 },
    tasks: { events: 1, trials: 3 },
    unknown: 2,
  })
  expect(summarizeRuns([run({ a: 1 })])).toMatchObject({
    completion_under_policy: null,
    critical_failures: { attempts: null, tasks: null, unknown: 1 },
  })
})

it('counts work left undone separately from acts', () => {
  const judged = (id: string, critical: number, undone: number): TaskResult => ({
    ...task(id, 0),
    broken: { critical, major: 0, minor: 0 },
    left_undone: { critical: undone, major: 0, minor: 0 },
  })
  const runs = [{ task_runs: [judged('a', 1, 1), judged('b', 2, 1), judged('c', 1, 0), judged('d', 0, 0)] }]
  expect(summarizeRuns(runs)).toMatchObject({
    critical_failures: { attempts: { events: 2, trials: 4 } },
    critical_omissions: { attempts: { events: 2, trials: 4 } },
  })
  expect(() => summarizeRuns([{ task_runs: [judged('a', 1, 2)] }])).toThrow(
    '/0/task_runs/0/left_undone/critical to be a whole number from 0 to 1, the number of broken ones, got 2',
  )
})

it('counts the tasks of a family as one cluster', () => {
  const runs = [run({ 'mri-1': 1, 'mri-2': 1, 'fax-1': 0 }), run({ 'mri-1': 1, 'mri-2': 1, 'fax-1': 0 })]
  const familyOf = (id: string) => id.split('-')[0] as string
  const [alone, together] = [summarizeRuns(runs), summarizeRuns(runs, { familyOf })]
  expect([alone.clusters, together.clusters]).toEqual([3, 2])
  expect(together.mean_score?.value).toBe(alone.mean_score?.value)
  expect(together.mean_score?.low).toBeLessThan(alone.mean_score?.low ?? 0)
})

it('has null figures without attempts', () => {
  expect(summarizeRuns([])).toMatchObject({ runs: 0, attempts: 0, pass_rate: null, mean_score: null, repeated: [] })
})

it('rejects invalid results', () => {
  const bad = (result: object): RunResult[] => [{ task_runs: [{ task_id: 'a', verdict: 'pass', score: 1, ...result }] }]
  expect(() => summarizeRuns(bad({ score: 2 }))).toThrow('/0/task_runs/0/score to be from 0 to 1 or null, got 2')
  expect(() => summarizeRuns(bad({ score: Number.NaN }))).toThrow(RangeError)
  expect(() => summarizeRuns(bad({ verdict: 'won' }))).toThrow('got "won"')
  expect(() => summarizeRuns(bad({ score: null }))).toThrow('verdict and score, or null for both')
  expect(() => summarizeRuns(bad({ broken: { critical: 1, major: -1, minor: 0 } }))).toThrow(
    '/0/task_runs/0/broken/major to be a whole number from 0, got -1',
  )
})

it('compares two agents and lists the tasks on which they differ', () => {
  const compared = compareAgents(
    [run({ a: 1, b: 1, c: 0, d: 0.5, e: null, f: 1 })],
    [run({ a: 1, b: 0, c: 1, d: 0, e: 1 })],
  )
  expect(compared).toMatchObject({
    tasks: 4,
    both: ['a'],
    neither: ['d'],
    only_first: 1,
    only_second: 1,
    p_value: 1,
    method: 'exact',
    undecided: ['e', 'f'],
    clusters: 4,
    // +1, -1, 0 and 0; the scores of d differ by 0.5.
    pass_rate_difference: { value: 0, p_value: 1 },
    mean_score_difference: { value: 0.125 },
  })
  expect(compared.flipped).toEqual([
    { task_id: 'b', passed_by: 'first', first: { passed: 1, attempts: 1 }, second: { passed: 0, attempts: 1 } },
    { task_id: 'c', passed_by: 'second', first: { passed: 0, attempts: 1 }, second: { passed: 1, attempts: 1 } },
  ])
})

it('counts every task once: passed means more than half of the decided attempts', () => {
  const first = [run({ a: 1, b: 1 }), run({ a: 1, b: 0 }), run({ a: 0, b: null })]
  const second = [run({ a: 0, b: 1 })]
  const compared = compareAgents(first, second, { method: 'mid-p' })
  expect(compared.flipped.map(({ task_id, passed_by }) => [task_id, passed_by])).toEqual([
    ['a', 'first'],
    ['b', 'second'],
  ])
  expect(compared.p_value).toBe(0.75)
})

it('does not compare runs of selected tasks, which their agents may have chosen', () => {
  const whole = run({ a: 1, b: 0 })
  const part = { ...run({ a: 1 }), subset: true }
  expect(() => compareAgents([whole, part], [whole])).toThrow(/run 1 of the first agent.*subset/)
  expect(() => compareAgents([whole], [part])).toThrow(RangeError)
  expect(compareAgents([{ ...whole, subset: false }], [whole]).tasks).toBe(2)
  expect(summarizeRuns([part]).passed).toBe(1)
})

const runs = fc.array(
  fc
    .dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), fc.constantFrom(0, 0.5, 1, null))
    .map((scores) => run(scores)),
  { maxLength: 5 },
)

it('does not depend on the order of the runs', () => {
  fc.assert(
    fc.property(
      runs.chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
      ),
      ([list, shuffled]) => {
        const [first, other] = [summarizeRuns(list), summarizeRuns(shuffled)]
        const byId = (tasks: typeof first.tasks) => [...tasks].sort((a, b) => (a.task_id < b.task_id ? -1 : 1))
        expect(byId(other.tasks)).toEqual(byId(first.tasks))
        expect([other.pass_rate, other.mean_score, other.repeated]).toEqual([
          first.pass_rate,
          first.mean_score,
          first.repeated,
        ])
      },
    ),
  )
})

it('changes no figure except their own count for undecided attempts', () => {
  fc.assert(
    fc.property(runs, (list) => {
      const { undecided: _, tasks: __, never_decided: ___, runs: ____, ...before } = summarizeRuns(list)
      const more = [...list, run({ a: null, d: null })]
      const { undecided, tasks: _____, never_decided, runs: ______, ...after } = summarizeRuns(more)
      expect(after).toEqual(before)
      expect(never_decided).toContain('d')
      expect(undecided).toBe(summarizeRuns(list).undecided + 2)
    }),
  )
})

it('adds up: every task is counted in one place, and swapping the agents mirrors the result', () => {
  fc.assert(
    fc.property(runs, runs, (first, second) => {
      const compared = compareAgents(first, second)
      const mirrored = compareAgents(second, first)
      const { both, neither, flipped, undecided, tasks } = compared
      const ids = [...both, ...neither, ...flipped.map(({ task_id }) => task_id)]
      expect(tasks).toBe(ids.length)
      const all = new Set([...first, ...second].flatMap(({ task_runs }) => task_runs.map(({ task_id }) => task_id)))
      expect([...ids, ...undecided].sort()).toEqual([...all].sort())
      expect([mirrored.only_second, mirrored.only_first, mirrored.p_value]).toEqual([
        compared.only_first,
        compared.only_second,
        compared.p_value,
      ])
      expect(compareAgents(first, first).flipped).toEqual([])
      for (const name of ['pass_rate_difference', 'mean_score_difference'] as const) {
        const [there, back] = [compared[name], mirrored[name]]
        expect(there === null).toBe(tasks === 0)
        if (there === null || back === null) continue
        expect(back.value).toBeCloseTo(-there.value, 12)
        expect(back.low).toBeCloseTo(-there.high, 12)
        expect(back.p_value).toBe(there.p_value)
      }
    }),
  )
})

it('estimates a limited number of k by default, however many runs there are', () => {
  const runs = Array.from({ length: 30_000 }, (_, index) => run({ one: index % 2 }))
  const { repeated, passed } = summarizeRuns(runs)
  expect([passed, repeated.length, repeated.at(-1)?.k]).toEqual([15_000, 100, 100])
  expect(summarizeRuns(runs, { k: [30_000] }).repeated).toMatchObject([
    { k: 30_000, pass_at_k: { value: 1 }, pass_hat_k: { value: 0 }, tasks: 1 },
  ])
})
