import type { BenchmarkRun } from '@carebench/protocol'
import type { CallOperation } from '@carebench/service'
import { type Names, taskNameOf } from './names.js'

/** Which runs to show; empty members are not looked at. */
export interface RunFilter {
  readonly benchmark: string
  readonly solver: string
  /** A verdict, or a status. */
  readonly outcome: string
  /** Days, `2026-03-02`, by the time of the start in UTC. */
  readonly from: string
  readonly to: string
  /** Part of an id, or of a name. */
  readonly text: string
}

export const noFilter: RunFilter = { benchmark: '', solver: '', outcome: '', from: '', to: '', text: '' }

/** Where a page begins: a cursor of the wire, and how many runs after it were looked at before. */
export interface RunPosition {
  readonly cursor: string
  readonly skip: number
}

/** A page of runs that fit. */
export interface FoundRuns {
  readonly runs: readonly BenchmarkRun[]
  /** Where to go on; null if there are no more. */
  readonly next: RunPosition | null
  /** How many runs were looked at. */
  readonly examined: number
}

/** Runs of one page. */
const pageLength = 25
/** The most that the wire lists at once. */
const wirePage = 100
/**
 * The wire has no filters, so that many runs are looked at for one page, and then anyone who looks is asked to go on.
 */
const maxExamined = 500

/** The ids and names of a run, in which a text is looked for. */
export function describeRun({ id, benchmark_id, solver_id, task_runs }: BenchmarkRun, names: Names): string {
  const tasks = task_runs.map((taskRun) => `${taskRun.id} ${taskNameOf(taskRun)}`)
  return [id, names.benchmark(benchmark_id), names.solver(solver_id), ...tasks].join(' ')
}

/** Looks for runs that fit, from the newest to the oldest. `describe` gives the names that a text is looked for in. */
export async function findRuns(
  call: CallOperation,
  filter: RunFilter,
  start: RunPosition,
  describe: (run: BenchmarkRun) => string,
): Promise<FoundRuns> {
  const found: BenchmarkRun[] = []
  let { cursor, skip } = start
  let examined = 0
  const isFiltered = Object.values(filter).some((value) => value !== '')
  const limit = isFiltered ? wirePage : pageLength
  for (;;) {
    const { data, _meta } = await call('listBenchmarkRuns', {
      query: { limit: String(limit), ...(cursor === '' ? {} : { cursor }) },
    })
    for (const [index, run] of data.entries()) {
      if (index < skip) continue
      if (found.length === pageLength) return { runs: found, next: { cursor, skip: index }, examined }
      examined++
      if (fits(run, filter, describe)) found.push(run)
    }
    const next = _meta.next ?? null
    if (next === null) return { runs: found, next: null, examined }
    cursor = next
    skip = 0
    if (found.length === pageLength || examined >= maxExamined) return { runs: found, next: { cursor, skip }, examined }
  }
}

function fits(run: BenchmarkRun, filter: RunFilter, describe: (run: BenchmarkRun) => string): boolean {
  const { benchmark, solver, outcome, from, to, text } = filter
  if (benchmark !== '' && run.benchmark_id !== benchmark) return false
  if (solver !== '' && (run.solver_id ?? 'none') !== solver) return false
  if (outcome !== '' && run.verdict !== outcome && run.status !== outcome) return false
  const day = run.started_at?.slice(0, 10) ?? ''
  if (from !== '' && day < from) return false
  if (to !== '' && (day === '' || day > to)) return false
  return text === '' || describe(run).toLowerCase().includes(text.toLowerCase())
}
