import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '@carebench/protocol'
import { nearestName } from '@carebench/verifier/kinds'
import { createHurriedClock } from '../../demo/hurried-clock.js'
import { assertPlainFolder } from '../../files/plain-folder.js'
import type { Agent } from '../../runner/agent.js'
import { spreadOverFamilies } from '../../runner/results/task-family.js'
import { type OpenedBenchmark, openHere, openOnServer } from '../../running/benchmark-source.js'
import { createChosenAgent, isReference } from '../../running/chosen-agents.js'
import { matchesGlob } from '../../running/glob.js'
import { ReaderDesk } from '../../running/people/reader-desk.js'
import type { RunPlan } from '../../running/run-plan.js'
import type { RunSetting } from '../../running/run-setting.js'
import { assertSolved } from '../../running/solution-agent.js'
import { UsageError } from '../../terminal/exit-reason.js'
import type { Progress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'

/** A run that is ready to begin: everything in its plan exists. */
export interface OpenedRun extends OpenedBenchmark {
  /** The selected tasks of the benchmark. */
  readonly tasks: readonly string[]
  readonly agents: readonly Agent[]
  /** The desk for the person who works as the agent. */
  readonly desk?: ReaderDesk
  readonly folder: string
  /** Whether a wait advances the clock of all trials; they then run one after another. */
  readonly sharesClock: boolean
}

export interface OpenRunOptions {
  readonly terminal: Terminal
  readonly progress: Progress
  readonly signal: AbortSignal
  /** The results folder. Default: named after the day and the benchmark, or `name`. */
  readonly folder: string | undefined
  readonly name: string | undefined
}

/** Opens the benchmark and creates the agents of a plan. Throws a {@link UsageError} if anything is missing. */
export async function openRun(plan: RunPlan, setting: RunSetting, options: OpenRunOptions): Promise<OpenedRun> {
  const { source, choices, hurries } = plan
  const clock = createHurriedClock(systemClock)
  const { surface, reader } = plan
  const desk = reader && new ReaderDesk(reader, options.signal)
  const context = {
    source,
    wait: clock.wait,
    processes: setting.processes,
    ...(surface && { surface }),
    ...(reader && desk && { person: { reader, desk } }),
  }
  // Agents are created before anything is published; the reference needs the solutions in the benchmark's files.
  const chosen = await Promise.all(
    choices.map((choice) => (isReference(choice) ? choice : createChosenAgent(choice, context))),
  )
  const opened =
    plan.url === undefined
      ? await openHere(source, {
          ...options,
          assertTasks: (names) => void chooseTasks(names, plan),
          // All trials share this clock.
          ...(hurries && { clock }),
          ...(plan.split !== undefined && { split: plan.split }),
        })
      : await openOnServer({ ...setting.environment, CAREBENCH_URL: plan.url }, source)
  const tasks = chooseTasks(opened.tasks, plan)
  assertReplayable(plan, opened, tasks)
  const folder = options.folder ?? defaultFolder(options.name ?? opened.name)
  if (existsSync(folder)) assertPlainFolder(folder)
  const { solutions } = opened
  const created = await Promise.all(
    chosen.map((one) =>
      'agent' in one ? createChosenAgent(one, { ...context, ...(solutions && { solutions }) }) : one,
    ),
  )
  return {
    ...opened,
    tasks,
    agents: [...created, ...setting.models.agents],
    ...(desk && { desk }),
    folder,
    sharesClock: hurries && !(solutions?.isStepped === true && choices.every(isReference)),
  }
}

/** Throws a {@link UsageError} if the reference cannot replay the solutions of the tasks. */
function assertReplayable({ choices, hurries }: RunPlan, opened: OpenedBenchmark, tasks: readonly string[]): void {
  const { solutions } = opened
  if (solutions === undefined || !choices.some(isReference)) return
  assertSolved(solutions, tasks)
  if (hurries || solutions.isStepped) return
  throw new UsageError(
    'the agent solution skips waiting times if the clock is not stepped, which affects other agents: run it on ' +
      'its own',
  )
}

function chooseTasks(all: readonly string[], { chosenTasks: { globs, limit } }: RunPlan): readonly string[] {
  const unmatched = (globs ?? []).filter((glob) => !all.some((name) => matchesGlob(glob, name)))
  if (unmatched.length > 0) throw new UsageError(explainUnmatched(unmatched, all))
  const matching = globs === undefined ? all : all.filter((name) => globs.some((glob) => matchesGlob(glob, name)))
  return limit === undefined ? matching : spreadOverFamilies(matching, limit)
}

/** Returns the error for patterns without a match: a run that silently left out requested tasks would look complete. */
function explainUnmatched(globs: readonly string[], all: readonly string[]): string {
  const near = [...new Set(globs.flatMap((glob) => findNear(glob, all)))]
  const hint = near.length === 0 ? '' : `did you mean ${near.map((name) => JSON.stringify(name)).join(', ')}? `
  const wildcards = globs.some((glob) => /[[\]{}?]/.test(glob))
    ? 'the only wildcard is *, and other characters stand for themselves; '
    : ''
  return `no task matches ${globs.join(', ')}; ${wildcards}${hint}the tasks are ${listTasks(all)}`
}

/**
 * Finds the task that the pattern misspells, or the first tasks that contain it, with character classes as wildcards.
 */
function findNear(glob: string, all: readonly string[]): readonly string[] {
  const near = nearestName(glob, all)
  if (near !== undefined) return [near]
  const loose = `*${glob.replaceAll(/\[[^\]]*\]|\{[^}]*\}|\?/g, '*')}*`
  return all.filter((name) => matchesGlob(loose, name)).slice(0, 3)
}

/** Lists the first tasks: a long list would hide the error. */
function listTasks(all: readonly string[]): string {
  const more = all.length - maxNamedTasks
  return `${all.slice(0, maxNamedTasks).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const maxNamedTasks = 20

function defaultFolder(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '-')
  return join('runs', `${new Date().toISOString().slice(0, 10)}-${plain}`)
}
