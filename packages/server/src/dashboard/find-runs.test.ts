import type { BenchmarkRun } from '@carebench/protocol'
import type { CallOperation } from '@carebench/service'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { noFilter as all, findRuns, type RunFilter, type RunPosition } from './find-runs.js'

function makeRun(index: number, verdict: BenchmarkRun['verdict'], group: string | null = null): BenchmarkRun {
  return {
    id: `run_${index}`,
    benchmark_id: 'bench_1',
    phase: 'completed',
    status: 'completed',
    verdict,
    score: null,
    solver_id: null,
    version: 1,
    scored: false,
    agent: group === null ? null : `agent of ${group}`,
    group,
    started_at: '2026-03-02T09:00:00.000Z',
    completed_at: null,
    task_runs: [],
  }
}

/** Returns an API with these runs; its cursors are positions. */
function makeWire(runs: readonly BenchmarkRun[]) {
  let calls = 0
  const call = async (_: string, { query = {} }: { readonly query?: Readonly<Record<string, string>> }) => {
    calls++
    const [start, limit] = [Number(query.cursor ?? 0), Number(query.limit)]
    const end = start + limit
    return { data: runs.slice(start, end), _meta: { next: end < runs.length ? String(end) : null, prev: null, limit } }
  }
  return { call: call as unknown as CallOperation, calls: () => calls }
}

it('returns each matching run on one page, in order, and examines at most 600 runs for a page', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('pass', 'fail', null), { maxLength: 900 }),
      fc.constantFrom('', 'pass', 'fail', 'completed', 'cancelled'),
      async (verdicts, outcome) => {
        const runs = verdicts.map((verdict, index) => makeRun(index, verdict))
        const wire = makeWire(runs)
        const found: string[] = []
        let examined = 0
        for (let start: RunPosition | null = { cursor: '', skip: 0 }; start !== null; ) {
          const before = wire.calls()
          const page = await findRuns(wire.call, { ...all, outcome }, start, ({ id }) => id)
          found.push(...page.rows.flat().map(({ id }) => id))
          expect(page.rows.length).toBeLessThanOrEqual(25)
          expect(wire.calls() - before).toBeLessThanOrEqual(6)
          examined += page.examined
          start = page.next
        }
        const fitting = runs.filter(
          ({ verdict, status }) => [verdict, status, ''].includes(outcome as never) || outcome === '',
        )
        expect(found).toEqual(fitting.map(({ id }) => id))
        expect(examined).toBe(runs.length)
      },
    ),
    { numRuns: 10 * inject('scale') },
  )
})

it('returns the runs of a group as one row of one page, and examines at most 600 runs for a page', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(null, 'a', 'b', 'c'), { maxLength: 900 }), async (groups) => {
      const runs = groups.map((group, index) => makeRun(index, 'pass', group))
      const wire = makeWire(runs)
      const found: string[] = []
      for (let start: RunPosition | null = { cursor: '', skip: 0 }; start !== null; ) {
        const before = wire.calls()
        const page = await findRuns(wire.call, all, start, ({ id }) => id)
        found.push(...page.rows.flat().map(({ id }) => id))
        expect(page.rows.length).toBeLessThanOrEqual(25)
        expect(wire.calls() - before).toBeLessThanOrEqual(6)
        const named = page.rows.map((row) => new Set(row.map(({ group }) => group)))
        expect(named.every(({ size }) => size === 1)).toBe(true)
        const opened = named.flatMap((one) => [...one]).filter((group) => group !== null)
        expect(new Set(opened).size).toBe(opened.length)
        start = page.next
      }
      expect(found.sort()).toEqual(runs.map(({ id }) => id).sort())
    }),
    { numRuns: 10 * inject('scale') },
  )
})

it('lists the runs one by one if the filter names a group', async () => {
  const wire = makeWire([makeRun(1, 'pass', 'a'), makeRun(2, 'fail', 'b'), makeRun(3, 'fail', 'a')])
  const idsOf = async (filter: Partial<RunFilter>) => {
    const { rows } = await findRuns(wire.call, { ...all, ...filter }, { cursor: '', skip: 0 }, () => '')
    return rows.map((row) => row.map(({ id }) => id))
  }
  expect(await idsOf({ group: 'a' })).toEqual([['run_1'], ['run_3']])
  expect(await idsOf({ agent: 'agent of b' })).toEqual([['run_2']])
  expect(await idsOf({})).toEqual([['run_1', 'run_3'], ['run_2']])
})

it('filters by the day of the start, both days included, and by a part of a name', async () => {
  const wire = makeWire([makeRun(1, 'pass')])
  const count = async (filter: Partial<RunFilter>) => {
    const page = await findRuns(wire.call, { ...all, ...filter }, { cursor: '', skip: 0 }, () => 'Prior Auth')
    return page.rows.length
  }
  expect(await count({ from: '2026-03-02', to: '2026-03-02' })).toBe(1)
  expect(await count({ from: '2026-03-03' })).toBe(0)
  expect(await count({ to: '2026-03-01' })).toBe(0)
  expect(await count({ text: 'prior' })).toBe(1)
  expect(await count({ text: 'other' })).toBe(0)
  expect(await count({ solver: 'none' })).toBe(1)
  expect(await count({ solver: 'slv_1' })).toBe(0)
})
