import { type Document, defineCollection } from '@carebench/store'

export interface OrganizationDoc extends Document {
  readonly name: string
}

export const organizations = defineCollection<OrganizationDoc>({ name: 'organizations' })

/** An API key of an organization or a key of a Solver. Only the digest of the token is stored. */
export interface KeyDoc extends Document {
  readonly organization_id: string
  /** Null for an API key of the organization. */
  readonly solver_id: string | null
  readonly name: string
  readonly digest: string
  readonly prefix: string
  /** The last four characters of the token. */
  readonly suffix: string
  readonly revoked_at: string | null
  /** The day of its last use, in UTC: `2026-03-02`; null or absent if none was stored. */
  readonly last_used_on?: string | null
}

export const keys = defineCollection<KeyDoc>({
  name: 'keys',
  unique: { digest: (key) => key.digest },
  filters: {
    // Lists contain active keys only.
    organization: (key) => (key.solver_id === null && key.revoked_at === null ? key.organization_id : null),
    solver: (key) => (key.revoked_at === null ? key.solver_id : null),
  },
})

export interface SolverDoc extends Document {
  readonly organization_id: string
  /** URL-safe, unique in the organization. */
  readonly alias: string
  readonly name: string
  readonly description: string | null
}

export const solvers = defineCollection<SolverDoc>({
  name: 'solvers',
  unique: { alias: (solver) => `${solver.organization_id}/${solver.alias}` },
  filters: { organization: (solver) => solver.organization_id },
})
