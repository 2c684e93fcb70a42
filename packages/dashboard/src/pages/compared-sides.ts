import type { BenchmarkRun } from '@carebench/protocol'
import type { CallOperation } from '@carebench/service'
import { type Names, orNull } from '../names.js'

/** The newest runs of the organization among which those of Solvers are looked for. */
export const mostExamined = 1000

/** One side of a comparison: its runs, all of one version. */
export interface Side {
  readonly name: string
  readonly runs: readonly [BenchmarkRun, ...BenchmarkRun[]]
  /** Whether there are older runs that were not looked at. */
  readonly isCut: boolean
}

/** Why something cannot be compared. */
interface SideProblem {
  readonly problem: string
}

/** What somebody asked for: a run, or a Solver whose runs are still to be found. */
type Asked = Side | SideProblem | { readonly solver: string }

/** The newest runs of the organization, of which the first page is read. */
export interface NewestRuns {
  readonly runs: readonly BenchmarkRun[]
  /** Where the list goes on; null if these are all. */
  readonly next: string | null
}

/** Reads the first page of the runs: those that somebody may mean, and where {@link findSides} begins. */
export async function readNewestRuns(call: CallOperation): Promise<NewestRuns> {
  const { data, _meta } = await call('listBenchmarkRuns', { query: { limit: '25' } })
  return { runs: data, next: _meta.next ?? null }
}

/**
 * Finds what is to be compared, each an id of a run, or an id or a name of a Solver. The runs of Solvers are those of the newest
 * version of the benchmark that the other side has, too.
 *
 * @param benchmark - an id; empty for that of the run on the other side
 */
export async function findSides(
  call: CallOperation,
  names: Names,
  texts: readonly [string, string],
  benchmark: string,
  newest: NewestRuns,
): Promise<readonly [Side | SideProblem, Side | SideProblem]> {
  const asked = await Promise.all([readAsked(call, names, texts[0]), readAsked(call, names, texts[1])])
  const given = asked.flatMap((one) => ('runs' in one ? [one.runs[0]] : []))[0]
  const wanted = benchmark === '' ? given?.benchmark_id : benchmark
  const solvers = asked.flatMap((one) => ('solver' in one ? [one.solver] : []))
  const found = wanted === undefined || solvers.length === 0 ? null : await runsOfSolvers(call, solvers, wanted, newest)
  const version = given?.benchmark_id === wanted ? given?.version : commonVersion(solvers, found)
  const sideOf = (one: Asked): Side | SideProblem => {
    if (!('solver' in one)) return one
    const name = names.solver(one.solver)
    if (wanted === undefined) return { problem: `Choose the benchmark on which ${name} is to be compared.` }
    const own = found?.runs.filter((run) => run.solver_id === one.solver) ?? []
    const shown = version ?? own[0]?.version
    const [first, ...others] = own.filter((run) => run.version === shown)
    const isCut = found?.isCut ?? false
    if (first !== undefined) return { name, runs: [first, ...others], isCut }
    const what = `${names.benchmark(wanted)}${shown === undefined ? '' : `@${shown}`}`
    const where = isCut ? ` among the newest ${mostExamined} runs` : ''
    return { problem: `${name} has no completed run of ${what}${where}.` }
  }
  return [sideOf(asked[0]), sideOf(asked[1])]
}

async function readAsked(call: CallOperation, names: Names, text: string): Promise<Asked> {
  if (text.startsWith('run_')) {
    const run = await orNull(call('getBenchmarkRun', { params: { id: text } }))
    if (run === null) return { problem: `There is no run ${text} that this key may see.` }
    if (run.status === 'active') return { problem: `${text} is still at work: compare it once it has ended.` }
    if (run.status !== 'completed') return { problem: `${text} is ${run.status}, so it has no result to compare.` }
    return { name: `${names.solver(run.solver_id)} …${run.id.slice(-5)}`, runs: [run], isCut: false }
  }
  const solver = names.solvers.find(([id, name]) => id === text || name === text)?.[0]
  return solver === undefined ? { problem: `“${text}” is neither the id of a run nor a Solver.` } : { solver }
}

/** The completed runs of Solvers on a benchmark, from the newest to the oldest. `carebench run` makes a run for each trial of a task. */
async function runsOfSolvers(
  call: CallOperation,
  solvers: readonly string[],
  benchmark: string,
  newest: NewestRuns,
): Promise<{ readonly runs: readonly BenchmarkRun[]; readonly isCut: boolean }> {
  const runs: BenchmarkRun[] = []
  let { runs: data, next } = newest
  // Bounded: the wire has no filter, and whoever compares means what was done lately.
  for (let examined = 0; ; ) {
    for (const run of data) {
      const isWanted = run.solver_id !== null && solvers.includes(run.solver_id) && run.benchmark_id === benchmark
      if (isWanted && run.status === 'completed') runs.push(run)
    }
    examined += data.length
    if (next === null) return { runs, isCut: false }
    if (examined >= mostExamined) return { runs, isCut: true }
    const limit = String(Math.min(100, mostExamined - examined))
    const page = await call('listBenchmarkRuns', { query: { limit, cursor: next } })
    data = page.data
    next = page._meta.next ?? null
  }
}

/** The newest version that all of these Solvers have worked on; undefined if there is none. */
function commonVersion(
  solvers: readonly string[],
  found: { readonly runs: readonly BenchmarkRun[] } | null,
): number | undefined {
  const versionsOf = (solver: string) =>
    new Set((found?.runs ?? []).filter((run) => run.solver_id === solver).map(({ version }) => version))
  const [first = new Set<number>(), ...others] = solvers.map(versionsOf)
  return [...first].filter((version) => others.every((one) => one.has(version))).sort((one, other) => other - one)[0]
}
