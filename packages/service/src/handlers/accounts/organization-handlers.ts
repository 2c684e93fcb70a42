import { formatInstant, type Organization } from '@carebench/protocol'
import { insert } from '@carebench/store'
import { createKey } from '../../auth/create-key.js'
import { keys, type OrganizationDoc, organizations } from '../../documents/collections/access.js'
import { decideAndCommit, touch } from '../../documents/decide-and-commit.js'
import { notFound } from '../../documents/owned.js'
import type { Handlers } from '../handler.js'
import { listDocuments } from '../listing.js'
import { createdKeyToWire } from './key-handlers.js'

export const organizationHandlers: Handlers<'listOrganizations' | 'createOrganization' | 'createOrganizationKey'> = {
  listOrganizations: (context, { query }) =>
    listDocuments(context, {
      collection: organizations,
      filter: [],
      organizationId: null,
      query,
      toWire: organizationToWire,
    }),

  async createOrganization(context, { body }) {
    // Authenticating an operator reads nothing, so this read learns the latest commit of other processes: the new id
    // must come after theirs.
    await context.store.ping()
    const doc: OrganizationDoc = {
      id: context.ids.next('org'),
      created_at: formatInstant(context.clock.now()),
      name: body.name,
    }
    return decideAndCommit(context, async () => ({
      writes: [insert(organizations, doc)],
      result: organizationToWire(doc),
    }))
  },

  createOrganizationKey(context, { params, body }) {
    return decideAndCommit(context, async () => {
      // Before the key is created: authenticating an operator reads nothing, so this read learns the latest commit of
      // other processes.
      const organization = await context.store.get(organizations, params.id)
      if (organization === undefined) throw notFound()
      const { token, doc } = createKey(context, { organizationId: params.id, solverId: null }, body.name)
      return { writes: [insert(keys, doc), touch(organizations, organization)], result: createdKeyToWire(doc, token) }
    })
  },
}

function organizationToWire({ id, name, created_at }: OrganizationDoc): Organization {
  return { id, name, created_at }
}
