import { formatInstant, type Random } from '@carebench/protocol'
import { type Document, defineCollection, insert, update, type Write } from '@carebench/store'
import type { ServiceContext } from '../context/context.js'
import { type KeyDoc, keys, organizations, solvers } from '../documents/collections/access.js'
import { retryConflicts } from '../documents/retry-conflicts.js'
import type { ProvisionedOrganization } from './provision.js'
import { deriveToken, tokenPrefixes } from './token.js'

/** The organization of the service's operators. There is at most one; its keys are derived, so none is stored. */
export interface InstallationDoc extends Document {
  readonly organization_id: string
  readonly solver_id: string
  /** 256 random bits in hex, from which the keys are derived; drawn again after a key was revoked. */
  readonly nonce: string
}

export const installations = defineCollection<InstallationDoc>({ name: 'installations' })

const id = 'own'
type Context = Pick<ServiceContext, 'store' | 'clock' | 'ids' | 'random' | 'secret' | 'sha256'>

/**
 * Returns the organization of the service's operators, with its first key and a Solver: all services with the same
 * store and secret return the same organization and keys. Creates it if there is none. Issues new keys if one was
 * revoked, or if the secret has changed; keys that were not revoked stay valid.
 */
export async function openOwnOrganization(context: Context, name: string): Promise<ProvisionedOrganization> {
  return retryConflicts(context, () => tryToOpen(context, name))
}

async function tryToOpen(context: Context, name: string): Promise<ProvisionedOrganization | undefined> {
  const { store, clock, ids } = context
  const present = await store.get(installations, id)
  if (present !== undefined) {
    const own = makeKeys(context, present.doc)
    const found = await Promise.all(own.docs.map(({ digest }) => store.getByUnique(keys, 'digest', digest)))
    if (found.every((key) => key !== undefined && key.doc.revoked_at === null)) return own.organization
    const isRevoked = found.some((key) => key !== undefined && key.doc.revoked_at !== null)
    const renewed = isRevoked ? { ...present.doc, nonce: nonceFrom(context.random) } : present.doc
    return commit(context, renewed, [update(installations, renewed, present.revision)])
  }
  const created_at = formatInstant(clock.now())
  const doc: InstallationDoc = {
    id,
    created_at,
    organization_id: ids.next('org'),
    solver_id: ids.next('slv'),
    nonce: nonceFrom(context.random),
  }
  return commit(context, doc, [
    insert(installations, doc),
    insert(organizations, { id: doc.organization_id, created_at, name }),
    insert(solvers, {
      id: doc.solver_id,
      created_at,
      organization_id: doc.organization_id,
      alias: 'default',
      name: 'Default Solver',
      description: null,
    }),
  ])
}

/**
 * Commits `writes` together with the keys of the installation that the store lacks. Returns the organization; undefined
 * if another service wrote first.
 */
async function commit(context: Context, doc: InstallationDoc, writes: readonly Write[]) {
  const { organization, docs } = makeKeys(context, doc)
  const missing: KeyDoc[] = []
  for (const key of docs) {
    if ((await context.store.getByUnique(keys, 'digest', key.digest)) === undefined) missing.push(key)
  }
  const committed = await context.store.commit([...writes, ...missing.map((key) => insert(keys, key))])
  return committed.ok ? organization : undefined
}

/** Returns the keys of an installation, as derived and, if they are new, as stored. */
function makeKeys(context: Context, { organization_id, solver_id, nonce }: InstallationDoc) {
  const key = (kind: 'organization' | 'solver'): { readonly token: string; readonly doc: KeyDoc } => {
    const token = deriveToken(context.secret, { kind, id: organization_id, nonce })
    const doc = {
      id: context.ids.next('key'),
      created_at: formatInstant(context.clock.now()),
      organization_id,
      solver_id: kind === 'solver' ? solver_id : null,
      name: 'first key',
      digest: context.sha256(token),
      prefix: tokenPrefixes[kind],
      suffix: token.slice(-4),
      revoked_at: null,
    }
    return { token, doc }
  }
  const [own, solver] = [key('organization'), key('solver')]
  const organization: ProvisionedOrganization = {
    organizationId: organization_id,
    organizationKey: own.token,
    solverId: solver_id,
    solverKey: solver.token,
  }
  return { organization, docs: [own.doc, solver.doc] }
}

function nonceFrom(random: Random): string {
  return Array.from({ length: 8 }, () => random.uint32().toString(16).padStart(8, '0')).join('')
}
