import { ApiError, formatInstant, type Simulator } from '@carebench/protocol'
import { type SimulatorDoc, simulators } from '../documents/authoring.js'
import { insert } from '../ports/store.js'
import { checkSimulatorConfig } from './config-check.js'
import type { Handlers } from './handler.js'
import { listDocuments } from './listing.js'
import { getOwned } from './owned.js'
import { unwrapCommit } from './write-result.js'

export const simulatorHandlers: Handlers<'listSimulators' | 'createSimulator' | 'getSimulator'> = {
  listSimulators: (context, { caller, query }) =>
    listDocuments(context, {
      collection: simulators,
      filter: [{ name: 'organization', value: caller.organizationId }],
      organizationId: caller.organizationId,
      query,
      toWire: simulatorToWire,
    }),

  async createSimulator(context, { caller, body }) {
    const config = body.config ?? {}
    const errors = checkSimulatorConfig(context, body.type, config, '/config')
    if (errors.length > 0) throw new ApiError('INVALID_REQUEST', 'The simulator does not fit its type.', { errors })
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
}

function simulatorToWire(doc: SimulatorDoc): Simulator {
  return { id: doc.id, type: doc.type, name: doc.name, config: doc.config, created_at: doc.created_at }
}
