import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type JsonObject, systemClock } from '@carebench/protocol'
import { nearestName } from '@carebench/verifier/kinds'
import { type ComparedRun, compareRuns } from '../../comparing/compare-runs.js'
import type { RunComparison } from '../../comparing/comparison.js'
import { demandGates, findMissedGates, type GateOptions, type MissedGate } from '../../comparing/gates.js'
import { spreadOverFamilies } from '../../comparing/task-family.js'
import { createHurriedClock } from '../../demo/hurried-clock.js'
import { assertPlainFolder } from '../../files/plain-folder.js'
import { explainDamage, readRunFolder } from '../../files/run-folder.js'
import { assertWritable, writeTextFile } from '../../files/written-file.js'
import { openRunQueue, type RunQueue } from '../../queue/run-queue.js'
import { formatComparison } from '../../reporting/format-comparison.js'
import { formatTrialsJunit } from '../../reporting/format-trials-junit.js'
import { writeSummary } from '../../reporting/written-summary.js'
import { defaultTrialCost } from '../../runner/models/model-agent.js'
import { takeVariables } from '../../runner/processes/taken-variables.js'
import { readResults } from '../../runner/results/read-folder.js'
import type { RunEvent, RunOptions, RunOutcome } from '../../runner/runs/run-options.js'
import { runTrials } from '../../runner/runs/run-trials.js'
import { assertSource, openHere, openOnServer } from '../../running/benchmark-source.js'
import { findSuite } from '../../running/benchmark-suite.js'
import {
  assertChoice,
  createChosenAgent,
  isReference,
  isScripted,
  parseAgentChoice,
} from '../../running/chosen-agents.js'
import { createChosenModels, limitsOf, type ModelChoices } from '../../running/chosen-models.js'
import { estimateCosts } from '../../running/cost-estimate.js'
import { explainRunError } from '../../running/explain-run-error.js'
import { matchesGlob } from '../../running/glob.js'
import { explainInterrupts, listenForInterrupts } from '../../running/interrupts.js'
import { type ProcessOptions, readProcessSetting, reviewIdentities } from '../../running/process-agents.js'
import { counted, eventToJson, formatEvent, formatOutcome } from '../../running/run-events.js'
import { assertSolved, callsOf } from '../../running/solution-agent.js'
import { EndedOtherwise, WrongUse } from '../../terminal/exit-reason.js'
import { jsonText, printable } from '../../terminal/printable.js'
import { showProgress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'
import { reviewBudget } from './budget-review.js'
import { optionsOfOneCommand, readKeptOptions } from './kept-options.js'
import { printPlan } from './run-plan.js'
import { createRunScreen } from './run-screen.js'
import { readShard } from './shard.js'

export interface RunCommandOptions extends ModelChoices, ProcessOptions, GateOptions {
  readonly agent?: readonly string[]
  readonly split?: string
  readonly task?: readonly string[]
  readonly limit?: number
  readonly trials?: number
  /** `2/5` */
  readonly shard?: string
  readonly concurrency?: number
  /** Seconds. */
  readonly timeout?: number
  readonly retryInfra?: number
  /** US dollars. */
  readonly budget?: number
  readonly seed?: number
  readonly url?: string
  /** The database of a queue, for workers. */
  readonly queue?: string
  readonly folder?: string
  readonly name?: string
  readonly resume?: string
  readonly junit?: string
  readonly summary?: string
  /** False for `--no-preflight`. */
  readonly preflight?: boolean
  readonly dryRun?: boolean
  /** False for `--no-pages`. */
  readonly pages?: boolean
  readonly json?: boolean
}

/** Trials that are in the queue at the same time. */
const mostQueued = 1000

const notKept: readonly string[] = optionsOfOneCommand satisfies readonly (keyof RunCommandOptions)[]

/** Runs agents through a benchmark. Throws what the exit codes of the command stand for. */
export async function run(terminal: Terminal, argument: string | undefined, given: RunCommandOptions): Promise<void> {
  const { source, options } = withResumed(argument, given)
  const choices = (options.agent ?? []).map(parseAgentChoice)
  const hasModels = (options.model ?? []).length > 0 || options.modelFrom !== undefined
  if (choices.length === 0 && !hasModels) {
    throw new WrongUse('name at least one agent or model, for example --agent good, or --model openai/<model>')
  }
  const environment = { ...terminal.environment }
  const models = await createChosenModels(options, environment)
  const modelKeys = Object.keys(environment).filter((name) => models.secrets.includes(environment[name] ?? ''))
  // Agents that are processes of the same user could read them from this one.
  const tokenOfAgents = options.agentTokenEnv === undefined ? [] : [options.agentTokenEnv]
  takeVariables(['CAREBENCH_SOLVER_KEY', 'CAREBENCH_ORGANIZATION_KEY', ...tokenOfAgents, ...modelKeys])
  const interrupts = listenForInterrupts(['SIGTERM'])
  let queue: RunQueue | undefined
  try {
    const ended = await showProgress(terminal, { quiet: options.json === true }, async (progress) => {
      const clock = createHurriedClock(systemClock)
      // The clock skips waiting times of scripted agents. It is the clock of everybody else, too, so only they get it.
      const hurried = !hasModels && choices.every((choice) => isScripted(choice) || isReference(choice))
      if (choices.some(isReference) && options.url !== undefined) {
        throw new WrongUse('the agent solution replays what the files of a benchmark record: leave out --url')
      }
      if (!hurried && choices.some(isScripted)) {
        throw new WrongUse('scripted agents skip waiting times, which others would notice: run them on their own')
      }
      if (options.url === undefined) assertSource(source)
      for (const choice of choices) assertChoice(choice, source)
      const ownFolder = options.folder ?? options.resume
      // The folder of a run without a name of its own is in `runs`.
      const hidden = [ownFolder ?? 'runs', 'runs', findSuite(source)?.folder ?? source]
      const processes = readProcessSetting(options, environment, hidden)
      const context = { source, wait: clock.wait, processes }
      // Before anything is published; the reference needs what the files of the benchmark record.
      const chosen = await Promise.all(
        choices.map((choice) => (isReference(choice) ? choice : createChosenAgent(choice, context))),
      )
      if (options.queue !== undefined && options.url === undefined) {
        throw new WrongUse('workers must reach the service: name the server with --url too')
      }
      const opened =
        options.url === undefined
          ? await openHere(source, {
              terminal,
              progress,
              signal: interrupts.first,
              assertTasks: (names) => void chooseTasks(names, options),
              ...(hurried ? { clock } : {}),
              ...(options.split === undefined ? {} : { split: options.split }),
            })
          : await openOnServer({ ...environment, CAREBENCH_URL: options.url }, source)
      if (options.split !== undefined && options.url !== undefined) {
        throw new WrongUse('--split chooses among the files of a benchmark here: leave it out with --url')
      }
      if (hurried && options.url !== undefined) {
        throw new WrongUse('scripted agents run on a service of their own: leave out --url')
      }
      const tasks = chooseTasks(opened.tasks, options)
      const { solutions } = opened
      if (solutions !== undefined && choices.some(isReference)) {
        assertSolved(solutions, tasks)
        if (!hurried && !solutions.isStepped) {
          throw new WrongUse(
            'the agent solution skips waiting times where the clock is not stepped, which others would notice: run it on its own',
          )
        }
      }
      // Whoever waits moves the clock of all trials, unless each has a stepped one.
      const sharesClock = hurried && !(solutions?.isStepped === true && choices.every(isReference))
      const folder = ownFolder ?? defaultFolder(options.name ?? opened.name)
      if (existsSync(folder)) assertPlainFolder(folder)
      const withSolutions = solutions === undefined ? context : { ...context, solutions }
      const created = await Promise.all(
        chosen.map((one) => ('agent' in one ? createChosenAgent(one, withSolutions) : one)),
      )
      const agents = [...created, ...models.agents]
      const { trials = 1, concurrency = 4, retryInfra: infrastructureRetries = 2, timeout, budget, seed } = options
      const compare = compareWith(options, {
        path: folder,
        config: {},
        benchmark: opened.benchmark.reference,
        agents: agents.map(({ name }) => name),
        tasks,
        lock: { benchmarkDigest: opened.benchmark.digest, seed: seed ?? null, scored: true, agents: {} },
        plan: [],
        scored: [],
      })
      progress.clear()
      const warnings = [...reviewIdentities(agents, processes), ...reviewBudget(agents, budget, options.preflight)]
      for (const warning of warnings) terminal.err(`${printable(warning)}\n`)
      const shard = options.shard === undefined ? undefined : readShard(options.shard)
      const total = counted(tasks.length * agents.length * trials, 'trial')
      const plan = `${counted(tasks.length, 'task')} × ${counted(agents.length, 'agent')} × ${counted(trials, 'trial')} = ${total} of ${opened.benchmark.reference}${shard === undefined ? '' : `, of which this is shard ${options.shard}`}`
      if (options.dryRun === true) {
        printPlan(terminal, {
          plan,
          folder,
          tasks,
          agents: agents.map(({ name }) => name),
          costs: estimateCosts({
            models: models.priced,
            tasks,
            trials,
            limits: limitsOf(options),
            defaultCost: defaultTrialCost,
            scored: scoredIn(folder),
            ...(solutions === undefined ? {} : { calls: callsOf(solutions) }),
          }),
          budget,
          json: options.json === true,
        })
        return undefined
      }
      // Better now than after the last trial.
      for (const file of [options.junit, options.summary]) if (file !== undefined) assertWritable(file)
      const limits = { ...limitsOf(options), ...(timeout !== undefined && { timeout }) }
      const { benchmark } = opened
      if (options.queue !== undefined) queue = await openRunQueue(options.queue, folder, { benchmark, agents, limits })
      const outcome = await execute(terminal, options, queue, {
        folder,
        service: opened.service,
        benchmark,
        tasks,
        agents,
        trials,
        ...(shard === undefined ? {} : { shard }),
        // All trials wait in the queue; how many are at work is for the workers to say.
        concurrency: queue !== undefined ? mostQueued : sharesClock ? 1 : concurrency,
        infrastructureRetries,
        preflight: options.preflight !== false,
        limits,
        ...(queue === undefined ? {} : { executor: queue.executor }),
        secrets: [
          ...models.secrets,
          ...(processes.token === undefined ? [] : [processes.token]),
          ...processes.passEnv.flatMap((name) => environment[name] ?? []),
        ],
        config: keptConfig(source, options),
        drain: interrupts.first,
        stop: interrupts.second,
        ...(budget === undefined ? {} : { budget }),
        ...(seed === undefined ? {} : { seed }),
      })
      const results = readRunFolder(folder)
      const comparison = compare(results)
      const comparisons = comparison === undefined ? [] : [comparison]
      const missed = findMissedGates(outcome.summary.agents, { minCoverage: 1, ...options }, comparisons)
      if (options.junit !== undefined) writeTextFile(options.junit, formatTrialsJunit([results]))
      writeSummary(terminal, options, { folder: results, comparison, missed })
      return { outcome, comparison, missed }
    })
    if (ended === undefined) return
    const { outcome, comparison, missed } = ended
    if (comparison !== undefined) printComparison(terminal, comparison, options)
    conclude(outcome, missed)
  } catch (error) {
    throw explainRunError(error)
  } finally {
    interrupts.forget()
    await queue?.close()
  }
}

async function execute(
  terminal: Terminal,
  options: RunCommandOptions,
  queue: RunQueue | undefined,
  run: RunOptions,
): Promise<RunOutcome> {
  const { json = false } = options
  const screen = json || terminal.errColumns === undefined ? undefined : createRunScreen(terminal)
  const forget = explainInterrupts(run, (text) => {
    screen?.clear()
    terminal.err(`${text}\n`)
  })
  const onEvent = (event: RunEvent) => {
    if (json) {
      const line = eventToJson(event)
      if (line !== undefined) terminal.out(jsonText(line))
      return
    }
    const line = formatEvent(event)
    screen?.clear()
    if (line !== undefined) terminal.err(`${line}\n`)
    screen?.show(event)
  }
  queue?.tell((message) => {
    screen?.clear()
    if (json) terminal.out(jsonText({ event: 'waiting', message }))
    else terminal.err(`${printable(message)}\n`)
  })
  try {
    const outcome = await runTrials({ ...run, onEvent })
    screen?.end()
    if (!json) terminal.out(`${formatOutcome(outcome)}\nResults: ${run.folder}\n`)
    if (options.pages !== false) await writePages(terminal, run.folder, json)
    return outcome
  } finally {
    forget()
    screen?.end()
  }
}

/** Writes the pages of a run. Whether they can be written does not change what the command concludes. */
async function writePages(terminal: Terminal, folder: string, json: boolean): Promise<void> {
  try {
    const { writeRunPages } = await import('../../reporting/pages/write-run-pages.js')
    const { index, unread } = await writeRunPages(terminal, folder, { quiet: json })
    for (const why of unread) terminal.err(`The pages lack a trial: ${printable(why)}\n`)
    if (!json) terminal.out(`Pages: ${index}\n`)
  } catch (error) {
    terminal.err(
      `The pages could not be written: ${printable(error instanceof Error ? error.message : String(error))}\n`,
    )
  }
}

/** The scored trials that a folder has, with what they have cost. */
function scoredIn(folder: string) {
  return explainDamage(() => readResults(folder)).map(({ key: { agent, task, trial }, cost }) => ({
    agent,
    task,
    trial,
    usd: cost.usd,
  }))
}

function chooseTasks(all: readonly string[], { task: globs, limit }: RunCommandOptions): readonly string[] {
  const matching = globs === undefined ? all : all.filter((name) => globs.some((glob) => matchesGlob(glob, name)))
  if (matching.length === 0) {
    const near = (globs ?? []).flatMap((glob) => nearestName(glob, all) ?? [])
    const hint = near.length === 0 ? '' : `did you mean ${near.map((name) => JSON.stringify(name)).join(', ')}? `
    throw new WrongUse(`no task matches ${(globs ?? []).join(', ')}; ${hint}the tasks are ${all.join(', ')}`)
  }
  return limit === undefined ? matching : spreadOverFamilies(matching, limit)
}

function defaultFolder(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '-')
  return join('runs', `${new Date().toISOString().slice(0, 10)}-${plain}`)
}

/** What `--resume` needs, for `run.json`. */
function keptConfig(source: string, options: RunCommandOptions): JsonObject {
  const values = Object.entries(options).filter(([name, value]) => value !== undefined && !notKept.includes(name))
  return { source, ...Object.fromEntries(values) }
}

/** The options of the run that is resumed, with those of the command before them. */
function withResumed(
  argument: string | undefined,
  options: RunCommandOptions,
): { readonly source: string; readonly options: RunCommandOptions } {
  const { resume } = options
  if (resume === undefined) {
    if (argument === undefined) throw new WrongUse('name the benchmark to run, for example prior-auth')
    return { source: argument, options }
  }
  const kept = readKeptOptions(resume)
  return {
    source: argument ?? kept.source,
    options: { ...(kept.options as RunCommandOptions), ...options, folder: options.folder ?? resume },
  }
}

/**
 * What compares the results with the baseline once they are there. Throws a {@link WrongUse} before anything was run if they could not be
 * compared.
 */
function compareWith(
  { failOnRegression, significance }: RunCommandOptions,
  planned: ComparedRun,
): (results: ComparedRun) => RunComparison | undefined {
  if (failOnRegression === undefined) return () => undefined
  if (resolve(failOnRegression) === resolve(planned.path)) {
    throw new WrongUse(`${planned.path} cannot be its own baseline: name another folder as fail_on_regression`)
  }
  const baseline = readRunFolder(failOnRegression)
  compareRuns(baseline, planned)
  const options = significance === undefined ? {} : { significance }
  return (results) => compareRuns(baseline, results, options)
}

function printComparison(terminal: Terminal, comparison: RunComparison, { json = false }: RunCommandOptions): void {
  terminal.out(json ? jsonText({ event: 'compared', ...comparison }) : `\n${formatComparison(comparison)}`)
}

/** Throws what the exit codes stand for; what was asked for comes before what is merely incomplete. */
function conclude({ summary, stopped }: RunOutcome, missed: readonly MissedGate[]): void {
  const planned = summary.agents.reduce((sum, agent) => sum + agent.planned, 0)
  const scored = summary.agents.reduce((sum, agent) => sum + agent.scored, 0)
  if (stopped === 'interrupted' && scored < planned) {
    throw new EndedOtherwise(130, 'interrupted; the same command with the same folder continues')
  }
  if (stopped === 'budget') throw new EndedOtherwise(4, 'the budget is used up; a higher --budget continues')
  demandGates(missed)
}
