import type { BenchmarkRun } from '@carebench/protocol'
import type { CallOperation } from '@carebench/service'
import { type Inside, markup } from '@carebench/site'
import { compareAgents, type RunResult, summarizeRuns, type TaskResult } from '@carebench/verifier'
import { showChoice, showField, showHeading, showProblem } from '../layout.js'
import { type Names, orNull, readNames, taskNameOf } from '../names.js'
import { type ComparedAgent, showComparison } from '../task/comparison-section.js'
import type { Answer, Visit } from '../visit.js'

/** The newest runs that are compared for a Solver. */
const mostRuns = 100

type ListedTaskRun = BenchmarkRun['task_runs'][number]

/** One side of a comparison: its runs, or why there are none. */
type Side =
  | { readonly name: string; readonly runs: readonly [BenchmarkRun, ...BenchmarkRun[]] }
  | { readonly problem: string }

/** Two Solvers, or two runs, on the tasks of one version of a benchmark. */
export async function showCompare({ query, call }: Visit): Promise<Answer> {
  const names = await readNames(call)
  const [one, other] = [(query.get('one') ?? '').trim(), (query.get('other') ?? '').trim()]
  const benchmark = query.get('benchmark') ?? ''
  const form = markup`<form class="filters" method="get" action="/dashboard/compare">
${showField({ name: 'one', label: 'A run, or a Solver', value: one, hint: 'Its id, or the name of the Solver.', offers: names.solvers })}
${showField({ name: 'other', label: 'Another', value: other, hint: 'Its id, or the name of the Solver.', offers: names.solvers })}
${showChoice('benchmark', 'On the benchmark', [['', 'of the run'], ...names.benchmarks], benchmark)}
<div class="actions"><button class="primary">Compare</button></div></form>`
  const heading = showHeading('Compare', 'Rates with intervals, and the tasks that only one of them passes.')
  const answer = (body: Inside, status = 200): Answer => ({
    title: 'Compare',
    section: 'compare',
    status,
    body: markup`${heading}${form}${body}`,
  })
  if (one === '' || other === '') {
    return answer(
      markup`<div class="empty"><b>Name two of them</b>A run is compared by its tasks; a Solver by its newest ${mostRuns} runs of the benchmark. The page of a run has a way here that names it: <a href="/dashboard/runs">to the runs</a>.</div>`,
    )
  }
  const [first, second] = await Promise.all([
    sideOf(call, names, one, benchmark),
    sideOf(call, names, other, benchmark),
  ])
  const problems = [first, second].flatMap((side) => ('problem' in side ? [side.problem] : []))
  if ('problem' in first || 'problem' in second) return answer([...new Set(problems)].map(showProblem), 422)
  const versions = new Set([...first.runs, ...second.runs].map(({ benchmark_id: id, version }) => `${id}@${version}`))
  if (versions.size > 1) {
    const message =
      'The runs are of different benchmarks or versions, whose tasks cannot be compared: choose runs of one version.'
    return answer(showProblem(message), 422)
  }
  const nameOf = namesIn(first.runs[0])
  const sides = first.name === second.name ? [numbered(first, 1), numbered(second, 2)] : [first, second]
  const results = sides.map(({ runs }) => runs.map((run) => resultOf(run, nameOf)))
  const agents = sides.map(
    ({ name }, index): ComparedAgent => ({ name, summary: summarizeRuns(results[index] ?? []), harms: {} }),
  )
  const pair = compareAgents(results[0] ?? [], results[1] ?? [])
  const [firstName = '', secondName = ''] = sides.map(({ name }) => name)
  const addresses = sides.map(({ runs }) => addressesIn(runs, nameOf))
  const shown = showComparison({ agents, comparisons: [{ ...pair, agents: [firstName, secondName] }] }, (agent, task) =>
    addresses[agent]?.get(task),
  )
  return answer(markup`${shown}
<section class="card" aria-labelledby="cost-title"><h2 id="cost-title">Cost</h2>
<p>Not known here: the server sees what an agent does, and not the tokens that its model used. Whoever ran the agents has both in the
results folders of <code>carebench run</code>: <code>carebench compare FOLDER FOLDER</code> shows the cost and the time of a trial.</p></section>`)
}

function numbered<Of extends { readonly name: string }>(side: Of, number: number): Of {
  return { ...side, name: `${side.name} (${number})` }
}

async function sideOf(call: CallOperation, names: Names, text: string, benchmark: string): Promise<Side> {
  if (text.startsWith('run_')) {
    const run = await orNull(call('getBenchmarkRun', { params: { id: text } }))
    if (run === null) return { problem: `There is no run ${text} that this key may see.` }
    if (run.status === 'active') return { problem: `${text} is still at work: compare it once it has ended.` }
    if (run.status !== 'completed') return { problem: `${text} is ${run.status}, so it has no result to compare.` }
    if (run.subset === true) {
      return { problem: `${text} has only selected tasks, which may be the easier ones: compare a run of all tasks.` }
    }
    return { name: `${names.solver(run.solver_id)} …${run.id.slice(-5)}`, runs: [run] }
  }
  const id = names.solvers.find(([solver, name]) => solver === text || name === text)?.[0]
  if (id === undefined) return { problem: `“${text}” is neither the id of a run nor a Solver.` }
  if (benchmark === '') return { problem: `Choose the benchmark on which ${names.solver(id)} is to be compared.` }
  const [newest, ...others] = await newestRuns(call, id, benchmark)
  if (newest === undefined) {
    return { problem: `${names.solver(id)} has no lately completed run of all tasks of ${names.benchmark(benchmark)}.` }
  }
  return { name: names.solver(id), runs: [newest, ...others] }
}

/** The newest whole runs of a Solver, of the version of the newest one. */
async function newestRuns(call: CallOperation, solver: string, benchmark: string): Promise<readonly BenchmarkRun[]> {
  const runs: BenchmarkRun[] = []
  // Bounded: the wire has no filter, and whoever compares means what was done lately.
  for (let cursor = '', pages = 0; pages < 10 && runs.length < mostRuns; pages++) {
    const { data, _meta } = await call('listBenchmarkRuns', {
      query: { limit: '100', ...(cursor === '' ? {} : { cursor }) },
    })
    for (const run of data) {
      if (run.solver_id !== solver || run.benchmark_id !== benchmark || !isWhole(run)) continue
      if (run.version === (runs[0] ?? run).version && runs.length < mostRuns) runs.push(run)
    }
    if (!_meta.next) break
    cursor = _meta.next
  }
  return runs
}

/** Only whole runs that have ended are compared: a part of the tasks may be the easier one. */
function isWhole({ status, subset }: BenchmarkRun): boolean {
  return status === 'completed' && subset !== true
}

/** Names the tasks of a version, by their ids too where two have the same name. */
function namesIn({ task_runs: taskRuns }: BenchmarkRun): (taskRun: ListedTaskRun) => string {
  const names = taskRuns.map(taskNameOf)
  const ambiguous = new Set(names.filter((name, index) => names.indexOf(name) !== index))
  return (taskRun) => {
    const name = taskNameOf(taskRun)
    return ambiguous.has(name) ? `${name} (${taskRun.task_id})` : name
  }
}

function resultOf({ task_runs: taskRuns }: BenchmarkRun, nameOf: (taskRun: ListedTaskRun) => string): RunResult {
  return {
    task_runs: taskRuns.map((taskRun) => ({
      task_id: nameOf(taskRun),
      verdict: taskRun.verdict,
      score: taskRun.score,
      broken: brokenIn(taskRun),
    })),
  }
}

/** What was broken, guards or not; null if the service does not tell. */
function brokenIn({ verdict, failures, omissions }: ListedTaskRun): NonNullable<TaskResult['broken']> | null {
  if (verdict === null || !failures || !omissions) return null
  return {
    critical: failures.critical + omissions.critical,
    major: failures.major + omissions.major,
    minor: failures.minor + omissions.minor,
  }
}

/** The page of the newest task run of each task. */
function addressesIn(
  runs: readonly BenchmarkRun[],
  nameOf: (taskRun: ListedTaskRun) => string,
): ReadonlyMap<string, string> {
  const addresses = new Map<string, string>()
  for (const taskRun of runs.flatMap(({ task_runs: taskRuns }) => taskRuns)) {
    const name = nameOf(taskRun)
    if (!addresses.has(name)) addresses.set(name, `/dashboard/task-runs/${encodeURIComponent(taskRun.id)}`)
  }
  return addresses
}
