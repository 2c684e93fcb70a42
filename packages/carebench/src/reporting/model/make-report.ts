import { type ComparedPair, countHarms, type UnnamedTask } from '@carebench/server/dashboard/task'
import { compareAgents, type RunResult, summarizeRuns } from '@carebench/verifier'
import { countUndecided, type JudgedTrial, summarizeUndecided } from '../../runner/results/undecided.js'
import type { UnnamedRun } from './describe-run.js'
import type { Report, ReportedAgent, ReportedRun } from './report.js'

/** A run and its agent. */
export interface AgentRun {
  readonly agent: string
  readonly run: UnnamedRun
}

/**
 * Summarizes the runs of each agent and compares each pair of agents. The figures are computed by
 * `@carebench/verifier`. Throws a RangeError if there are several agents and a run has only selected tasks.
 */
export function makeReport(agentRuns: readonly AgentRun[]): Report {
  demandWholeRuns(agentRuns)
  const keyOf = taskKeys(agentRuns.map(({ run }) => run))
  const agents = new Map<string, ReportedRun[]>()
  for (const { agent, run } of agentRuns) {
    const tasks = run.tasks.map((task) => ({ ...task, key: keyOf(run, task) }))
    agents.set(agent, [...(agents.get(agent) ?? []), { ...run, tasks }])
  }
  const reported = [...agents].map(
    ([name, runs]): ReportedAgent => ({
      name,
      summary: summarizeRuns(runs.map(toRunResult)),
      ...countHarms(runs.flatMap(({ tasks }) => tasks.flatMap(({ criteria }) => criteria))),
      undecided: summarizeUndecided(runs.flatMap(listJudgedTrials)),
      runs,
    }),
  )
  return {
    version: 1,
    intact: agentRuns.every(({ run }) => run.seal.ok),
    agents: reported,
    comparisons: listPairs(reported).map(comparePair),
    notes: notesOn(reported),
  }
}

function listJudgedTrials({ tasks }: ReportedRun): readonly JudgedTrial[] {
  const scored = tasks.filter(({ verdict }) => verdict !== null)
  return scored.map(({ name, criteria }) => ({ task: name, undecided: countUndecided(criteria) }))
}

/** Converts a run to the input of the verifier's statistics. */
function toRunResult({ tasks }: ReportedRun): RunResult {
  return {
    task_runs: tasks.map(({ key, verdict, score, broken, leftUndone: left_undone }) => ({
      task_id: key,
      verdict,
      score,
      broken,
      left_undone,
    })),
  }
}

/** Throws unless all runs are complete when agents are compared: selected tasks may be the easier ones. */
function demandWholeRuns(given: readonly AgentRun[]): void {
  const part = given.find(({ run }) => run.subset)
  if (part === undefined || new Set(given.map(({ agent }) => agent)).size < 2) return
  throw new RangeError(
    `${part.run.file}: the run has only selected tasks (subset), so agents cannot be compared by it; report it ` +
      'alone, or compare runs of all tasks',
  )
}

/** Compares two agents by the tasks that had the same criteria in all of their runs. */
function comparePair([first, second]: readonly [ReportedAgent, ReportedAgent]): ComparedPair {
  const changed = listChanged([...first.runs, ...second.runs])
  const resultsOf = ({ runs }: ReportedAgent) =>
    runs.map((run) => toRunResult({ ...run, tasks: run.tasks.filter(({ key }) => !changed.has(key)) }))
  return { agents: [first.name, second.name], ...compareAgents(resultsOf(first), resultsOf(second)) }
}

/** Returns the keys of the tasks that had different criteria in some of these runs. */
function listChanged(runs: readonly ReportedRun[]): ReadonlySet<string> {
  const judged = new Map<string, Set<string>>()
  for (const { key, judgedBy } of runs.flatMap(({ tasks }) => tasks)) {
    if (judgedBy !== null) judged.set(key, (judged.get(key) ?? new Set()).add(judgedBy))
  }
  return new Set([...judged].filter(([, digests]) => digests.size > 1).map(([key]) => key))
}

function listPairs<Of>(list: readonly Of[]): readonly (readonly [Of, Of])[] {
  return list.flatMap((first, index) => list.slice(index + 1).map((second) => [first, second] as const))
}

function nameOfBenchmark({ benchmark }: UnnamedRun): string {
  return benchmark ?? ''
}

/**
 * Returns a function that returns the key of a task. Ids differ between servers, so the key is the name of the task and
 * its benchmark; if a run has two tasks with that name, also the id.
 */
function taskKeys(runs: readonly UnnamedRun[]): (run: UnnamedRun, task: UnnamedTask) => string {
  const several = new Set(runs.map(nameOfBenchmark)).size > 1
  const ambiguous = new Set<string>()
  for (const { tasks } of runs) {
    const names = tasks.map(({ name }) => name)
    for (const [index, name] of names.entries()) if (names.indexOf(name) !== index) ambiguous.add(name)
  }
  return (run, { name, taskId, id }) => {
    const key = ambiguous.has(name) ? `${name} (${taskId ?? id ?? 'no id'})` : name
    return several ? `${nameOfBenchmark(run)}: ${key}` : key
  }
}

function notesOn(agents: readonly ReportedAgent[]): readonly string[] {
  const runs = agents.flatMap((agent) => agent.runs)
  const tasks = runs.flatMap((run) => run.tasks)
  const notes: string[] = []
  const benchmarks = [...new Set(runs.map(({ benchmark }) => benchmark ?? 'a benchmark without a name'))]
  if (benchmarks.length > 1) {
    notes.push(
      `The runs belong to several benchmarks or versions, whose tasks are not compared: ${benchmarks.join(', ')}.`,
    )
  }
  for (const key of listChanged(runs)) {
    notes.push(`“${key}” had different criteria in some runs: its results cannot be compared.`)
  }
  const parts = runs.filter(({ subset }) => subset).length
  if (parts > 0) {
    const what = parts === 1 ? 'One run has' : `${parts} runs have`
    notes.push(`${what} only selected tasks: the scores are not those of the benchmark.`)
  }
  const unscored = tasks.filter(({ verdict }) => verdict === null).length
  if (unscored > 0) {
    const what = unscored === 1 ? 'One task run has' : `${unscored} task runs have`
    notes.push(`${what} no verdict: unscored attempts are not counted, and are not failures.`)
  }
  return notes
}
