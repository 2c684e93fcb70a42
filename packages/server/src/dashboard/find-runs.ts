import type { BenchmarkRun } from '@carebench/protocol'
import type { CallOperation } from '@carebench/service'
import { type Names, readTaskName } from './names.js'

/** A filter for runs; empty members match every run. */
export interface RunFilter {
  readonly benchmark: string
  readonly solver: string
  /** A verdict, or a status. */
  readonly outcome: string
  /** The name of the agent, and the group, as given when the run was created. */
  readonly agent: string
  readonly group: string
  /** Days, `2026-03-02`, by the time of the start in UTC. */
  readonly from: string
  readonly to: string
  /** Part of an id, or of a name. */
  readonly text: string
}

export const noFilter: RunFilter = {
  benchmark: '',
  solver: '',
  outcome: '',
  agent: '',
  group: '',
  from: '',
  to: '',
  text: '',
}

/** The beginning of a page: a cursor of the API, and the number of runs after it that belong to earlier pages. */
export interface RunPosition {
  readonly cursor: string
  readonly skip: number
}

/** One run, or the examined runs of one group. */
export type RunRow = readonly [BenchmarkRun, ...BenchmarkRun[]]

/** A page of matching runs. */
export interface FoundRuns {
  /** Newest first; the runs of a group share one row, unless the filter names a group. */
  readonly rows: readonly RunRow[]
  /** Where the next page begins; null if there are no more runs. */
  readonly next: RunPosition | null
  /** The number of examined runs. */
  readonly examined: number
}

/** Maximum number of rows on a page. */
const pageLength = 25
/** Maximum page size of the API. */
const wirePage = 100
/**
 * Number of examined runs after which a page ends and links to the rest: the API has no filters, so one page may need
 * many runs.
 */
const maxExamined = 500

/** Returns the ids and names of a run, for the text search. */
export function describeRun(run: BenchmarkRun, names: Names): string {
  const { id, benchmark_id, solver_id, agent, group, task_runs } = run
  const tasks = task_runs.map((taskRun) => `${taskRun.id} ${readTaskName(taskRun)}`)
  return [id, names.benchmark(benchmark_id), names.solver(solver_id), agent ?? '', group ?? '', ...tasks].join(' ')
}

/** Finds matching runs, newest first. `describe` returns the searchable text of a run. */
export async function findRuns(
  call: CallOperation,
  filter: RunFilter,
  start: RunPosition,
  describe: (run: BenchmarkRun) => string,
): Promise<FoundRuns> {
  const rows: [BenchmarkRun, ...BenchmarkRun[]][] = []
  const rowOf = new Map<string, (typeof rows)[number]>()
  let { cursor, skip } = start
  let examined = 0
  let limit = Object.values(filter).some((value) => value !== '') ? wirePage : pageLength
  for (;;) {
    const { data, _meta } = await call('listBenchmarkRuns', {
      query: { limit: String(limit), ...(cursor === '' ? {} : { cursor }) },
    })
    let isInRow = false
    for (const [index, run] of data.entries()) {
      if (index < skip) continue
      const group = filter.group === '' ? (run.group ?? '') : ''
      const row = rowOf.get(group)
      // A full page continues while the following runs belong to groups that it already has.
      if (row === undefined && rows.length === pageLength) return { rows, next: { cursor, skip: index }, examined }
      examined++
      isInRow = row !== undefined
      if (!fits(run, filter, describe)) continue
      if (row !== undefined) row.push(run)
      else {
        const opened: (typeof rows)[number] = [run]
        rows.push(opened)
        if (group !== '') rowOf.set(group, opened)
      }
    }
    const next = _meta.next ?? null
    if (next === null) return { rows, next: null, examined }
    cursor = next
    skip = 0
    const isFull = rows.length === pageLength && !isInRow
    if (isFull || examined >= maxExamined) return { rows, next: { cursor, skip }, examined }
    limit = wirePage
  }
}

function fits(run: BenchmarkRun, filter: RunFilter, describe: (run: BenchmarkRun) => string): boolean {
  const { benchmark, solver, outcome, agent, group, from, to, text } = filter
  if (benchmark !== '' && run.benchmark_id !== benchmark) return false
  if (solver !== '' && (run.solver_id ?? 'none') !== solver) return false
  if (outcome !== '' && run.verdict !== outcome && run.status !== outcome) return false
  if ((agent !== '' && run.agent !== agent) || (group !== '' && run.group !== group)) return false
  const day = run.started_at?.slice(0, 10) ?? ''
  if (from !== '' && day < from) return false
  if (to !== '' && (day === '' || day > to)) return false
  return text === '' || describe(run).toLowerCase().includes(text.toLowerCase())
}
