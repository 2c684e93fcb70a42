import type { BenchmarkRun, Solver } from '@carebench/protocol'
import type { CallOperation } from '@carebench/service'
import { type Names, orNull } from '../../names.js'
import { findSolver, type ListedSolvers, readSolvers } from './asked-solver.js'

/** Maximum number of the organization's newest runs that are searched for runs of Solvers. */
export const maxExamined = 1000

/** One side of a comparison: its runs, all of one version. */
export interface Side {
  readonly name: string
  readonly runs: readonly [BenchmarkRun, ...BenchmarkRun[]]
  /** Whether there are older runs that were not examined. */
  readonly isCut: boolean
}

/** Why a side cannot be compared. */
interface SideProblem {
  readonly problem: string
}

/** A requested side: a run, or a Solver whose runs are not found yet. */
type Asked = Side | SideProblem | { readonly solver: Solver }

/** The first page of the organization's runs, newest first. */
export interface NewestRuns {
  readonly runs: readonly BenchmarkRun[]
  /** The cursor of the next page; null if these are all runs. */
  readonly next: string | null
}

/** Reads the first page of the runs, for suggestions and as the start of {@link findSides}. */
export async function readNewestRuns(call: CallOperation): Promise<NewestRuns> {
  const { data, _meta } = await call('listBenchmarkRuns', { query: { limit: '25' } })
  return { runs: data, next: _meta.next ?? null }
}

/**
 * Finds the two sides of a comparison, each given as a run id, or as the id, alias or name of a Solver. A Solver
 * compared with a run has its runs of the same version; two Solvers have those of the newest version that both have
 * run.
 *
 * @param benchmark - the id of the benchmark; empty for that of the run, or the last one that both Solvers have run
 */
export async function findSides(
  call: CallOperation,
  names: Names,
  texts: readonly [string, string],
  benchmark: string,
  newest: NewestRuns,
): Promise<readonly [Side | SideProblem, Side | SideProblem]> {
  let listed: Promise<ListedSolvers> | undefined
  // Read once for both sides.
  const list = () => (listed ??= readSolvers(call))
  const asked = await Promise.all([readAsked(call, names, texts[0], list), readAsked(call, names, texts[1], list)])
  const given = asked.flatMap((one) => ('runs' in one ? [one.runs[0]] : []))[0]
  const wanted = benchmark === '' ? given?.benchmark_id : benchmark
  const solvers = asked.flatMap((one) => ('solver' in one ? [one.solver] : []))
  const ids = solvers.map(({ id }) => id)
  const found = solvers.length === 0 ? nothingFound : await runsOfSolvers(call, ids, wanted, newest)
  const common = given !== undefined && given.benchmark_id === wanted ? given : newestCommon(ids, found.runs)
  const sideOf = (one: Asked): Side | SideProblem => {
    if (!('solver' in one)) return one
    const name = nameSolver(one.solver)
    const own = found.runs.filter((run) => run.solver_id === one.solver.id)
    if (common === undefined && own.length > 0) {
      const both = solvers.map(nameSolver).join(' and ')
      return { problem: `${both} have no completed runs of the same version of a benchmark, by which to compare them.` }
    }
    const [first, ...others] = own.filter((run) => common !== undefined && isOfSameVersion(run, common))
    if (first !== undefined) return { name, runs: [first, ...others], isCut: found.isCut }
    const what = describeWanted(names, wanted, common)
    const where = found.isCut ? ` among the newest ${maxExamined} runs` : ''
    return { problem: `${name} has no completed run${what}${where}.` }
  }
  return [sideOf(asked[0]), sideOf(asked[1])]
}

function nameSolver({ name, alias }: Solver): string {
  return name === '' ? alias : name
}

/** A version of a benchmark, as a run names it. */
type RunVersion = Pick<BenchmarkRun, 'benchmark_id' | 'version'>

function describeWanted(names: Names, wanted: string | undefined, common: RunVersion | undefined): string {
  if (common !== undefined) return ` of ${names.benchmark(common.benchmark_id)}@${common.version}`
  return wanted === undefined ? '' : ` of ${names.benchmark(wanted)}`
}

function isOfSameVersion(one: RunVersion, other: RunVersion): boolean {
  return one.benchmark_id === other.benchmark_id && one.version === other.version
}

async function readAsked(
  call: CallOperation,
  names: Names,
  text: string,
  list: () => Promise<ListedSolvers>,
): Promise<Asked> {
  if (text.startsWith('run_')) {
    const run = await orNull(call('getBenchmarkRun', { params: { id: text } }))
    if (run === null) return { problem: `There is no run ${text} that this key may see.` }
    if (run.status === 'active') return { problem: `${text} is still at work: compare it once it has ended.` }
    if (run.status !== 'completed') return { problem: `${text} is ${run.status}, so it has no result to compare.` }
    return { name: `${names.solver(run.solver_id)} …${run.id.slice(-5)}`, runs: [run], isCut: false }
  }
  const solver = await findSolver(call, text, list)
  return 'problem' in solver ? solver : { solver }
}

/** Completed runs of Solvers, newest first. */
interface FoundRuns {
  readonly runs: readonly BenchmarkRun[]
  /** Whether there are older runs that were not examined. */
  readonly isCut: boolean
}

const nothingFound: FoundRuns = { runs: [], isCut: false }

/** Finds runs of Solvers on one benchmark or on all. `carebench run` creates a run for each trial of a task. */
async function runsOfSolvers(
  call: CallOperation,
  solvers: readonly string[],
  benchmark: string | undefined,
  newest: NewestRuns,
): Promise<FoundRuns> {
  const runs: BenchmarkRun[] = []
  let { runs: data, next } = newest
  // Bounded: the API has no filter, and comparisons are about recent runs.
  for (let examined = 0; ; ) {
    for (const run of data) {
      const isWanted = benchmark === undefined || run.benchmark_id === benchmark
      if (!isWanted || run.status !== 'completed') continue
      if (run.solver_id !== null && solvers.includes(run.solver_id)) runs.push(run)
    }
    examined += data.length
    if (next === null) return { runs, isCut: false }
    if (examined >= maxExamined) return { runs, isCut: true }
    const limit = String(Math.min(100, maxExamined - examined))
    const page = await call('listBenchmarkRuns', { query: { limit, cursor: next } })
    data = page.data
    next = page._meta.next ?? null
  }
}

/** Returns the newest version that all Solvers have run, of the most recently run benchmark that all have run. */
function newestCommon(solvers: readonly string[], runs: readonly BenchmarkRun[]): RunVersion | undefined {
  const keyOf = ({ benchmark_id: benchmark, version }: RunVersion) => `${benchmark}@${version}`
  const workedOn = solvers.map((solver) => new Set(runs.filter((run) => run.solver_id === solver).map(keyOf)))
  const common = runs.filter((run) => workedOn.every((keys) => keys.has(keyOf(run))))
  return common
    .filter((run) => run.benchmark_id === common[0]?.benchmark_id)
    .toSorted((one, other) => other.version - one.version)[0]
}
