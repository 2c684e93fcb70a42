import type { BenchmarkRun } from '@carebench/protocol'
import { plural } from '@carebench/text'
import { compareAgents, type RunResult, summarizeRuns, type TaskResult, totalBroken } from '@carebench/verifier'
import { type Inside, type Markup, markup } from '../../../site/markup.js'
import { showChoice, showField, showHeading, showOffers, showProblem } from '../../layout.js'
import { type ListedTaskRun, type Names, readNames, readTaskName } from '../../names.js'
import type { ComparedAgent } from '../../task/facts/compared-agents.js'
import { showComparison } from '../../task/views/comparison-section.js'
import type { Answer, Visit } from '../../visit.js'
import { describeOutcome } from '../run-table.js'
import { type ReadHarms, readHarms } from './compared-harms.js'
import { findSides, maxExamined, type NewestRuns, readNewestRuns, type Side } from './compared-sides.js'

/** Maximum number of task names listed. */
const maxNames = 20

/** The request as typed. */
interface Asked {
  readonly one: string
  readonly other: string
  readonly benchmark: string
}

/** Compares two Solvers, or two runs, on the tasks of one benchmark version. */
export async function showCompare({ query, call }: Visit): Promise<Answer> {
  const textIn = (name: string) => (query.get(name) ?? '').trim()
  const asked: Asked = { one: textIn('one'), other: textIn('other'), benchmark: textIn('benchmark') }
  const [names, newest] = await Promise.all([readNames(call), readNewestRuns(call)])
  const heading = showHeading('Compare', 'Rates with intervals, and the tasks that only one of them passes.')
  const answer = (body: Inside, status = 200): Answer => ({
    title: 'Compare',
    section: 'compare',
    status,
    body: markup`${heading}${showAsked(asked, names, newest)}${body}`,
  })
  if (asked.one === '' || asked.other === '') {
    return answer(
      markup`<div class="empty"><b>Choose two runs or two Solvers</b>A Solver is compared by its runs of one version \
of a benchmark. To start from a run, open it under <a href="/dashboard/runs">Runs</a> and press Compare.</div>`,
    )
  }
  const found = await findSides(call, names, [asked.one, asked.other], asked.benchmark, newest)
  const [first, second] = found
  if ('problem' in first || 'problem' in second) {
    const problems = found.flatMap((side) => ('problem' in side ? [side.problem] : []))
    return answer([...new Set(problems)].map(showProblem), 422)
  }
  const versions = new Set([...first.runs, ...second.runs].map(({ benchmark_id: id, version }) => `${id}@${version}`))
  if (versions.size > 1) {
    const message =
      'The runs are of different benchmarks or versions, whose tasks cannot be compared: choose runs of one version.'
    return answer(showProblem(message), 422)
  }
  const nameOf = namesIn([...first.runs, ...second.runs])
  const sides = first.name === second.name ? [numbered(first, 1), numbered(second, 2)] : [first, second]
  const { common, single } = tasksIn(first.runs, second.runs, nameOf)
  const bound = sides.some(({ isCut }) => isCut)
    ? markup`<p class="note">The newest ${maxExamined} runs of the organization were searched; older ones of these \
Solvers are not counted.</p>`
    : null
  if (common.size === 0) {
    const both = sides.map(({ name }) => name).join(' and ')
    return answer(markup`${showProblem(`${both} have no task in common.`)}${bound}`, 422)
  }
  const harms: ReadHarms[] = []
  // One side after the other, so that one side is complete if the caller's rate limit is reached.
  for (const { runs } of sides) {
    const taskRuns = runs.flatMap(({ task_runs: all }) => all.filter((taskRun) => common.has(nameOf(taskRun))))
    harms.push(await readHarms(call, taskRuns))
  }
  const [{ benchmark_id: benchmark, version }] = first.runs
  return answer(markup`<p>On ${names.benchmark(benchmark)}@${version}.</p>${
    single.length === 0
      ? null
      : markup`<p class="note">Compared on ${plural(common.size, 'task')}. Only one of them has worked on \
${plural(single.length, 'other')}: ${single.slice(0, maxNames).join(', ')}${single.length > maxNames ? ' …' : ''}.</p>`
  }${bound}${sides.map(({ name }, index) => showUnknownHarm(name, harms[index]))}
${showSides(sides, { common, nameOf, harms })}
<section class="card" aria-labelledby="cost-title"><h2 id="cost-title">Cost</h2>
<p>Not known here: the server does not see the tokens that a model used. The results folders of <code>carebench \
run</code> have cost and
time: <code>carebench compare FOLDER FOLDER</code> shows both for each trial.</p></section>`)
}

function showAsked({ one, other, benchmark }: Asked, names: Names, newest: NewestRuns): Markup {
  const describe = (run: BenchmarkRun): string =>
    `${names.benchmark(run.benchmark_id)}@${run.version}, ${names.solver(run.solver_id)}, ${describeOutcome(run)}`
  const runs = newest.runs.filter(({ status }) => status === 'completed')
  const offers = [...names.solvers, ...runs.map((run) => [run.id, describe(run)] as const)]
  const hint = 'Its id, or the name or alias of the Solver.'
  return markup`<form class="filters" method="get" action="/dashboard/compare">
${showField({ name: 'one', label: 'Run or Solver', value: one, hint, offers: 'comparable' })}
${showField({
  name: 'other',
  label: 'Compare with',
  value: other,
  hint,
  offers: 'comparable',
})}${showOffers('comparable', offers)}
${showChoice(
  'benchmark',
  'On the benchmark',
  [['', 'that of the run, or the last of both'], ...names.benchmarks],
  benchmark,
)}
<div class="actions"><button class="primary">Compare</button></div></form>`
}

function showSides(
  sides: readonly Side[],
  {
    common,
    nameOf,
    harms,
  }: {
    readonly common: ReadonlySet<string>
    readonly nameOf: (taskRun: ListedTaskRun) => string
    readonly harms: readonly ReadHarms[]
  },
): Markup {
  const results = sides.map(({ runs }) => runs.map((run) => toRunResult(run, nameOf, common)))
  const agents = sides.map(
    ({ name }, index): ComparedAgent => ({
      name,
      summary: summarizeRuns(results[index] ?? []),
      harms: harms[index]?.harms ?? {},
      leftUndone: harms[index]?.leftUndone ?? {},
    }),
  )
  const pair = compareAgents(results[0] ?? [], results[1] ?? [])
  const [firstName = '', secondName = ''] = sides.map(({ name }) => name)
  const addresses = sides.map(({ runs }) => addressesIn(runs, nameOf))
  return showComparison({ agents, comparisons: [{ ...pair, agents: [firstName, secondName] }] }, (agent, task) =>
    addresses[agent]?.get(task),
  )
}

/** Warns that there may be more harm than was counted. */
function showUnknownHarm(name: string, harms: ReadHarms | undefined): Markup | null {
  if (harms === undefined || harms.known === harms.broken) return null
  return markup`<p class="note">Harm done by ${name} is counted in ${harms.known} of the \
${plural(harms.broken, 'task run')} that broke criteria: the rest were not read, are partly undecided, or belong to a \
benchmark of another organization.</p>`
}

function numbered(side: Side, number: number): Side {
  return { ...side, name: `${side.name} (${number})` }
}

/**
 * Returns the tasks that both sides have tried, and those that only one has: the latter may be easier, so they are not
 * compared.
 */
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

/** Returns a function that names the tasks of a version; tasks with the same name also get their ids. */
function namesIn(runs: readonly BenchmarkRun[]): (taskRun: ListedTaskRun) => string {
  const idOf = new Map<string, string>()
  const ambiguous = new Set<string>()
  for (const taskRun of runs.flatMap(({ task_runs: taskRuns }) => taskRuns)) {
    const name = readTaskName(taskRun)
    const known = idOf.get(name)
    if (known === undefined) idOf.set(name, taskRun.task_id)
    else if (known !== taskRun.task_id) ambiguous.add(name)
  }
  return (taskRun) => {
    const name = readTaskName(taskRun)
    return ambiguous.has(name) ? `${name} (${taskRun.task_id})` : name
  }
}

function toRunResult(
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
        left_undone: taskRun.left_undone ?? taskRun.omissions ?? null,
      })),
  }
}

/** Counts what a task run broke, guards or not; null if the service does not report it. */
function brokenIn({ verdict, failures, omissions }: ListedTaskRun): NonNullable<TaskResult['broken']> | null {
  if (verdict === null || !failures || !omissions) return null
  return totalBroken({ failures, omissions })
}

/** Returns the address of the newest task run of each task. */
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
