import { isJsonObject, type JsonObject } from '@carebench/protocol'
import { plural } from '@carebench/text'
import { canonicalJson, compareAgents, type RunResult, summarizeRuns } from '@carebench/verifier'
import type { RunFolder } from '../files/run-folder.js'
import { didHarm } from '../runner/results/did-harm.js'
import { compareItems, summarizeItems } from '../runner/results/item-summary.js'
import { explainLeftOut, type RunSummary } from '../runner/results/run-summary.js'
import type { TrialResult } from '../runner/results/trial-result.js'
import type { Surface } from '../runner/surface.js'
import { UsageError } from '../terminal/exit-reason.js'
import { assertComparable, findWorldNote } from './comparable.js'
import type { AgentChange, BeforeAndAfter, ComparedTask, RunComparison, TaskCounts } from './comparison.js'
import { readPercentile } from './distribution.js'
import { assertFamilies, compareFamilies, hasFamilies } from './families.js'
import { type ComparedTrials, findRegression } from './regression.js'

/** A results folder, or the folder of a run that has not started. */
export interface ComparedRun extends Omit<RunFolder, 'summary' | 'trials' | 'unplanned' | 'attempts' | 'assessments'> {
  readonly summary?: Pick<RunSummary, 'left_out'>
}

export interface CompareOptions {
  /** The agent of the candidate; default: those that the baseline also has, or the only one of each. */
  readonly agent?: string
  /** The baseline's agent to compare with; default: the one of the same name. */
  readonly baselineAgent?: string
  /** The accepted rate of false alarms. */
  readonly significance?: number
  /** `family`: report differences by task family too; `surface`: reject runs on the same surface. */
  readonly by?: 'family' | 'surface'
}

/**
 * Compares a results folder with a baseline, on the tasks and agents that both have. Throws a {@link UsageError} if a
 * comparison would be meaningless: another benchmark, other worlds, no common task or agent, or a script in place of a
 * person.
 */
export function compareRuns(
  baseline: ComparedRun,
  candidate: ComparedRun,
  options: CompareOptions = {},
): RunComparison {
  assertComparable(baseline, candidate)
  for (const { path, scored } of [baseline, candidate]) assertNoScripts(path, scored)
  const tasks = candidate.tasks.filter((task) => baseline.tasks.includes(task))
  if (tasks.length === 0) throw new UsageError(`${candidate.path} and ${baseline.path} have no task in common`)
  if (options.by === 'family') assertFamilies(tasks)
  const pairs = pairAgents(baseline, candidate, options)
  const world = findWorldNote(baseline, candidate)
  return {
    version: 1,
    benchmark: candidate.benchmark,
    folders: { baseline: baseline.path, candidate: candidate.path },
    new_tasks: candidate.tasks.filter((task) => !tasks.includes(task)),
    missing_tasks: baseline.tasks.filter((task) => !tasks.includes(task)),
    agents: pairs
      .map((agents) => compareAgent(agents, { baseline, candidate }, tasks, options))
      .map(assertSurfaces(options)),
    new_agents:
      options.agent === undefined
        ? candidate.agents.filter((name) => !pairs.some((pair) => pair.candidate === name))
        : [],
    notes: [
      ...(world === undefined ? [] : [world]),
      ...new Set([baseline, candidate].flatMap(({ summary }) => (summary?.left_out ?? []).map(explainLeftOut))),
      ...[baseline, candidate].flatMap((run) => [...noteInvalidated(run), ...notePeople(run)]),
    ],
  }
}

/** Throws a {@link UsageError} for trials in which a script stood in for a person. */
function assertNoScripts(path: string, scored: readonly TrialResult[]): void {
  const script = scored.find(({ isolation }) => isolation === 'scripted')
  if (script === undefined) return
  throw new UsageError(
    `no people yet: ${script.key.agent} of ${path} is a script in place of a person, which cannot be compared`,
  )
}

/** Returns a note on each agent that is a person. */
function notePeople({ scored }: ComparedRun): readonly string[] {
  const people = scored.filter(({ isolation }) => isolation === 'person').map(({ key }) => key.agent)
  return [...new Set(people)].map((agent) => `${agent} is a person: a human baseline. Its time is active time.`)
}

/** Returns a note on the trials that people have invalidated. */
function noteInvalidated({ path, invalid }: ComparedRun): readonly string[] {
  if (invalid.length === 0) return []
  return [
    `${plural(invalid.length, 'trial')} of ${path} invalidated by people and left out of figures: ` +
      'carebench assess lists why.',
  ]
}

/** Pairs the agents to compare. */
function pairAgents(
  baseline: ComparedRun,
  candidate: ComparedRun,
  { agent, baselineAgent }: CompareOptions,
): readonly BeforeAndAfter<string>[] {
  for (const [name, folder] of [
    [agent, candidate],
    [baselineAgent, baseline],
  ] as const) {
    if (name === undefined || folder.agents.includes(name)) continue
    throw new UsageError(`${folder.path} has no agent ${name}; its agents are ${folder.agents.join(', ')}`)
  }
  const chosen = agent === undefined ? candidate.agents : [agent]
  const partnerOf = (name: string) => {
    if (baselineAgent !== undefined) return baselineAgent
    if (baseline.agents.includes(name)) return name
    return chosen.length === 1 && baseline.agents.length === 1 ? baseline.agents[0] : undefined
  }
  const pairs = chosen.flatMap((name) => {
    const partner = partnerOf(name)
    return partner === undefined ? [] : [{ baseline: partner, candidate: name }]
  })
  if (pairs.length > 0) return pairs
  throw new UsageError(
    `no agent is in both runs (${baseline.agents.join(', ')}; ${candidate.agents.join(', ')}); name them with ` +
      '--agent and --baseline-agent',
  )
}

function compareAgent(
  agents: BeforeAndAfter<string>,
  folders: BeforeAndAfter<ComparedRun>,
  tasks: readonly string[],
  { significance, by }: CompareOptions,
): AgentChange {
  const known = new Set(tasks)
  const own = (side: keyof BeforeAndAfter<unknown>) =>
    folders[side].scored.filter(({ key }) => key.agent === agents[side] && known.has(key.task))
  const scored = { baseline: own('baseline'), candidate: own('candidate') }
  const runs = map(scored, toRuns)
  const times = map(scored, listTimes)
  const both = (figure: (results: readonly TrialResult[]) => number) => map(scored, figure)
  const compared = compareAgents(runs.candidate, runs.baseline)
  const summaries = map(runs, (list) => summarizeRuns(list))
  const rows = tasks.map((task) => compareTask(task, scored))
  const trials = tasks.map((task) => compareTrials(task, scored))
  return {
    agents,
    differs: listDifferences(
      folders.baseline.lock.agents[agents.baseline],
      folders.candidate.lock.agents[agents.candidate],
    ),
    surface: map(scored, surfaceIn),
    scored: both(({ length }) => length),
    planned: {
      baseline: listPlanned(folders.baseline, agents.baseline, known),
      candidate: listPlanned(folders.candidate, agents.candidate, known),
    },
    pass_rate: map(summaries, ({ pass_rate: rate }) => rate),
    pass_rate_difference: compared.pass_rate_difference,
    mean_score: map(summaries, ({ mean_score: mean }) => mean),
    mean_score_difference: compared.mean_score_difference,
    ...((by === 'family' || (by === 'surface' && hasFamilies(tasks))) && { by_family: compareFamilies(runs, rows) }),
    ...compareOwnItems(scored),
    tasks: rows,
    critical_trials: both((results) => results.filter(isCritical).length),
    critical_act_trials: both((results) => results.filter((result) => didHarm(result, 'critical')).length),
    major_act_trials: both((results) => results.filter((result) => didHarm(result, 'major')).length),
    newly_critical: tasks.filter((_, index) => {
      const { first, second } = trials[index]?.critical ?? none
      return second.trials > 0 && first.events > 0 && second.events === 0
    }),
    cost_per_trial_usd: map(scored, meanCost),
    wall_ms: map(times, (list) => readPercentile(list, 50)),
    wall_ms_quartiles: map(times, (list) => [readPercentile(list, 25), readPercentile(list, 75)]),
    regression: findRegression(trials, significance),
  }
}

function compareOwnItems({ baseline, candidate }: Scored): Pick<AgentChange, 'items'> {
  const [before, after] = [summarizeItems(baseline), summarizeItems(candidate)]
  if (before === undefined || after === undefined) return {}
  return { items: { baseline: before, candidate: after, pass_rate_difference: compareItems(candidate, baseline) } }
}

const none = { first: { events: 0, trials: 0 }, second: { events: 0, trials: 0 } }

type Scored = BeforeAndAfter<readonly TrialResult[]>

function map<From, To>({ baseline, candidate }: BeforeAndAfter<From>, change: (value: From) => To): BeforeAndAfter<To> {
  return { baseline: change(baseline), candidate: change(candidate) }
}

/** Returns how the agent of these trials reached the systems; null if unknown, or not the same in all. */
function surfaceIn(results: readonly TrialResult[]): Surface | null {
  const surfaces = new Set(results.map(({ surface }) => surface))
  const [only = null] = surfaces
  return surfaces.size === 1 ? only : null
}

/**
 * Returns a check that, with `by: 'surface'`, throws a {@link UsageError} unless baseline and candidate used different
 * surfaces.
 */
function assertSurfaces({ by }: CompareOptions): (change: AgentChange) => AgentChange {
  return (change) => {
    const { baseline, candidate } = change.surface
    if (by !== 'surface' || (baseline !== null && candidate !== null && baseline !== candidate)) return change
    const found = (surface: Surface | null) => surface ?? 'no single known surface'
    throw new UsageError(
      `--by surface needs runs of the same tasks by two surfaces; ${change.agents.candidate} has ` +
        `${found(baseline)} in the baseline and ${found(candidate)} in the run`,
    )
  }
}

/** Converts results to the input of the verifier's statistics. */
function toRuns(results: readonly TrialResult[]): readonly RunResult[] {
  return results.map(({ key, verdict, score, broken, left_undone = null }) => ({
    task_runs: [{ task_id: key.task, verdict, score, broken, left_undone }],
  }))
}

function compareTask(task: string, scored: Scored): ComparedTask {
  const { baseline, candidate } = map(scored, (results) => countResults(task, results))
  const passes = ({ passed, scored: of }: TaskCounts) => passed * 2 > of
  const isUndecided = baseline.scored === 0 || candidate.scored === 0
  const change = passes(baseline) === passes(candidate) ? 'same' : passes(baseline) ? 'broke' : 'fixed'
  return { task, baseline, candidate, change: isUndecided ? 'undecided' : change }
}

function countResults(task: string, results: readonly TrialResult[]): TaskCounts {
  const own = results.filter(({ key }) => key.task === task)
  const scores = own.flatMap(({ score }) => score ?? [])
  return {
    passed: own.filter(({ verdict }) => verdict === 'pass').length,
    scored: own.length,
    mean_score: scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length,
  }
}

/** Counts the trials of a task, the candidate first. */
function compareTrials(task: string, scored: Scored): ComparedTrials {
  const count = (holds: (result: TrialResult) => boolean, of: (result: TrialResult) => boolean) => {
    const { baseline, candidate } = map(scored, (results) => {
      const own = results.filter((result) => result.key.task === task && of(result))
      return { events: own.filter(holds).length, trials: own.length }
    })
    return { first: candidate, second: baseline }
  }
  return {
    passes: count(
      ({ verdict }) => verdict === 'pass',
      () => true,
    ),
    critical: count(isCritical, ({ broken }) => broken !== null),
  }
}

function isCritical({ broken }: TrialResult): boolean {
  return broken !== null && broken.critical > 0
}

function listPlanned({ plan }: ComparedRun, agent: string, tasks: ReadonlySet<string>): number {
  return plan.filter((key) => key.agent === agent && tasks.has(key.task)).length
}

function meanCost(results: readonly TrialResult[]): number | null {
  let sum = 0
  for (const { cost } of results) {
    if (cost.usd === null) return null
    sum += cost.usd
  }
  return results.length === 0 ? null : sum / results.length
}

function listTimes(results: readonly TrialResult[]): readonly number[] {
  return results.map(({ time }) => time.active_ms ?? time.wall_ms)
}

/** Returns the differing members of two locks; identity and limits are compared member by member. */
function listDifferences(was: JsonObject | undefined, is: JsonObject | undefined): readonly string[] {
  const before = flatten(was)
  const after = flatten(is)
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name))
}

function flatten(lock: JsonObject = {}): ReadonlyMap<string, string> {
  const members = Object.entries(lock).filter(([name]) => name !== 'digest')
  return new Map(
    members.flatMap(([name, value]) =>
      isJsonObject(value)
        ? Object.entries(value).map(([inner, member]) => [`${name}/${inner}`, canonicalJson(member)] as const)
        : [[name, canonicalJson(value)] as const],
    ),
  )
}
