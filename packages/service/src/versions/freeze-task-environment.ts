import { ApiError, type Finding, type JsonObject, type TaskEnvironment, withSystemKey } from '@carebench/protocol'
import { findTakers, findTaskEnvironmentFaults } from '../authoring/task-environment-faults.js'
import type { ServiceContext } from '../context/context.js'
import {
  datasets,
  type EnvironmentDoc,
  type FrozenTask,
  type FrozenTaskEnvironment,
  type TaskDoc,
  type UnauditedVersion,
} from '../documents/collections/authoring.js'
import { keyInEnvironment } from '../documents/simulator-key.js'
import { mergePatch } from '../http/json/merge-patch.js'
import { toBlueprint } from '../runs/task-blueprint.js'
import { letOthersWork } from '../work/let-others-work.js'
import { datasetGone, type FrozenDatasets, placed, seedingFault } from './freeze-environment.js'

/** The environment of a version, to which its tasks add. */
export interface SharedEnvironment {
  readonly environment: EnvironmentDoc
  readonly simulators: UnauditedVersion['simulators']
  readonly datasets: FrozenDatasets
}

/**
 * Returns the additions of a task to the environment of its version; undefined if none. Errors are added to `faults`,
 * with pointers that begin with `at`.
 */
export async function freezeTaskEnvironment(
  context: ServiceContext,
  { environment: own }: Pick<TaskDoc, 'environment'>,
  shared: SharedEnvironment,
  at: string,
  faults: Finding[],
): Promise<FrozenTaskEnvironment | undefined> {
  if (own === null || own === undefined) return undefined
  const linked = linkedSimulators(context, shared)
  const named = await Promise.all(
    (own.datasets ?? []).map(async ({ id, system }) => ({ id, system, type: await findType(context, id) })),
  )
  const found = findTaskEnvironmentFaults(linked, { simulators: own.simulators, datasets: named }, `${at}/environment`)
  if (found.length > 0) {
    faults.push(...found)
    return undefined
  }
  const added = shared.datasets.more()
  for (const { id, type, system } of named) {
    const only = system === undefined ? undefined : findTakers(linked, type).find(({ key }) => key === system)
    await added.add(id, only?.logged)
  }
  const configs = patchedConfigs(linked, own)
  const all = added.all()
  return all.length === 0 && Object.keys(configs).length === 0 ? undefined : { configs, datasets: all }
}

/** Returns the type of a dataset. Throws an ApiError `CONFLICT` if it is gone. */
async function findType(context: ServiceContext, id: string): Promise<string> {
  const found = await context.store.get(datasets, id)
  if (found === undefined) throw datasetGone(id)
  return found.doc.type
}

/** `logged` is the name by which the log calls a simulator. */
function linkedSimulators(context: ServiceContext, { environment, simulators }: SharedEnvironment) {
  return simulators.map(({ id, type, key, config }) => ({
    key: keyInEnvironment(context, environment, { id, type }),
    logged: withSystemKey(type, key),
    config,
    system: context.simulators.get(type),
  }))
}

function patchedConfigs(
  linked: ReturnType<typeof linkedSimulators>,
  { simulators: patches = {} }: TaskEnvironment,
): Record<string, JsonObject> {
  const patched = linked.flatMap(({ key, logged, config }) => {
    const patch = Object.hasOwn(patches, key) ? patches[key] : undefined
    if (patch === undefined) return []
    return [[logged, mergePatch(config, patch)] as const]
  })
  return Object.fromEntries(patched)
}

/** Throws an ApiError `CONFLICT` with the faults in the environments of tasks, if there are any. */
export function assertTaskEnvironments(tasks: readonly Pick<FrozenTask, 'name'>[], faults: readonly Finding[]): void {
  const [first] = faults
  if (first === undefined) return
  const task = tasks[Number(first.path.split('/')[2])]
  const more = faults.length === 1 ? '' : ` And ${faults.length - 1} more, listed in "errors".`
  throw new ApiError(
    'CONFLICT',
    `The environment of the task ${JSON.stringify(task?.name)} cannot be used: ${placed(first)}.${more}`,
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
    const fault = await seedingFault(context, toBlueprint(version, task))
    if (fault === undefined) continue
    const message = `must be data that the simulators can load: ${fault.replace(/\.$/, '')}`
    faults.push({ path: `/tasks/${index}/environment/datasets`, message })
  }
  assertTaskEnvironments(version.tasks, faults)
}
