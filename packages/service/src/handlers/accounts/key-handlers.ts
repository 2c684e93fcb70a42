import { type ApiKey, type CreatedApiKey, formatInstant } from '@carebench/protocol'
import { insert, type Stored, update, type Write } from '@carebench/store'
import { createKey, type KeyOwner } from '../../auth/create-key.js'
import type { ServiceContext } from '../../context/context.js'
import { type KeyDoc, keys, organizations, solvers } from '../../documents/collections/access.js'
import { decideAndCommit, touch } from '../../documents/decide-and-commit.js'
import { getOwned, notFound } from '../../documents/owned.js'
import { conflict } from '../../documents/write-result.js'
import type { Handlers } from '../handler.js'
import { listDocuments, listOwned } from '../listing.js'

export const keyHandlers: Handlers<
  'listApiKeys' | 'createApiKey' | 'revokeApiKey' | 'listSolverKeys' | 'createSolverKey' | 'revokeSolverKey'
> = {
  listApiKeys: (context, call) => listOwned(context, call, keys, keyToWire),

  createApiKey(context, { caller, body }) {
    const { token, doc } = createKey(context, { organizationId: caller.organizationId, solverId: null }, body.name)
    const result = createdKeyToWire(doc, token)
    return decideAndCommit(context, async () => ({ writes: [insert(keys, doc)], result }))
  },

  revokeApiKey: (context, { caller, params }) =>
    decideAndCommit(context, async () => {
      const { organizationId } = caller
      const key = await getActive(context, { organizationId, solverId: null }, params.id)
      const organization = await context.store.get(organizations, organizationId)
      if (organization === undefined) throw notFound()
      const filter = [{ name: 'organization', value: organizationId }]
      const { docs } = await context.store.page(keys, { filter, limit: 2 })
      if (docs.length === 1) {
        throw conflict('This is the last active API key of the organization. Create another before you revoke it.')
      }
      // The organization is written too, so that the second of two concurrent revocations sees the first.
      return { writes: [makeRevocation(context, key), touch(organizations, organization)], result: undefined }
    }),

  async listSolverKeys(context, { caller, params, query }) {
    await getOwned(context, solvers, params.id, caller.organizationId)
    return listDocuments(context, {
      collection: keys,
      filter: [{ name: 'solver', value: params.id }],
      organizationId: caller.organizationId,
      query,
      toWire: keyToWire,
    })
  },

  createSolverKey(context, { caller, params, body }) {
    const owner = { organizationId: caller.organizationId, solverId: params.id }
    return decideAndCommit(context, async () => {
      const solver = await getOwned(context, solvers, params.id, caller.organizationId)
      const { token, doc } = createKey(context, owner, body.name)
      return { writes: [insert(keys, doc), touch(solvers, solver)], result: createdKeyToWire(doc, token) }
    })
  },

  async revokeSolverKey(context, { caller, params }) {
    await getOwned(context, solvers, params.id, caller.organizationId)
    await revoke(context, { organizationId: caller.organizationId, solverId: params.id }, params.key_id)
  },
}

/** Reads an active key. Throws an ApiError `RESOURCE_NOT_FOUND` unless the owner has it. */
async function getActive(context: ServiceContext, owner: KeyOwner, id: string): Promise<Stored<KeyDoc>> {
  const key = await getOwned(context, keys, id, owner.organizationId)
  if (key.doc.solver_id !== owner.solverId || key.doc.revoked_at !== null) throw notFound()
  return key
}

/** Throws an ApiError `RESOURCE_NOT_FOUND` unless the owner has such an active key. */
function revoke(context: ServiceContext, owner: KeyOwner, id: string): Promise<undefined> {
  return decideAndCommit(context, async () => {
    return { writes: [makeRevocation(context, await getActive(context, owner, id))], result: undefined }
  })
}

/** Returns the write that revokes the key. */
export function makeRevocation(context: ServiceContext, { doc, revision }: Stored<KeyDoc>): Write {
  return update(keys, { ...doc, revoked_at: formatInstant(context.clock.now()) }, revision)
}

function keyToWire({ id, name, prefix, suffix, created_at, last_used_on = null }: KeyDoc): ApiKey {
  return { id, name, prefix, suffix, created_at, last_used_on }
}

/** Returns the response with a new key's token, the only response that ever contains it. */
export function createdKeyToWire(doc: KeyDoc, token: string): CreatedApiKey {
  return { ...keyToWire(doc), key: token }
}
