import { formatInstant } from '@carebench/protocol'
import type { ServiceContext } from '../context/context.js'
import type { KeyDoc } from '../documents/collections/access.js'
import { issueToken, type TokenIssuer } from './issue-token.js'
import { tokenPrefixes } from './token.js'

/** The owner of a new key. */
export interface KeyOwner {
  readonly organizationId: string
  /** Null for an API key of the organization. */
  readonly solverId: string | null
}

/** Creates a key: its token, which is shown once, and the document, which contains only the token's digest. */
export function createKey(
  context: Pick<ServiceContext, 'clock' | 'ids'> & TokenIssuer,
  owner: KeyOwner,
  name: string,
): { readonly token: string; readonly doc: KeyDoc } {
  const kind = owner.solverId === null ? 'organization' : 'solver'
  const id = context.ids.next('key')
  const { token, digest } = issueToken(context, kind, id)
  const doc: KeyDoc = {
    id,
    created_at: formatInstant(context.clock.now()),
    organization_id: owner.organizationId,
    solver_id: owner.solverId,
    name,
    digest,
    prefix: tokenPrefixes[kind],
    suffix: token.slice(-4),
    revoked_at: null,
    last_used_on: null,
  }
  return { token, doc }
}
