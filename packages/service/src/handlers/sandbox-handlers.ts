import { type Sandbox, withSystemKey } from '@carebench/protocol'
import type { ServiceContext } from '../context/context.js'
import { deriveSandboxCredentials } from '../context/sandbox-credentials.js'
import { readWires } from '../context/sandbox-wires.js'
import { type PlaygroundDoc, playgrounds } from '../documents/collections/playgrounds.js'
import { readDelivery } from '../documents/collections/stored-delivery.js'
import { webhookDeliveries } from '../documents/collections/wired-sandboxes.js'
import { getOwned } from '../documents/owned.js'
import { listGroupNames } from '../runs/sandbox-paths.js'
import { findSandbox } from '../sandboxes/find-sandbox.js'
import { pagesOfEvents, readFoldedEntries } from '../sandboxes/sandbox-events.js'
import { readStanding, type StandingPlayground } from '../sandboxes/standing-playground.js'
import type { Handlers } from './handler.js'
import { listItems, makePageReader } from './listing.js'

/** Maximum number of webhooks that are shown with a sandbox, newest first. */
const shownWebhooks = 100

export const sandboxHandlers: Handlers<'listSandboxes' | 'getSandbox' | 'listSandboxEvents'> = {
  async listSandboxes(context, { caller, query }) {
    const { doc } = await getOwned(context, playgrounds, query.playground_id, caller.organizationId)
    const standing = await readStanding(context, doc)
    const newestFirst = doc.sandboxes.map((sandbox) => ({
      id: sandbox.id,
      created_at: doc.created_at,
      item: sandboxToWire(context, standing, sandbox),
    }))
    newestFirst.reverse()
    return listItems(context, {
      scope: ['sandboxes', doc.id, caller.organizationId],
      query,
      readPage: makePageReader(newestFirst),
    })
  },

  async getSandbox(context, { caller, params }) {
    const sandbox = await findSandbox(context, params.id, caller.organizationId)
    const standing = await readStanding(context, sandbox.playground)
    const { id } = sandbox
    const wires = standing.status === 'active' ? await readWires(context, sandbox.playground, sandbox) : {}
    const { docs } = await context.store.page(webhookDeliveries, {
      filter: { name: 'sandbox', value: id },
      limit: shownWebhooks,
    })
    const webhooks = docs.map(readDelivery)
    return { ...sandboxToWire(context, standing, sandbox), ...wires, ...(webhooks.length > 0 && { webhooks }) }
  },

  async listSandboxEvents(context, { caller, params, query }) {
    const { id, type, key, playground } = await findSandbox(context, params.id, caller.organizationId)
    const entries = await readFoldedEntries(context, await readStanding(context, playground))
    const readPage = pagesOfEvents(entries, withSystemKey(type, key))
    return listItems(context, { scope: ['sandbox_events', id, caller.organizationId], query, readPage })
  },
}

function sandboxToWire(
  context: ServiceContext,
  { doc, status }: StandingPlayground,
  { id, type, key }: PlaygroundDoc['sandboxes'][number],
): Sandbox {
  const groups = listGroupNames(context, [{ type, ...(key === undefined ? {} : { key }) }])
  return {
    id,
    type,
    ...(key === undefined ? {} : { key }),
    playground_id: doc.id,
    status,
    credentials: { ...deriveSandboxCredentials(context.secret, id) },
    endpoints: Object.fromEntries(groups.map((group) => [group, `/sandboxes/${id}/${group}`])),
    created_at: doc.created_at,
  }
}
