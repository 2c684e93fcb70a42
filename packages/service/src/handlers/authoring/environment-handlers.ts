import { ApiError, type Environment, type Finding, formatInstant, limits } from '@carebench/protocol'
import { insert, remove, type Stored, update } from '@carebench/store'
import type { ServiceContext } from '../../context/context.js'
import {
  benchmarks,
  type DatasetDoc,
  datasets,
  type EnvironmentDoc,
  environments,
  type SimulatorDoc,
  simulators,
} from '../../documents/collections/authoring.js'
import { playgrounds } from '../../documents/collections/playgrounds.js'
import { checkSimulatorConfig } from '../../documents/config-check.js'
import { decideAndCommit, touch } from '../../documents/decide-and-commit.js'
import { getOwned, notFound } from '../../documents/owned.js'
import { assertUnreferenced } from '../../documents/removals.js'
import { defaultKey, keyInEnvironment } from '../../documents/simulator-key.js'
import { conflict, unwrapCommit } from '../../documents/write-result.js'
import { inSteps } from '../../work/in-steps.js'
import type { Handlers } from '../handler.js'
import { listOwned } from '../listing.js'

export const environmentHandlers: Handlers<
  | 'listEnvironments'
  | 'createEnvironment'
  | 'getEnvironment'
  | 'updateEnvironment'
  | 'deleteEnvironment'
  | 'linkSimulator'
  | 'unlinkSimulator'
  | 'linkDataset'
  | 'unlinkDataset'
> = {
  listEnvironments: (context, call) => listOwned(context, call, environments, (doc) => environmentToWire(context, doc)),

  async createEnvironment(context, { caller, body }) {
    const doc: EnvironmentDoc = {
      id: context.ids.next('env'),
      created_at: formatInstant(context.clock.now()),
      organization_id: caller.organizationId,
      name: body.name,
      description: body.description ?? null,
      simulator_ids: [],
      dataset_ids: [],
    }
    return decideAndCommit(context, async () => ({
      writes: [insert(environments, doc)],
      result: await environmentToWire(context, doc),
    }))
  },

  async getEnvironment(context, { caller, params }) {
    const { doc } = await getOwned(context, environments, params.id, caller.organizationId)
    return environmentToWire(context, doc)
  },

  async updateEnvironment(context, { caller, params, body }) {
    const { doc, revision } = await getOwned(context, environments, params.id, caller.organizationId)
    const changed: EnvironmentDoc = {
      ...doc,
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.description === undefined ? {} : { description: body.description }),
    }
    const edited = await editedSimulators(context, doc, body.simulators ?? [])
    unwrapCommit(
      await context.store.commit([
        update(environments, changed, revision),
        ...edited.map((simulator) => update(simulators, simulator.doc, simulator.revision)),
      ]),
    )
    return environmentToWire(context, changed)
  },

  deleteEnvironment: (context, { caller, params }) =>
    decideAndCommit(context, async () => {
      const { doc, revision } = await getOwned(context, environments, params.id, caller.organizationId)
      const referring = { name: 'environment', value: doc.id }
      await assertUnreferenced(
        context,
        benchmarks,
        referring,
        ({ id, name }) => `The benchmark ${id} (${name}) refers to the environment; change its environment_id first.`,
      )
      await assertUnreferenced(
        context,
        playgrounds,
        referring,
        ({ id }) => `The playground ${id} uses the environment; tear it down first.`,
      )
      return { writes: [remove(environments, doc.id, revision)], result: undefined }
    }),

  async linkSimulator(context, { caller, params, body }) {
    const changed = await decideAndCommit(context, async () => {
      const { doc, revision } = await getOwned(context, environments, params.id, caller.organizationId)
      const simulator = await getOwned(context, simulators, params.simulator_id, caller.organizationId)
      const linked = await linkedSimulators(context, doc)
      const present = linked.find(({ id }) => id === simulator.doc.id)
      if (present !== undefined) {
        if (body.key === undefined || body.key === present.key) return { writes: [], result: doc }
        throw conflict(`The simulator is linked with the key "${present.key}"; unlink it first to give it another.`)
      }
      assertRoom(context, linked, simulator.doc, body.key)
      const result: EnvironmentDoc = {
        ...doc,
        simulator_ids: [...doc.simulator_ids, simulator.doc.id],
        ...(body.key === undefined ? {} : { simulator_keys: { ...doc.simulator_keys, [simulator.doc.id]: body.key } }),
      }
      return { writes: [update(environments, result, revision), touch(simulators, simulator)], result }
    })
    return environmentToWire(context, changed)
  },

  unlinkSimulator: (context, { caller, params }) =>
    decideAndCommit(context, async () => {
      const { doc, revision } = await getOwned(context, environments, params.id, caller.organizationId)
      if (!doc.simulator_ids.includes(params.simulator_id)) throw notFound()
      const { simulator_keys, ...rest } = doc
      const simulator_ids = doc.simulator_ids.filter((id) => id !== params.simulator_id)
      const keys = Object.entries(simulator_keys ?? {}).filter(([id]) => id !== params.simulator_id)
      const left = keys.length === 0 ? {} : { simulator_keys: Object.fromEntries(keys) }
      const result: EnvironmentDoc = { ...rest, simulator_ids, ...left }
      return { writes: [update(environments, result, revision)], result: undefined }
    }),

  async linkDataset(context, { caller, params, body }) {
    const changed = await decideAndCommit(context, async () => {
      const { doc, revision } = await getOwned(context, environments, params.id, caller.organizationId)
      const dataset = await getOwned(context, datasets, params.dataset_id, caller.organizationId)
      const { system } = body
      if (doc.dataset_ids.includes(dataset.doc.id)) {
        const present = doc.dataset_systems?.[dataset.doc.id]
        if (system === undefined || system === present) return { writes: [], result: doc }
        const whom = present === undefined ? 'every simulator that takes its type' : `the simulator "${present}"`
        throw conflict(`The dataset is linked for ${whom}; unlink it first to link it for another.`)
      }
      if (system !== undefined) await assertSeedable(context, doc, dataset.doc.type, system)
      const result: EnvironmentDoc = {
        ...doc,
        dataset_ids: [...doc.dataset_ids, dataset.doc.id],
        ...(system === undefined ? {} : { dataset_systems: { ...doc.dataset_systems, [dataset.doc.id]: system } }),
      }
      return { writes: [update(environments, result, revision), touch(datasets, dataset)], result }
    })
    return environmentToWire(context, changed)
  },

  unlinkDataset: (context, { caller, params }) =>
    decideAndCommit(context, async () => {
      const { doc, revision } = await getOwned(context, environments, params.id, caller.organizationId)
      if (!doc.dataset_ids.includes(params.dataset_id)) throw notFound()
      const { dataset_systems, ...rest } = doc
      const dataset_ids = doc.dataset_ids.filter((id) => id !== params.dataset_id)
      const systems = Object.entries(dataset_systems ?? {}).filter(([id]) => id !== params.dataset_id)
      const left = systems.length === 0 ? {} : { dataset_systems: Object.fromEntries(systems) }
      return { writes: [update(environments, { ...rest, dataset_ids, ...left }, revision)], result: undefined }
    }),
}

/**
 * Throws an ApiError `CONFLICT` unless the environment has a simulator with the key that takes datasets of the type.
 */
async function assertSeedable(context: ServiceContext, doc: EnvironmentDoc, type: string, key: string): Promise<void> {
  const linked = await linkedSimulators(context, doc)
  const takes = (one: LinkedSimulator): boolean => context.simulators.get(one.type)?.dataset?.type === type
  const simulator = linked.find((one) => one.key === key)
  if (simulator !== undefined && takes(simulator)) return
  const known = linked.filter(takes).map((one) => `"${one.key}"`)
  const found = simulator === undefined ? 'which it does not have' : `which is of type ${simulator.type}`
  throw conflict(
    `Expected the key of a simulator of the environment that takes data of type ${type} ` +
      `(${known.join(', ') || 'it has none'}), got "${key}", ${found}.`,
  )
}

/**
 * Returns the edited simulators with their new configurations. Throws an ApiError `INVALID_REQUEST` if an id is not of
 * a simulator of the environment, or is repeated, or a configuration is invalid.
 */
async function editedSimulators(
  context: ServiceContext,
  environment: EnvironmentDoc,
  edits: readonly { readonly id: string; readonly config: SimulatorDoc['config'] }[],
): Promise<Stored<SimulatorDoc>[]> {
  const edited: Stored<SimulatorDoc>[] = []
  const errors: Finding[] = []
  for (const [index, edit] of edits.entries()) {
    const simulator = environment.simulator_ids.includes(edit.id)
      ? await context.store.get(simulators, edit.id)
      : undefined
    const earlier = edits.findIndex(({ id }) => id === edit.id)
    if (simulator === undefined) {
      errors.push({ path: `/simulators/${index}/id`, message: 'is not a simulator of this environment' })
    } else if (earlier !== index) {
      errors.push({ path: `/simulators/${index}/id`, message: `is already edited at /simulators/${earlier}` })
    } else {
      const checking = checkSimulatorConfig(context, simulator.doc.type, edit.config, `/simulators/${index}/config`)
      errors.push(...(await inSteps(checking, context.clock)))
      edited.push({ ...simulator, doc: { ...simulator.doc, config: edit.config } })
    }
  }
  if (errors.length > 0) throw new ApiError('INVALID_REQUEST', 'A simulator configuration is invalid.', { errors })
  return edited
}

/** A simulator of an environment, with its key there. */
interface LinkedSimulator extends SimulatorDoc {
  readonly key: string
}

/** In the order in which they were linked. */
async function linkedSimulators(context: ServiceContext, doc: EnvironmentDoc): Promise<readonly LinkedSimulator[]> {
  const found = await context.store.getMany(simulators, doc.simulator_ids)
  return found.flatMap((one) =>
    one === undefined ? [] : [{ ...one.doc, key: keyInEnvironment(context, doc, one.doc) }],
  )
}

/** Throws an ApiError `CONFLICT` unless one more simulator can be linked under the given key. */
function assertRoom(
  context: ServiceContext,
  linked: readonly LinkedSimulator[],
  { type }: SimulatorDoc,
  requestedKey: string | undefined,
): void {
  if (linked.length >= limits.environmentSimulators) {
    throw conflict(`The environment has ${linked.length} simulators, the maximum; unlink one first.`)
  }
  const alike = linked.find((other) => other.type === type)
  if (alike !== undefined && requestedKey === undefined) {
    throw conflict(
      `The environment already has a simulator of type ${type}: ${alike.id}. Give this one a key, for example ` +
        '{"key":"imaging"}.',
    )
  }
  const key = requestedKey ?? defaultKey(context, type)
  const taken = linked.find((other) => other.key === key)
  if (taken === undefined) return
  const fix = requestedKey === undefined ? 'give this one a key' : 'choose another'
  throw conflict(`The simulator ${taken.id} of the environment already has the key "${key}"; ${fix}.`)
}

async function environmentToWire(context: ServiceContext, doc: EnvironmentDoc): Promise<Environment> {
  const linked = await linkedSimulators(context, doc)
  const seeded = await context.store.getMany(datasets, doc.dataset_ids)
  return {
    id: doc.id,
    name: doc.name,
    description: doc.description,
    simulators: linked.map(({ id, type, key, name, config }) => ({ id, type, key, name, config })),
    datasets: seeded.flatMap((found) =>
      found === undefined ? [] : [datasetToWire(found.doc, doc.dataset_systems?.[found.doc.id])],
    ),
    created_at: doc.created_at,
  }
}

function datasetToWire({ id, type, name }: DatasetDoc, system: string | undefined): Environment['datasets'][number] {
  return { id, type, name, ...(system === undefined ? {} : { system }) }
}
