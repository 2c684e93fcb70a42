import { type PlannedSuite, planForDifference, planForHarm } from '../../comparing/plan-trials-needed.js'
import { estimateSpreads } from '../../comparing/power.js'
import { readRunFolder } from '../../files/run-folder.js'
import { formatPlan } from '../../reporting/format-plan.js'
import type { AgentSummary } from '../../runner/results/run-summary.js'
import { familyOfTask } from '../../runner/results/task-family.js'
import { UnmetGoalError, UsageError } from '../../terminal/exit-reason.js'
import { jsonText } from '../../terminal/printable.js'
import { showProgress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'

export interface PlanOptions {
  readonly agent?: string
  readonly tasks?: number
  readonly families?: number
  readonly harmRate?: number
  readonly difference?: number
  readonly passRate?: number
  readonly usd?: number
  readonly minutes?: number
  readonly concurrency?: number
  readonly json?: boolean
}

/**
 * Maximum pass rate taken from a first run: even if it passed everything, the other agent must be able to do better.
 */
const maxShownRate = 0.95

/** Maximum number of tasks, because simulations hold the whole benchmark in memory. */
const maxTasks = 5000

/**
 * Prints how many trials the claims need. Throws an {@link UnmetGoalError} if these tasks cannot support one of them.
 */
export async function plan(terminal: Terminal, folder: string | undefined, options: PlanOptions): Promise<void> {
  const suite = readSuite(folder, options)
  const rate = within('--harm-rate', options.harmRate ?? 1, 100)
  const room = Math.round(1000 * (1 - suite.passRate)) / 10
  const points = within('--difference', options.difference ?? Math.min(10, room / 2), room)
  const plans = await showProgress(terminal, { quiet: options.json === true }, (progress) => ({
    suite,
    harm: planForHarm(suite, rate),
    difference: planForDifference(suite, points, (trials) =>
      progress.step(`Simulating comparisons with ${trials} trials of each task`),
    ),
  }))
  terminal.out(options.json === true ? jsonText({ version: 1, ...plans }) : formatPlan(plans))
  if (plans.harm.effort === null || plans.difference.effort === null) throw new UnmetGoalError()
}

/**
 * Returns the suite to plan for, from a run's results unless options override them. Throws a {@link UsageError} if it
 * cannot be planned.
 */
function readSuite(folder: string | undefined, options: PlanOptions): PlannedSuite {
  const known = folder === undefined ? undefined : shownBy(folder, options.agent)
  const tasks = options.tasks ?? known?.tasks
  if (tasks === undefined) {
    throw new UsageError('name the results folder of a first run, or say how many tasks there are: --tasks 200')
  }
  if (tasks > maxTasks) throw new UsageError(`--tasks must be at most ${maxTasks}, got ${tasks}`)
  const families = options.families ?? (options.tasks === undefined ? known?.families : undefined) ?? tasks
  if (families > tasks)
    throw new UsageError(`--families must be at most the number of tasks, ${tasks}, got ${families}`)
  const percent = options.passRate
  return {
    tasks,
    families,
    passRate:
      percent === undefined
        ? Math.min(known?.passRate ?? 0.5, maxShownRate)
        : within('--pass-rate', percent, 100) / 100,
    ...(percent === undefined && known?.shown !== undefined && { shown: known.shown }),
    ...(known?.spreads !== undefined && { spreads: known.spreads }),
    usd: options.usd ?? known?.usd ?? null,
    minutes: options.minutes ?? known?.minutes ?? null,
    concurrency: options.concurrency ?? 4,
  }
}

function within(option: string, value: number, below: number): number {
  if (value > 0 && value < below) return value
  throw new UsageError(`${option} must lie between 0 and ${below}, got ${value}`)
}

type Shown = Omit<PlannedSuite, 'concurrency'>

/** Reads the facts about an agent and its tasks from the results of a run. */
function shownBy(path: string, name: string | undefined): Shown {
  const { scored, summary } = readRunFolder(path)
  const { agents } = summary
  const agent = name === undefined ? findWeakest(agents) : agents.find((one) => one.agent === name)
  if (agent === undefined) {
    throw new UsageError(
      `${path} has no agent ${name ?? ''}; its agents are ${agents.map((one) => one.agent).join(', ')}`,
    )
  }
  if (agent.scored === 0) throw new UsageError(`${path} has no scored trial of ${agent.agent}`)
  const own = scored.filter(({ key }) => key.agent === agent.agent)
  const tasks = agent.tasks.map(({ task }) => task)
  const families = groupFamilies(tasks)
  const others = agents.filter((one) => one.scored > 0)
  return {
    tasks: tasks.length,
    families: families.size,
    // With a rate of 0 or 1, the simulated agents could not differ.
    passRate: shrunkRate(agent),
    shown: { agent: agent.agent, passed: agent.passed, scored: agent.scored },
    ...(others.length > 1 && families.size > 1 && families.size < tasks.length && spreadsBy(families, others)),
    usd: agent.cost_usd === null ? null : agent.cost_usd / agent.scored,
    minutes: own.reduce((sum, { time }) => sum + time.wall_ms, 0) / own.length / 60_000,
  }
}

/**
 * Finds the agent with the lowest pass rate among those with scored trials; the reference agent only if there is no
 * other.
 */
function findWeakest(agents: readonly AgentSummary[]): AgentSummary | undefined {
  const ranked = agents.toSorted(
    (a, b) =>
      Number(a.scored === 0) - Number(b.scored === 0) ||
      Number(a.isolation === 'reference') - Number(b.isolation === 'reference') ||
      shrunkRate(a) - shrunkRate(b),
  )
  return ranked[0]
}

/** Returns the pass rate after adding half a pass and half a failure. */
function shrunkRate({ passed, scored }: AgentSummary): number {
  return (passed + 0.5) / (scored + 1)
}

/** Groups tasks by family; a task without a family in its name is a family of its own. */
function groupFamilies(tasks: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const families = new Map<string, Set<string>>()
  for (const task of tasks) {
    const family = familyOfTask(task) ?? task
    families.set(family, (families.get(family) ?? new Set<string>()).add(task))
  }
  return families
}

function spreadsBy(families: ReadonlyMap<string, ReadonlySet<string>>, agents: readonly AgentSummary[]) {
  const passed = agents.map(({ tasks }) =>
    [...families.values()].map((family) =>
      tasks.filter(({ task }) => family.has(task)).map((task) => task.passed * 2 > task.trials.length),
    ),
  )
  return { spreads: estimateSpreads(passed) }
}
