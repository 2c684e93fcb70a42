import { type JsonValue, type Steps, withoutSystemKey } from '@carebench/protocol'
import type { System } from '@carebench/systems'
import type { DifferencesRecord, RecordEnvironment, TaskRunRecord } from '@carebench/verifier'
import { checkSchema } from '../http/json/schema-check.js'
import type { BlueprintTaskEnvironment, PlaygroundBlueprint } from '../playground/playground-blueprint.js'
import type { RecordBaseDocument } from './record-base.js'

/**
 * Thrown if a record cannot be replayed: it has no log or environment, or they do not match the available simulators.
 */
export class NotReplayableError extends Error {
  override readonly name = 'NotReplayableError'
}

/**
 * Returns the environment of a record: its own, or that of the base that it names. Throws a {@link NotReplayableError}
 * if it has none, or if `base` is not the base that it names.
 */
export function readEnvironment(
  record: TaskRunRecord | DifferencesRecord,
  base: RecordBaseDocument | undefined,
): RecordEnvironment {
  if (record.version === 1) {
    if (record.environment !== undefined) return record.environment
    throw new NotReplayableError(
      'The record has no environment to replay the log on: expected "environment", as in records of this service.',
    )
  }
  const { digest, seeded_at, task_environment } = record.base
  if (base?.digest === digest) {
    const task = task_environment !== undefined && { task_environment }
    return { seeded_at, simulators: base.simulators, datasets: base.datasets, ...task }
  }
  const found = base === undefined ? 'which was not given' : `got the base ${base.digest}`
  throw new NotReplayableError(
    `The record holds only differences from the base ${digest}, ${found}: GET ` +
      '/benchmarks/{id}/versions/{version}/base returns it, and a record with self_contained=true holds it.',
  )
}

/**
 * Returns, in steps, the blueprint from which the playground of a record was built. Throws a {@link NotReplayableError}
 * if the type of a simulator is unknown, or its configuration is invalid.
 */
export function* recordBlueprint(
  environment: RecordEnvironment,
  known: ReadonlyMap<string, System>,
): Steps<PlaygroundBlueprint> {
  for (const [index, { type, config }] of environment.simulators.entries()) {
    const at = `/environment/simulators/${index}`
    const simulator = known.get(String(type))
    if (simulator === undefined) {
      throw new NotReplayableError(`${at}/type is ${JSON.stringify(type)}; known are ${[...known.keys()].join(', ')}.`)
    }
    yield* assertConfig(simulator, config, `${at}/config`)
  }
  const { seeded_at, task_environment: task, ...parts } = environment as unknown as RecordedEnvironment
  for (const [name, config] of Object.entries(task?.configs ?? {})) {
    const at = `/environment/task_environment/configs/${name}`
    const simulator = known.get(withoutSystemKey(name))
    if (simulator === undefined) {
      throw new NotReplayableError(`${at} must be of a known simulator: ${[...known.keys()].join(', ')}.`)
    }
    yield* assertConfig(simulator, config, at)
  }
  const added = task !== undefined && { task_environment: { id: 'task', ...task } }
  return { id: 'record', created_at: seeded_at, ...parts, ...added }
}

function* assertConfig({ configSchema }: System, config: unknown, at: string): Steps<void> {
  const [error] = yield* checkSchema(configSchema, config as JsonValue, at)
  if (error !== undefined) throw new NotReplayableError(`${error.path} ${error.message}.`)
}

/** Validated with the schema of records, or by its digest, and here with those of configurations. */
interface RecordedEnvironment extends Pick<PlaygroundBlueprint, 'simulators' | 'datasets'> {
  readonly seeded_at: string
  readonly task_environment?: Omit<BlueprintTaskEnvironment, 'id'>
}
