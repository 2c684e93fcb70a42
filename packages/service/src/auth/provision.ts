import { formatInstant } from '@carebench/protocol'
import { insert } from '@carebench/store'
import type { ServiceContext } from '../context/context.js'
import { keys, organizations, solvers } from '../documents/collections/access.js'
import { createKey } from './create-key.js'
import type { TokenIssuer } from './issue-token.js'

/** A new organization with its first API key and a Solver. The tokens are shown only here. */
export interface ProvisionedOrganization {
  readonly organizationId: string
  readonly organizationKey: string
  readonly solverId: string
  readonly solverKey: string
}

/** Creates an organization with one API key and one Solver with one key, in one commit. */
export async function provisionOrganization(
  context: Pick<ServiceContext, 'store' | 'clock' | 'ids'> & TokenIssuer,
  name: string,
): Promise<ProvisionedOrganization> {
  const { ids } = context
  const created_at = formatInstant(context.clock.now())
  const organizationId = ids.next('org')
  const solverId = ids.next('slv')
  const organizationKey = createKey(context, { organizationId, solverId: null }, 'first key')
  const solverKey = createKey(context, { organizationId, solverId }, 'first key')
  const committed = await context.store.commit([
    insert(organizations, { id: organizationId, created_at, name }),
    insert(keys, organizationKey.doc),
    insert(solvers, {
      id: solverId,
      created_at,
      organization_id: organizationId,
      alias: 'default',
      name: 'Default Solver',
      description: null,
    }),
    insert(keys, solverKey.doc),
  ])
  if (!committed.ok) throw new Error(`The store refused new documents: ${committed.failed.reason}.`)
  return { organizationId, organizationKey: organizationKey.token, solverId, solverKey: solverKey.token }
}
