import { fixtureNames, isFixtureName } from '@carebench/fixtures/names'
import type { TrialLimits } from '../runner/agent.js'
import type { Shard } from '../runner/runs/plan-trials.js'
import type { Surface } from '../runner/surface.js'
import { UsageError } from '../terminal/exit-reason.js'
import { type AgentChoice, isReference, isScripted, parseAgentChoice } from './chosen-agents.js'
import { type ModelChoices, toLimits } from './chosen-models.js'
import { humanName } from './people/human-agent.js'
import { parseReader, type Reader } from './people/reader.js'
import type { ProcessOptions } from './process-agents.js'
import { readShard } from './quantities.js'

/** The options of a run, from `run`, `worker` and run files. */
export interface RunPlanOptions extends ModelChoices, ProcessOptions {
  readonly agent?: readonly string[]
  /** The name or pseudonym of the person who works as the agent `human`. */
  readonly reader?: string
  readonly split?: string
  readonly task?: readonly string[]
  readonly limit?: number
  readonly trials?: number
  /** The shard to run: `2/5`. */
  readonly shard?: string
  readonly concurrency?: number
  /** The timeout of a trial in seconds. */
  readonly timeout?: number
  readonly retryInfra?: number
  /** Budget of the run in US dollars. */
  readonly budget?: number
  readonly seed?: number
  readonly url?: string
  /** The database of a queue, for workers. */
  readonly queue?: string
  /** False for `--no-preflight`. */
  readonly preflight?: boolean
}

/** The plan of a run, before anything is opened. */
export interface RunPlan {
  /** The benchmark, as the user named it. */
  readonly source: string
  readonly choices: readonly AgentChoice[]
  /** The person who works as the agent `human`, which is then the only agent. */
  readonly reader?: Reader
  /** How agents reach the systems. Default: depends on the kind of agent. */
  readonly surface?: Surface
  /** The server that has the benchmark. Default: a service of this process. */
  readonly url?: string
  readonly queue?: string
  readonly split?: string
  /** Globs of task names, and the maximum number of matching tasks. Default: all tasks. */
  readonly chosenTasks: { readonly globs?: readonly string[]; readonly limit?: number }
  /** Whether the clock of the service skips waiting times; only if all agents are scripts or the reference agent. */
  readonly hurries: boolean
  readonly trials: number
  readonly concurrency: number
  readonly infrastructureRetries: number
  readonly preflight: boolean
  readonly limits: TrialLimits
  readonly shard?: Shard
  readonly budget?: number
  readonly seed?: number
}

/** Reads the plan of a run from its options. Returns the error of options that contradict each other. */
export function parseRunPlan(source: string, options: RunPlanOptions, command: 'run' | 'worker'): RunPlan | UsageError {
  const choices = (options.agent ?? []).map(parseAgentChoice)
  const shard = options.shard === undefined ? undefined : readShard(options.shard)
  const contradiction = command === 'run' ? contradictionOfRun : contradictionOfWorker
  const message = contradiction(source, options, choices)
  if (message !== undefined) return new UsageError(message)
  if (options.shard !== undefined && shard === undefined)
    return new UsageError(`expected a shard from 1 to the number of shards, such as 2/5, got ${options.shard}`)
  const { url, queue, split, task: globs, limit, timeout, budget, seed } = options
  const reader = options.reader === undefined ? undefined : parseReader(options.reader)
  if (typeof reader === 'string') return new UsageError(reader)
  return {
    source,
    choices,
    chosenTasks: { ...(globs && { globs }), ...(limit !== undefined && { limit }) },
    hurries: command === 'run' && !hasModels(options) && choices.every(isSetUp),
    trials: options.trials ?? 1,
    // A person works on one trial at a time.
    concurrency: reader === undefined ? (options.concurrency ?? 4) : 1,
    infrastructureRetries: options.retryInfra ?? 2,
    preflight: options.preflight !== false,
    limits: { ...toLimits(options), ...(timeout !== undefined && { timeout }) },
    ...(reader !== undefined && { reader }),
    ...(options.surface !== undefined && { surface: options.surface }),
    ...(url !== undefined && { url }),
    ...(queue !== undefined && { queue }),
    ...(split !== undefined && { split }),
    ...(shard !== undefined && { shard }),
    ...(budget !== undefined && { budget }),
    ...(seed !== undefined && { seed }),
  }
}

type Contradiction = (source: string, options: RunPlanOptions, choices: readonly AgentChoice[]) => string | undefined

const contradictionOfRun: Contradiction = (source, options, choices) => {
  const { url, queue, split } = options
  const script = choices.find(isScripted)
  const isMixed = hasModels(options) || !choices.every(isSetUp)
  if (choices.length === 0 && !hasModels(options)) {
    return 'name at least one agent or model, for example --agent good, or --model openai/<model>'
  }
  const people = contradictionOfPeople(options, choices)
  if (people !== undefined) return people
  if (choices.some(isReference) && url !== undefined) {
    return 'the agent solution replays what the files of a benchmark record: leave out --url'
  }
  if (script !== undefined && isMixed) {
    return 'scripted agents skip waiting times for all: run them in another --folder, then `carebench compare` both'
  }
  if (script !== undefined && !isFixtureName(source)) {
    return (
      `the agent ${script.agent} knows only the benchmarks that come with carebench, named without a version and run ` +
      `without --url: ${fixtureNames.join(', ')}; for another benchmark, name your own agent, or solution`
    )
  }
  if (script !== undefined && url !== undefined) {
    return 'scripted agents run on a service of their own: leave out --url'
  }
  if (queue !== undefined && url === undefined) {
    return 'workers must reach the service: name the server with --url too'
  }
  if (split !== undefined && url !== undefined) {
    return '--split chooses among the files of a benchmark here: leave it out with --url'
  }
  return undefined
}

function contradictionOfPeople(options: RunPlanOptions, choices: readonly AgentChoice[]): string | undefined {
  const { reader, queue } = options
  if (!choices.some(isHuman)) {
    return reader === undefined ? undefined : '--reader names the person for the agent human: add --agent human'
  }
  if (reader === undefined) return 'the agent human is a person: name one with --reader, such as --reader "reader 1"'
  if (choices.length > 1 || hasModels(options)) {
    return 'the agent human runs alone: use a separate command and folder for each reader and for other agents'
  }
  return queue === undefined ? undefined : 'the agent human works at this machine: leave out --queue'
}

const contradictionOfWorker: Contradiction = (_, options, choices) => {
  if (choices.some(isHuman)) return 'the agent human works with carebench run'
  if (choices.some(isSetUp)) {
    return (
      'scripted agents and the agent solution run on a service of their own, which others cannot reach: name another ' +
      'agent'
    )
  }
  if (choices.length === 0 && !hasModels(options)) {
    return 'name at least one agent or model, the same as those of carebench run'
  }
  return undefined
}

function isHuman({ agent }: AgentChoice): boolean {
  return agent === humanName
}

/** Whether an agent shows only that the setup works. */
function isSetUp(choice: AgentChoice): boolean {
  return isScripted(choice) || isReference(choice)
}

function hasModels({ model = [], modelFrom }: RunPlanOptions): boolean {
  return model.length > 0 || modelFrom !== undefined
}
