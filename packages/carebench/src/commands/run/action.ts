import type { ComparedRun } from '../../comparing/compare-runs.js'
import type { RunComparison } from '../../comparing/comparison.js'
import { demandGates, findMissedGates, type MissedGate } from '../../comparing/gates.js'
import { explainDamage, readRunFolder } from '../../files/run-folder.js'
import { assertWritable, writeTextFile } from '../../files/written-file.js'
import { openRunQueue } from '../../queue/run-queue.js'
import { formatComparison } from '../../reporting/format-comparison.js'
import { formatTrialsJunit } from '../../reporting/format-trials-junit.js'
import { writeSummary } from '../../reporting/written-summary.js'
import { defaultTrialCost } from '../../runner/models/model-agent.js'
import { readResults } from '../../runner/results/read-folder.js'
import type { RunOutcome } from '../../runner/runs/run-options.js'
import { assertSource } from '../../running/benchmark-source.js'
import { findSuite } from '../../running/benchmark-suite.js'
import { estimateCosts } from '../../running/cost-estimate.js'
import { explainRunError } from '../../running/explain-run-error.js'
import { type Interrupts, listenForInterrupts } from '../../running/interrupts.js'
import { reviewIdentities } from '../../running/process-agents.js'
import { counted } from '../../running/run-events.js'
import { parseRunPlan, type RunPlan } from '../../running/run-plan.js'
import { type RunSetting, readRunSetting } from '../../running/run-setting.js'
import { countCalls } from '../../running/solution-agent.js'
import { ExitCodeError, UsageError } from '../../terminal/exit-reason.js'
import { jsonText, printable } from '../../terminal/printable.js'
import { showProgress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'
import { compareWith } from './baseline.js'
import { reviewBudget } from './budget-review.js'
import { executeRun } from './execute-run.js'
import { keptConfig, type RunCommandOptions, withResumed } from './kept-options.js'
import { type OpenedRun, openRun } from './open-run.js'
import { printPlan } from './print-plan.js'

/** Maximum number of trials in the queue at the same time. */
const maxQueued = 1000

/** Runs agents through a benchmark. Throws the error for the exit code. */
export async function run(terminal: Terminal, argument: string | undefined, given: RunCommandOptions): Promise<void> {
  const { source, options } = withResumed(argument, given, terminal.environment)
  if (options.url === undefined) assertSource(source)
  const plan = parseRunPlan(source, options, 'run')
  if (plan instanceof UsageError) throw plan
  const folder = options.folder ?? options.resume
  // By default, the folder of a run is in `runs`, so agents must not read that one either.
  const hidden = [folder ?? 'runs', 'runs', findSuite(source)?.folder ?? source]
  const setting = await readRunSetting(options, terminal.environment, hidden)
  const interrupts = listenForInterrupts(['SIGTERM'])
  try {
    const ended = await showProgress(terminal, { quiet: options.json === true }, async (progress) => {
      const { name } = options
      const opened = await openRun(plan, setting, { terminal, progress, signal: interrupts.first, folder, name })
      const compare = compareWith(options, plannedResults(plan, opened))
      progress.clear()
      warn(terminal, plan, opened, setting)
      if (options.dryRun === true) {
        printPlan(terminal, { ...explainPlan(plan, opened, setting, options), json: options.json === true })
        return undefined
      }
      // Fails now rather than after the last trial.
      for (const file of [options.junit, options.summary]) if (file !== undefined) assertWritable(file)
      const outcome = await execute(terminal, options, { plan, opened, setting, interrupts })
      return { outcome, ...writeResults(terminal, options, { folder: opened.folder, outcome, compare }) }
    })
    if (ended === undefined) return
    const { outcome, comparison, missed } = ended
    if (comparison !== undefined) printComparison(terminal, comparison, options)
    conclude(outcome, missed)
  } catch (error) {
    throw explainRunError(error)
  } finally {
    interrupts.forget()
  }
}

interface Begun {
  readonly plan: RunPlan
  readonly opened: OpenedRun
  readonly setting: RunSetting
  readonly interrupts: Interrupts
}

/** Runs the trials here or on workers. */
async function execute(terminal: Terminal, options: RunCommandOptions, begun: Begun): Promise<RunOutcome> {
  const { plan, opened, setting, interrupts } = begun
  const { service, benchmark, tasks, tags, itemFamilies, agents, folder } = opened
  const { trials, infrastructureRetries, preflight, limits, shard, budget, seed } = plan
  const queue =
    plan.queue === undefined ? undefined : await openRunQueue(plan.queue, folder, { benchmark, agents, limits })
  try {
    return await executeRun(
      terminal,
      options,
      { queue, desk: opened.desk },
      {
        folder,
        service,
        benchmark,
        tasks,
        ...(tags && { tags: pickTasks(tags, tasks, []) }),
        ...(itemFamilies && { itemFamilies: pickTasks(itemFamilies, tasks, {}) }),
        agents,
        trials,
        infrastructureRetries,
        preflight,
        limits,
        // With a queue, all trials wait there, and the workers decide how many run at a time.
        concurrency: queue !== undefined ? maxQueued : opened.sharesClock ? 1 : plan.concurrency,
        secrets: setting.secrets,
        config: keptConfig(plan.source, options, terminal.environment),
        drain: interrupts.first,
        stop: interrupts.second,
        ...(queue && { executor: queue.executor }),
        ...(shard && { shard }),
        ...(budget !== undefined && { budget }),
        ...(seed !== undefined && { seed }),
      },
    )
  } finally {
    await queue?.close()
  }
}

/** Returns the facts of the given tasks by task name; `unknown` for a task without any. */
function pickTasks<Fact>(facts: Readonly<Record<string, Fact>>, tasks: readonly string[], unknown: Fact) {
  return Object.fromEntries(tasks.map((task) => [task, facts[task] ?? unknown]))
}

interface Executed {
  readonly folder: string
  readonly outcome: RunOutcome
  readonly compare: (results: ComparedRun) => RunComparison | undefined
}

/** Writes the requested JUnit and summary files, and returns the comparison and the missed gates. */
function writeResults(terminal: Terminal, options: RunCommandOptions, { folder, outcome, compare }: Executed) {
  const results = readRunFolder(folder)
  const comparison = compare(results)
  const comparisons = comparison === undefined ? [] : [comparison]
  const missed = findMissedGates(outcome.summary.agents, { minCoverage: 1, ...options }, comparisons)
  if (options.junit !== undefined) writeTextFile(options.junit, formatTrialsJunit([results]))
  writeSummary(terminal, options, { folder: results, comparison, missed })
  return { comparison, missed }
}

function warn(terminal: Terminal, { budget, preflight }: RunPlan, { agents }: OpenedRun, { processes }: RunSetting) {
  const warnings = [...reviewIdentities(agents, processes), ...reviewBudget(agents, budget, preflight)]
  for (const warning of warnings) terminal.err(`${printable(warning)}\n`)
}

/** Returns the run as it is before its first trial, to check whether it can be compared. */
function plannedResults({ seed }: RunPlan, { folder, benchmark, agents, tasks }: OpenedRun): ComparedRun {
  return {
    path: folder,
    config: {},
    benchmark: benchmark.reference,
    auditOk: benchmark.auditOk !== false,
    agents: agents.map(({ name }) => name),
    tasks,
    tags: {},
    itemFamilies: {},
    lock: { benchmarkDigest: benchmark.digest, seed: seed ?? null, scored: true, agents: {} },
    plan: [],
    scored: [],
    invalid: [],
  }
}

/** Returns the output of `--dry-run`. */
function explainPlan(plan: RunPlan, opened: OpenedRun, { models }: RunSetting, { shard }: RunCommandOptions) {
  const { tasks, agents, folder, benchmark, solutions } = opened
  const { trials, limits, budget } = plan
  const total = counted(tasks.length * agents.length * trials, 'trial')
  const factors = `${counted(tasks.length, 'task')} × ${counted(agents.length, 'agent')} × ${counted(trials, 'trial')}`
  const part = shard === undefined ? '' : `, here shard ${shard}`
  return {
    plan: `${factors} = ${total} of ${benchmark.reference}${part}`,
    folder,
    tasks,
    agents: agents.map(({ name }) => name),
    costs: estimateCosts({
      models: models.priced,
      tasks,
      trials,
      limits,
      defaultCost: defaultTrialCost,
      scored: scoredIn(folder),
      ...(solutions && { calls: countCalls(solutions) }),
    }),
    budget,
  }
}

/** Reads the scored trials in a folder, with their costs. */
function scoredIn(folder: string) {
  return explainDamage(() => readResults(folder)).map(({ key: { agent, task, trial }, cost }) => ({
    agent,
    task,
    trial,
    usd: cost.usd,
  }))
}

function printComparison(terminal: Terminal, comparison: RunComparison, { json = false }: RunCommandOptions): void {
  terminal.out(json ? jsonText({ event: 'compared', ...comparison }) : `\n${formatComparison(comparison)}`)
}

/** Throws the error of the exit code; missed gates take precedence over mere incompleteness. */
function conclude({ summary, stopped }: RunOutcome, missed: readonly MissedGate[]): void {
  const planned = summary.agents.reduce((sum, agent) => sum + agent.planned, 0)
  const scored = summary.agents.reduce((sum, agent) => sum + agent.scored, 0)
  if (stopped === 'interrupted' && scored < planned) {
    throw new ExitCodeError(130, 'interrupted; the same command with the same folder continues')
  }
  if (stopped === 'budget') throw new ExitCodeError(4, 'the budget is used up; a higher --budget continues')
  demandGates(missed)
}
