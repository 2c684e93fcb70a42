import type { PlaygroundBlueprint } from '@carebench/playground'
import type { Overrides } from '@carebench/protocol'
import { check, type Write } from '@carebench/store'
import type { ServiceContext } from '../context.js'
import { type DatasetDoc, datasets, type EnvironmentDoc, simulators, type VersionDoc } from '../documents/authoring.js'
import { checkSimulatorConfig } from '../documents/config-check.js'
import { conflict } from '../documents/write-result.js'
import { mergePatch } from './merge-patch.js'

/**
 * The current simulators of an environment, with overrides applied to their configurations. Adds checks of their source
 * documents to `checks`, which the commit that freezes them must include. Throws an ApiError `CONFLICT` if one is gone
 * or a configuration is invalid.
 */
export async function freezeSimulators(
  context: ServiceContext,
  environment: EnvironmentDoc,
  overrides: NonNullable<Overrides['simulators']>,
  checks: Write[],
): Promise<VersionDoc['simulators']> {
  const stray = Object.keys(overrides).find((id) => !environment.simulator_ids.includes(id))
  if (stray !== undefined) {
    throw conflict(`The overrides name the simulator ${JSON.stringify(stray)}, which the environment does not have.`)
  }
  const frozen: VersionDoc['simulators'][number][] = []
  for (const id of environment.simulator_ids) {
    const found = await context.store.get(simulators, id)
    if (found === undefined) throw conflict(`The simulator ${id} of the environment is gone.`)
    checks.push(check(simulators, id, found.revision))
    const { type, name } = found.doc
    const config = mergePatch(found.doc.config, overrides[id] ?? {})
    const [error] = checkSimulatorConfig(context, type, config, `/overrides/simulators/${id}`)
    if (error !== undefined) {
      throw conflict(`The configuration of the simulator ${id} is invalid: ${error.path} ${error.message}.`)
    }
    // The first linked of a type is the one that is called by the plain paths, whatever its key.
    const isFirst = frozen.every((other) => other.type !== type)
    const key = isFirst ? undefined : environment.simulator_keys?.[id]
    if (!isFirst && key === undefined)
      throw conflict(`The environment has two simulators of type ${type}; ${id} has no key.`)
    frozen.push({ id, type, ...(key === undefined ? {} : { key }), name, config })
  }
  return frozen
}

/**
 * The current datasets of an environment: ancestors first, so that the entries of a descendant win; a dataset that
 * several refer to is included once. Adds to `checks` like {@link freezeSimulators}. Throws an ApiError `CONFLICT` if
 * one is gone or its configuration does not match its type.
 */
export async function freezeDatasets(
  context: ServiceContext,
  environment: EnvironmentDoc,
  checks: Write[],
): Promise<VersionDoc['datasets']> {
  const frozen = new Map<string, VersionDoc['datasets'][number]>()
  const freeze = async (id: string): Promise<void> => {
    if (frozen.has(id)) return
    const found = await context.store.get(datasets, id)
    if (found === undefined) throw conflict(`The dataset ${id} of the environment is gone.`)
    if (found.doc.parent_id !== null) await freeze(found.doc.parent_id)
    assertMatches(found.doc)
    checks.push(check(datasets, id, found.revision))
    frozen.set(id, { id, type: found.doc.type, config: found.doc.config })
  }
  for (const id of environment.dataset_ids) await freeze(id)
  return [...frozen.values()]
}

function assertMatches({ id, type, name, problems }: DatasetDoc): void {
  const [first] = problems
  if (first === undefined) return
  const more = problems.length === 1 ? '' : `, and ${problems.length - 1} more in "problems" of the dataset`
  throw conflict(
    `The config of the dataset ${id}, ${JSON.stringify(name)}, does not match its type ${type}: ${first.path} ${first.message}${more}. Correct it with PATCH /datasets/${id}.`,
  )
}

/**
 * Seeds the systems once, so that errors are reported to the author, not to everybody who runs the benchmark. Throws an
 * ApiError `CONFLICT` if seeding fails.
 */
export function assertSeeds(context: ServiceContext, blueprint: PlaygroundBlueprint): void {
  try {
    context.playgrounds.seed(blueprint)
  } catch (error) {
    throw conflict(`The simulators cannot load the datasets: ${error instanceof Error ? error.message : String(error)}`)
  }
}
