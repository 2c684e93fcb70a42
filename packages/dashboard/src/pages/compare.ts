import type { BenchmarkRun } from '@carebench/protocol'
import type { CallOperation } from '@carebench/service'
import { type Inside, markup } from '@carebench/site'
import { plural } from '@carebench/text'
import { compareAgents, type RunResult, summarizeRuns, type TaskResult } from '@carebench/verifier'
import { showChoice, showField, showHeading, showProblem } from '../layout.js'
import { type Names, orNull, readNames, taskNameOf } from '../names.js'
import { type ComparedAgent, showComparison } from '../task/comparison-section.js'
import type { Answer, Visit } from '../visit.js'

/** The newest runs of the organization among which those of a Solver are looked for. */
const mostExamined = 1000
/** Names of tasks that are listed. */
const mostNames = 20

type ListedTaskRun = BenchmarkRun['task_runs'][number]

/** One side of a comparison: its runs, or why there are none. */
type Side =
  | {
      readonly name: string
      readonly runs: readonly [BenchmarkRun, ...BenchmarkRun[]]
      /** Whether there are older runs that were not looked at. */
      readonly isCut: boolean
    }
  | { readonly problem: string }

/** Two Solvers, or two runs, on the tasks of one version of a benchmark. */
export async function showCompare({ query, call }: Visit): Promise<Answer> {
  const names = await readNames(call)
  const [one, other] = [(query.get('one') ?? '').trim(), (query.get('other') ?? '').trim()]
  const benchmark = query.get('benchmark') ?? ''
  const form = markup`<form class="filters" method="get" action="/dashboard/compare">
${showField({ name: 'one', label: 'Run or Solver', value: one, hint: 'Its id, or the name of the Solver.', offers: names.solvers })}
${showField({ name: 'other', label: 'Compare with', value: other, hint: 'Its id, or the name of the Solver.', offers: names.solvers })}
${showChoice('benchmark', 'On the benchmark', [['', 'that of the run'], ...names.benchmarks], benchmark)}
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
      markup`<div class="empty"><b>Choose two runs or two Solvers</b>A Solver is compared by its runs of one version of a benchmark. To start from a run, open it under <a href="/dashboard/runs">Runs</a> and press Compare.</div>`,
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
  const nameOf = namesIn([...first.runs, ...second.runs])
  const sides = first.name === second.name ? [numbered(first, 1), numbered(second, 2)] : [first, second]
  const { common, single } = tasksIn(first.runs, second.runs, nameOf)
  const isCut = sides.some((side) => side.isCut)
  const bound = isCut
    ? markup`<p class="note">The newest ${mostExamined} runs of the organization were looked at; older ones of these Solvers are not counted.</p>`
    : null
  if (common.size === 0) {
    const names = sides.map(({ name }) => name).join(' and ')
    return answer(markup`${showProblem(`${names} have no task in common.`)}${bound}`, 422)
  }
  const results = sides.map(({ runs }) => runs.map((run) => resultOf(run, nameOf, common)))
  const agents = sides.map(
    ({ name }, index): ComparedAgent => ({ name, summary: summarizeRuns(results[index] ?? []), harms: {} }),
  )
  const pair = compareAgents(results[0] ?? [], results[1] ?? [])
  const [firstName = '', secondName = ''] = sides.map(({ name }) => name)
  const addresses = sides.map(({ runs }) => addressesIn(runs, nameOf))
  const shown = showComparison({ agents, comparisons: [{ ...pair, agents: [firstName, secondName] }] }, (agent, task) =>
    addresses[agent]?.get(task),
  )
  return answer(markup`${
    single.length === 0
      ? null
      : markup`<p class="note">Compared on ${plural(common.size, 'task')}. Only one of them has worked on ${plural(single.length, 'other')}: ${single.slice(0, mostNames).join(', ')}${single.length > mostNames ? ' …' : ''}.</p>`
  }${bound}
${shown}
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
    return { name: `${names.solver(run.solver_id)} …${run.id.slice(-5)}`, runs: [run], isCut: false }
  }
  const id = names.solvers.find(([solver, name]) => solver === text || name === text)?.[0]
  if (id === undefined) return { problem: `“${text}” is neither the id of a run nor a Solver.` }
  if (benchmark === '') return { problem: `Choose the benchmark on which ${names.solver(id)} is to be compared.` }
  const { runs, isCut } = await newestRuns(call, id, benchmark)
  const [newest, ...others] = runs
  if (newest === undefined) {
    const where = isCut ? ` among the newest ${mostExamined} runs` : ''
    return { problem: `${names.solver(id)} has no completed run of ${names.benchmark(benchmark)}${where}.` }
  }
  return { name: names.solver(id), runs: [newest, ...others], isCut }
}

/** The newest runs of a Solver, of the version of the newest one. `carebench run` makes a run for each trial of a task. */
async function newestRuns(
  call: CallOperation,
  solver: string,
  benchmark: string,
): Promise<{ readonly runs: readonly BenchmarkRun[]; readonly isCut: boolean }> {
  const runs: BenchmarkRun[] = []
  let cursor = ''
  // Bounded: the wire has no filter, and whoever compares means what was done lately.
  for (let examined = 0; examined < mostExamined; ) {
    const { data, _meta } = await call('listBenchmarkRuns', {
      query: { limit: '100', ...(cursor === '' ? {} : { cursor }) },
    })
    for (const run of data) {
      if (run.solver_id !== solver || run.benchmark_id !== benchmark || run.status !== 'completed') continue
      if (run.version === (runs[0] ?? run).version) runs.push(run)
    }
    if (!_meta.next) return { runs, isCut: false }
    cursor = _meta.next
    examined += data.length
  }
  return { runs, isCut: true }
}

/** The tasks that both have worked on, and those of one alone: what only one has tried may be easier. */
function tasksIn(
  first: readonly BenchmarkRun[],
  second: readonly BenchmarkRun[],
  nameOf: (taskRun: ListedTaskRun) => string,
): { readonly common: ReadonlySet<string>; readonly single: readonly string[] } {
  const namesOf = (runs: readonly BenchmarkRun[]) =>
    new Set(runs.flatMap(({ task_runs: taskRuns }) => taskRuns.map(nameOf)))
  const [ours, theirs] = [namesOf(first), namesOf(second)]
  const all = [...new Set([...ours, ...theirs])]
  const isCommon = (name: string) => ours.has(name) && theirs.has(name)
  return { common: new Set(all.filter(isCommon)), single: all.filter((name) => !isCommon(name)) }
}

/** Names the tasks of a version, by their ids too where two have the same name. */
function namesIn(runs: readonly BenchmarkRun[]): (taskRun: ListedTaskRun) => string {
  const idOf = new Map<string, string>()
  const ambiguous = new Set<string>()
  for (const taskRun of runs.flatMap(({ task_runs: taskRuns }) => taskRuns)) {
    const name = taskNameOf(taskRun)
    const known = idOf.get(name)
    if (known === undefined) idOf.set(name, taskRun.task_id)
    else if (known !== taskRun.task_id) ambiguous.add(name)
  }
  return (taskRun) => {
    const name = taskNameOf(taskRun)
    return ambiguous.has(name) ? `${name} (${taskRun.task_id})` : name
  }
}

function resultOf(
  { task_runs: taskRuns }: BenchmarkRun,
  nameOf: (taskRun: ListedTaskRun) => string,
  tasks: ReadonlySet<string>,
): RunResult {
  return {
    task_runs: taskRuns
      .filter((taskRun) => tasks.has(nameOf(taskRun)))
      .map((taskRun) => ({
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
