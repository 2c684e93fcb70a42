import { ApiError, formatInstant, type JsonObject, type Simulator } from '@carebench/protocol'
import { insert, remove, update } from '@carebench/store'
import type { ServiceContext } from '../../context/context.js'
import { environments, type SimulatorDoc, simulators } from '../../documents/collections/authoring.js'
import { checkSimulatorConfig } from '../../documents/config-check.js'
import { decideAndCommit } from '../../documents/decide-and-commit.js'
import { getOwned } from '../../documents/owned.js'
import { assertUnreferenced } from '../../documents/removals.js'
import { inSteps } from '../../work/in-steps.js'
import type { Handlers } from '../handler.js'
import { listOwned } from '../listing.js'

export const simulatorHandlers: Handlers<
  'listSimulators' | 'createSimulator' | 'getSimulator' | 'updateSimulator' | 'deleteSimulator'
> = {
  listSimulators: (context, call) => listOwned(context, call, simulators, simulatorToWire),

  async createSimulator(context, { caller, body }) {
    const config = body.config ?? {}
    await assertConfig(context, body.type, config)
    const doc: SimulatorDoc = {
      id: context.ids.next('sim'),
      created_at: formatInstant(context.clock.now()),
      organization_id: caller.organizationId,
      type: body.type,
      name: body.name,
      config,
    }
    return decideAndCommit(context, async () => ({
      writes: [insert(simulators, doc)],
      result: simulatorToWire(doc),
    }))
  },

  async getSimulator(context, { caller, params }) {
    return simulatorToWire((await getOwned(context, simulators, params.id, caller.organizationId)).doc)
  },

  updateSimulator: (context, { caller, params, body }) =>
    decideAndCommit(context, async () => {
      const { doc, revision } = await getOwned(context, simulators, params.id, caller.organizationId)
      if (body.config !== undefined) await assertConfig(context, doc.type, body.config)
      const changed: SimulatorDoc = { ...doc, ...body }
      return { writes: [update(simulators, changed, revision)], result: simulatorToWire(changed) }
    }),

  deleteSimulator: (context, { caller, params }) =>
    decideAndCommit(context, async () => {
      const { doc, revision } = await getOwned(context, simulators, params.id, caller.organizationId)
      const linked = { name: 'simulator', value: doc.id }
      await assertUnreferenced(
        context,
        environments,
        linked,
        ({ id }) => `The simulator is linked to the environment ${id}; unlink it first.`,
      )
      return { writes: [remove(simulators, doc.id, revision)], result: undefined }
    }),
}

async function assertConfig(context: ServiceContext, type: SimulatorDoc['type'], config: JsonObject): Promise<void> {
  const errors = await inSteps(checkSimulatorConfig(context, type, config, '/config'), context.clock)
  if (errors.length > 0)
    throw new ApiError('INVALID_REQUEST', 'The config does not match the simulator type.', { errors })
}

function simulatorToWire(doc: SimulatorDoc): Simulator {
  return { id: doc.id, type: doc.type, name: doc.name, config: doc.config, created_at: doc.created_at }
}
