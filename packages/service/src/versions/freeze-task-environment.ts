import { letOthersWork } from '@carebench/playground'
import { ApiError, type Finding, type JsonObject, type TaskEnvironment, withSystemKey } from '@carebench/protocol'
import type { ServiceContext } from '../context.js'
import {
  datasets,
  type EnvironmentDoc,
  type FrozenAddition,
  type FrozenTask,
  type TaskDoc,
  type UnauditedVersion,
} from '../documents/authoring.js'
import { checkSimulatorConfig } from '../documents/config-check.js'
import { keyInEnvironment } from '../documents/simulator-key.js'
import { mergePatch } from '../merge-patch.js'
import { blueprintOf } from '../runs/task-blueprint.js'
import { type FrozenDatasets, seedingFault } from './freeze-environment.js'

/** The environment of a version, which its tasks add to. */
export interface SharedEnvironment {
  readonly environment: EnvironmentDoc
  readonly simulators: UnauditedVersion['simulators']
  readonly datasets: FrozenDatasets
}

/**
 * What a task has in addition to the environment of its version; undefined if nothing. Faults are added to `faults`, with
 * pointers that begin with `at`.
 */
export async function freezeTaskEnvironment(
  context: ServiceContext,
  { environment: own }: Pick<TaskDoc, 'environment'>,
  shared: SharedEnvironment,
  at: string,
  faults: Finding[],
): Promise<FrozenAddition | undefined> {
  if (own === null || own === undefined) return undefined
  const configs = patchedConfigs(context, own, shared, `${at}/environment/simulators`, faults)
  const added = shared.datasets.more()
  for (const [index, { id, system }] of (own.datasets ?? []).entries()) {
    const place = `${at}/environment/datasets/${index}`
    const found = await context.store.get(datasets, id)
    const simulator = found && simulatorFor(context, shared, { type: found.doc.type, system }, place, faults)
    await added.add(id, simulator)
  }
  const all = added.all()
  return all.length === 0 && Object.keys(configs).length === 0 ? undefined : { configs, datasets: all }
}

function patchedConfigs(
  context: ServiceContext,
  { simulators = {} }: TaskEnvironment,
  { environment, simulators: linked }: SharedEnvironment,
  at: string,
  faults: Finding[],
): Record<string, JsonObject> {
  const byKey = new Map(linked.map((one) => [keyInEnvironment(context, environment, one), one]))
  const configs: Record<string, JsonObject> = {}
  for (const [key, patch] of Object.entries(simulators)) {
    const simulator = byKey.get(key)
    if (simulator === undefined) {
      faults.push({ path: `${at}/${pointerPart(key)}`, message: unknownKey(key, [...byKey.keys()]) })
      continue
    }
    const config = mergePatch(simulator.config, patch)
    const errors = checkSimulatorConfig(context, simulator.type, config, `${at}/${pointerPart(key)}`)
    faults.push(...errors.map(({ path, message }) => ({ path, message: `${message}, once the patch is applied` })))
    configs[withSystemKey(simulator.type, simulator.key)] = config
  }
  return configs
}

/** The only simulator that a dataset seeds, as the log names it; undefined: all that take its type. */
function simulatorFor(
  context: ServiceContext,
  { environment, simulators }: SharedEnvironment,
  { type, system }: { readonly type: string; readonly system: string | undefined },
  at: string,
  faults: Finding[],
): string | undefined {
  const taking = simulators.filter((one) => context.simulators.get(one.type)?.dataset?.type === type)
  const keys = taking.map((one) => keyInEnvironment(context, environment, one))
  if (system === undefined) {
    if (taking.length === 0) {
      const message = `must be of a type that a simulator of the environment takes, got a dataset of type ${type}; link such a simulator, or remove the dataset`
      faults.push({ path: at, message })
    }
    return undefined
  }
  const only = taking[keys.indexOf(system)]
  if (only === undefined) {
    const known = keys.map((key) => JSON.stringify(key)).join(', ') || 'it has none'
    const message = `must be the key of a simulator of the environment that takes data of type ${type} (${known}), got ${JSON.stringify(system)}`
    faults.push({ path: `${at}/system`, message })
    return undefined
  }
  return withSystemKey(only.type, only.key)
}

function unknownKey(key: string, known: readonly string[]): string {
  const keys = known.map((one) => JSON.stringify(one)).join(', ') || 'it has none'
  return `must be the key of a simulator of the environment (${keys}), got ${JSON.stringify(key)}`
}

function pointerPart(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Throws an ApiError `CONFLICT` with the faults in the environments of tasks, if there are any. */
export function assertTaskEnvironments(tasks: readonly Pick<FrozenTask, 'name'>[], faults: readonly Finding[]): void {
  const [first] = faults
  if (first === undefined) return
  const task = tasks[Number(first.path.split('/')[2])]
  const more = faults.length === 1 ? '' : ` And ${faults.length - 1} more, listed in "errors".`
  throw new ApiError(
    'CONFLICT',
    `The environment of the task ${JSON.stringify(task?.name)} cannot be used: ${first.path} ${first.message}.${more}`,
    { errors: faults },
  )
}

/**
 * Seeds the systems of each task that has an environment of its own, as for the version as a whole. Throws an ApiError
 * `CONFLICT` if seeding fails for some.
 */
export async function assertTasksSeed(context: ServiceContext, version: UnauditedVersion): Promise<void> {
  const faults: Finding[] = []
  for (const [index, task] of version.tasks.entries()) {
    if (task.environment === undefined) continue
    await letOthersWork()
    const fault = seedingFault(context, blueprintOf(version, task))
    if (fault === undefined) continue
    const message = `must be data that the simulators can load: ${fault.replace(/\.$/, '')}`
    faults.push({ path: `/tasks/${index}/environment/datasets`, message })
  }
  assertTaskEnvironments(version.tasks, faults)
}
