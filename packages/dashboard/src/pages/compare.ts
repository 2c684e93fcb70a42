import type { BenchmarkRun } from '@carebench/protocol'
import type { CallOperation } from '@carebench/service'
import { type Inside, markup } from '@carebench/site'
import { compareAgents, type RunResult, summarizeRuns } from '@carebench/verifier'
import { showChoice, showField, showHeading, showProblem } from '../layout.js'
import { type Names, orNull, readNames } from '../names.js'
import { type ComparedAgent, showComparison } from '../task/comparison-section.js'
import type { Answer, Visit } from '../visit.js'

/** The newest runs that are compared for a Solver. */
const mostRuns = 100

/** One side of a comparison. */
interface Side {
  readonly name: string
  readonly runs: readonly BenchmarkRun[]
}

/** Two Solvers, or two runs, on the tasks of one version of a benchmark. */
export async function showCompare({ query, call }: Visit): Promise<Answer> {
  const names = await readNames(call)
  const [one, other] = [query.get('one') ?? '', query.get('other') ?? '']
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
  const sides = await Promise.all([one, other].map((text) => sideOf(call, names, text, benchmark)))
  const [first, second] = sides
  if (first === undefined || second === undefined || first.runs.length === 0 || second.runs.length === 0) {
    const missing = sides.filter(({ runs }) => runs.length === 0).map(({ name }) => name)
    return answer(showProblem(`There are no ended runs of ${missing.join(' or ')} that can be compared.`), 422)
  }
  const versions = new Set([...first.runs, ...second.runs].map(({ benchmark_id: id, version }) => `${id}@${version}`))
  if (versions.size > 1) {
    const message =
      'The runs are of different benchmarks or versions, whose tasks cannot be compared: choose runs of one version.'
    return answer(showProblem(message), 422)
  }
  const taskNames = await readTaskNames(call, first.runs[0]?.benchmark_id ?? '')
  const results = [first, second].map(({ runs }) => runs.map((run) => resultOf(run, taskNames)))
  const distinct = first.name === second.name ? [`${first.name} (1)`, `${second.name} (2)`] : [first.name, second.name]
  const agents = distinct.map(
    (name, index): ComparedAgent => ({ name, summary: summarizeRuns(results[index] ?? []), harms: {} }),
  )
  const pair = compareAgents(results[0] ?? [], results[1] ?? [])
  const [firstName = '', secondName = ''] = distinct
  const shown = showComparison({ agents, comparisons: [{ ...pair, agents: [firstName, secondName] }] }, () => undefined)
  return answer(shown)
}

async function sideOf(call: CallOperation, names: Names, text: string, benchmark: string): Promise<Side> {
  if (text.startsWith('run_')) {
    const run = await call('getBenchmarkRun', { params: { id: text } })
    return { name: `${names.solver(run.solver_id)} …${run.id.slice(-5)}`, runs: isWhole(run) ? [run] : [] }
  }
  const id = names.solvers.find(([solver, name]) => solver === text || name === text)?.[0] ?? text
  const runs: BenchmarkRun[] = []
  let version: number | undefined
  // Bounded: the wire has no filter, and whoever compares means what was done lately.
  for (let cursor = '', pages = 0; pages < 10 && runs.length < mostRuns; pages++) {
    const { data, _meta } = await call('listBenchmarkRuns', {
      query: { limit: '100', ...(cursor === '' ? {} : { cursor }) },
    })
    for (const run of data) {
      if (run.solver_id !== id || run.benchmark_id !== benchmark || !isWhole(run)) continue
      version ??= run.version
      if (run.version === version && runs.length < mostRuns) runs.push(run)
    }
    if (!_meta.next) break
    cursor = _meta.next
  }
  return { name: names.solver(id), runs }
}

/** Only whole runs that have ended are compared: a part of the tasks may be the easier one. */
function isWhole({ status, subset }: BenchmarkRun): boolean {
  return status === 'completed' && subset !== true
}

async function readTaskNames(call: CallOperation, benchmark: string): Promise<ReadonlyMap<string, string>> {
  const tasks = await orNull(call('listTasks', { query: { benchmark_id: benchmark, limit: '100' } }))
  return new Map(tasks?.data.map(({ id, name }) => [id, name]))
}

function resultOf({ task_runs: taskRuns }: BenchmarkRun, names: ReadonlyMap<string, string>): RunResult {
  return {
    task_runs: taskRuns.map(({ task_id: id, verdict, score }) => ({
      task_id: names.get(id) ?? id,
      verdict,
      score,
      broken: null,
    })),
  }
}
