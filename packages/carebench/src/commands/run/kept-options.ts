import { join } from 'node:path'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { GateOptions } from '../../comparing/gates.js'
import { assertRunFolder, explainDamage } from '../../files/run-folder.js'
import { readPlan } from '../../runner/results/read-folder.js'
import { readTools } from '../../running/agent-surface.js'
import type { RunPlanOptions } from '../../running/run-plan.js'
import { UsageError } from '../../terminal/exit-reason.js'
import { sealOfUser } from './user-seal.js'

export interface RunCommandOptions extends RunPlanOptions, GateOptions {
  readonly folder?: string
  readonly name?: string
  readonly resume?: string
  readonly junit?: string
  readonly summary?: string
  readonly dryRun?: boolean
  /** False for `--no-pages`. */
  readonly pages?: boolean
  readonly json?: boolean
}

/** Options that affect only one invocation of the command. All others define the run, and are kept for `--resume`. */
export const optionsOfOneCommand = [
  'folder',
  'name',
  'resume',
  'queue',
  'failUnder',
  'minCoverage',
  'failOnRegression',
  'significance',
  'junit',
  'summary',
  'preflight',
  'dryRun',
  'pages',
  'json',
] as const satisfies readonly (keyof RunCommandOptions)[]

/** The types of options in `run.json`; the reader of the folder has already checked the numbers. */
const kinds: Readonly<Record<string, string>> = {
  agent: 'texts',
  model: 'texts',
  task: 'texts',
  passEnv: 'texts',
  sandboxRead: 'texts',
  sandboxHost: 'texts',
  agentVersion: 'texts',
  trials: 'number',
  shard: 'string',
  reader: 'string',
  concurrency: 'number',
  limit: 'number',
  retryInfra: 'number',
  timeout: 'number',
  budget: 'number',
  seed: 'number',
  temperature: 'number',
  maxOutputTokens: 'number',
  modelSeed: 'number',
  maxSteps: 'number',
  maxToolErrors: 'number',
  maxCost: 'number',
  maxObservation: 'number',
  retryWindow: 'number',
  stall: 'number',
  grace: 'number',
  maxTokens: 'object',
  maxConnections: 'object',
  trustAgentExit: 'boolean',
}

interface KeptOptions {
  readonly source: string
  readonly options: JsonObject
  /** Whether the user of this environment started the run with these options. */
  isOwn(environment: NodeJS.ProcessEnv): boolean
}

/**
 * Reads the benchmark and the options of a run from its folder. Throws a {@link UsageError} for an option that the
 * command line would reject.
 */
export function readKeptOptions(folder: string): KeptOptions {
  const file = join(folder, 'run.json')
  assertRunFolder(folder)
  const { begun = null, ...config } = explainDamage(() => readPlan(folder)).config
  const { source, tools, ...kept } = config
  // Version 0.2 wrote `tools` instead of `surface`.
  const options = typeof tools === 'string' ? { ...kept, surface: readTools(tools) } : kept
  if (typeof source !== 'string') throw new UsageError(`${file} does not name its benchmark`)
  for (const [name, value] of Object.entries(options)) {
    // Some of these options name files to write, and the folder may come from a stranger.
    if (isOfOneCommand(name)) {
      throw new UsageError(`${file} has /config/${name}, which carebench run never writes there; remove it`)
    }
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    const found = readKind(value)
    if (kind === undefined ? found === 'null' : found !== kind) {
      const expected = `${kind ?? 'a value'} as carebench run writes it`
      throw new UsageError(`${file} has /config/${name}, which must be ${expected}, got ${found}`)
    }
  }
  return { source, options, isOwn: (environment) => begun !== null && begun === sealOfUser(config, environment) }
}

function readKind(value: JsonValue): string {
  if (value === null) return 'null'
  if (!Array.isArray(value)) return typeof value
  return value.every((item) => typeof item === 'string') ? 'texts' : 'array'
}

/** Returns the data for `--resume` in `run.json`, with the seal of the user. */
export function keptConfig(source: string, options: RunCommandOptions, environment: NodeJS.ProcessEnv): JsonObject {
  const values = Object.entries(options).filter(([name, value]) => value !== undefined && !isOfOneCommand(name))
  const config = { source, ...Object.fromEntries(values) }
  const begun = sealOfUser(config, environment)
  return begun === undefined ? config : { ...config, begun }
}

/**
 * Options that choose tasks, interfaces, settings of a model and limits. All others start programs, name files that are
 * read, pass on keys and variables, choose where they are sent, or widen what programs may reach.
 */
const harmless: ReadonlySet<string> = new Set([
  'split',
  'task',
  'limit',
  'trials',
  'shard',
  'reader',
  'concurrency',
  'timeout',
  'retryInfra',
  'budget',
  'seed',
  'sandbox',
  'grace',
  'agentVersion',
  'surface',
  'observe',
  'toolSet',
  'temperature',
  'maxOutputTokens',
  'modelSeed',
  'reasoningEffort',
  'allowDroppedSettings',
  'maxConnections',
  'retryWindow',
  'stall',
  'maxSteps',
  'maxToolErrors',
  'maxTokens',
  'maxCost',
  'maxObservation',
] satisfies readonly (keyof RunCommandOptions)[])

/** Rejects options in a stranger's folder that are not harmless. Throws a {@link UsageError}. */
function assertTrusted(folder: string, kept: JsonObject, options: RunCommandOptions): void {
  const named: object = options
  const taken = Object.keys(kept).filter((name) => !harmless.has(name) && !Object.hasOwn(named, name))
  if (taken.length === 0) return
  const flags = taken.map((name) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`)
  throw new UsageError(
    `expected a run that you began on this machine, but ${join(folder, 'run.json')} has another seal or none: its ` +
      'options start programs, read files or send your keys. If they are what you want, name them again: ' +
      flags.join(', '),
  )
}

/** Returns the options of the resumed run, overridden by those of the command. */
export function withResumed(
  argument: string | undefined,
  options: RunCommandOptions,
  environment: NodeJS.ProcessEnv,
): { readonly source: string; readonly options: RunCommandOptions } {
  const { resume } = options
  if (resume === undefined) {
    if (argument === undefined) throw new UsageError('name the benchmark to run, for example prior-auth')
    return { source: argument, options }
  }
  const kept = readKeptOptions(resume)
  if (!kept.isOwn(environment)) assertTrusted(resume, kept.options, options)
  return {
    source: argument ?? kept.source,
    options: { ...(kept.options as RunCommandOptions), ...options, folder: options.folder ?? resume },
  }
}

function isOfOneCommand(name: string): boolean {
  return (optionsOfOneCommand as readonly string[]).includes(name)
}
