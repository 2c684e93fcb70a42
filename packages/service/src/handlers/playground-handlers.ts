import type { Playground } from '@carebench/protocol'
import { playgrounds } from '../documents/collections/playgrounds.js'
import { getOwned } from '../documents/owned.js'
import { createPlayground } from '../sandboxes/create-playground.js'
import { readStanding, type StandingPlayground } from '../sandboxes/standing-playground.js'
import { tearDownPlayground } from '../sandboxes/tear-down-playground.js'
import type { Handlers } from './handler.js'
import { listOwned } from './listing.js'

export const playgroundHandlers: Handlers<
  'listPlaygrounds' | 'createPlayground' | 'getPlayground' | 'tearDownPlayground'
> = {
  listPlaygrounds: (context, call) =>
    listOwned(context, call, playgrounds, async (doc) => playgroundToWire(await readStanding(context, doc))),

  createPlayground: (context, { caller, body }) =>
    createPlayground(context, caller.organizationId, body, playgroundToWire),

  async getPlayground(context, { caller, params }) {
    const { doc } = await getOwned(context, playgrounds, params.id, caller.organizationId)
    return playgroundToWire(await readStanding(context, doc))
  },

  async tearDownPlayground(context, { caller, params }) {
    return playgroundToWire(await tearDownPlayground(context, params.id, caller.organizationId))
  },
}

function playgroundToWire({ doc, status }: StandingPlayground): Playground {
  const { origin } = doc
  return {
    id: doc.id,
    environment_id: doc.environment_id,
    task_run_id: origin.kind === 'task_run' ? origin.task_run_id : null,
    status,
    seed: origin.kind === 'stand_alone' ? origin.seed : null,
    created_at: doc.created_at,
  }
}
