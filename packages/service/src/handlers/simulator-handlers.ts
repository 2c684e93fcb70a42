import { ApiError, formatInstant, type JsonObject, type Simulator } from '@carebench/protocol'
import type { ServiceContext } from '../context.js'
import { environments, type SimulatorDoc, simulators } from '../documents/authoring.js'
import { checkSimulatorConfig } from '../documents/config-check.js'
import { decideAndCommit } from '../documents/decide-and-commit.js'
import { getOwned } from '../documents/owned.js'
import { unwrapCommit } from '../documents/write-result.js'
import { insert, remove, update } from '../ports/store.js'
import type { Handlers } from './handler.js'
import { listOwned } from './listing.js'
import { assertUnreferenced } from './removals.js'

export const simulatorHandlers: Handlers<
  'listSimulators' | 'createSimulator' | 'getSimulator' | 'updateSimulator' | 'deleteSimulator'
> = {
  listSimulators: (context, call) => listOwned(context, call, simulators, simulatorToWire),

  async createSimulator(context, { caller, body }) {
    const config = body.config ?? {}
    assertConfig(context, body.type, config)
    const doc: SimulatorDoc = {
      id: context.ids.next('sim'),
      created_at: formatInstant(context.clock.now()),
      organization_id: caller.organizationId,
      type: body.type,
      name: body.name,
      config,
    }
    unwrapCommit(await context.store.commit([insert(simulators, doc)]))
    return simulatorToWire(doc)
  },

  async getSimulator(context, { caller, params }) {
    return simulatorToWire((await getOwned(context, simulators, params.id, caller.organizationId)).doc)
  },

  updateSimulator: (context, { caller, params, body }) =>
    decideAndCommit(context, async () => {
      const { doc, version } = await getOwned(context, simulators, params.id, caller.organizationId)
      if (body.config !== undefined) assertConfig(context, doc.type, body.config)
      const changed: SimulatorDoc = { ...doc, ...body }
      return { writes: [update(simulators, changed, version)], result: simulatorToWire(changed) }
    }),

  deleteSimulator: (context, { caller, params }) =>
    decideAndCommit(context, async () => {
      const { doc, version } = await getOwned(context, simulators, params.id, caller.organizationId)
      const linked = { name: 'simulator', value: doc.id }
      await assertUnreferenced(
        context,
        environments,
        linked,
        ({ id }) => `The environment ${id} has the simulator; unlink it first.`,
      )
      return { writes: [remove(simulators, doc.id, version)], result: undefined }
    }),
}

function assertConfig(context: ServiceContext, type: SimulatorDoc['type'], config: JsonObject): void {
  const errors = checkSimulatorConfig(context, type, config, '/config')
  if (errors.length > 0) throw new ApiError('INVALID_REQUEST', 'The simulator does not fit its type.', { errors })
}

function simulatorToWire(doc: SimulatorDoc): Simulator {
  return { id: doc.id, type: doc.type, name: doc.name, config: doc.config, created_at: doc.created_at }
}
