import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { RunCommandOptions } from '../actions/run.js'
import { WrongUse } from '../exit-reason.js'

/** What options are in `run.json`, of which the reader of the folder has checked that all numbers are amounts. */
const kinds = {
  agent: 'texts',
  model: 'texts',
  task: 'texts',
  passEnv: 'texts',
  sandboxRead: 'texts',
  sandboxHost: 'texts',
  agentVersion: 'texts',
  trials: 'number',
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
} satisfies Partial<Record<keyof RunCommandOptions, string>>

/** Returns the options that a run was started with. Throws a {@link WrongUse} for one that the command line would not have. */
export function keptOptions(file: string, config: JsonObject): RunCommandOptions {
  for (const [name, value] of Object.entries(config)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name as keyof typeof kinds] : undefined
    const found = kindOf(value)
    if (kind === undefined ? found === 'null' : found !== kind) {
      throw new WrongUse(
        `${file}: /config/${name} must be ${kind ?? 'a value'} as carebench run writes it, got ${found}`,
      )
    }
  }
  return config as RunCommandOptions
}

function kindOf(value: JsonValue): string {
  if (value === null) return 'null'
  if (!Array.isArray(value)) return typeof value
  return value.every((item) => typeof item === 'string') ? 'texts' : 'array'
}
