import { type Document, defineCollection } from '@carebench/store'

/**
 * Says which service audits a version; its id is that of the version. A document of its own, because it is renewed
 * while the audit goes on, and a version can have many megabytes. Removed with the end of the audit.
 */
export interface AuditLeaseDoc extends Document {
  /** The name of the service among all that use the store. */
  readonly holder: string
  /** When others may go on with the audit, in milliseconds since 1970. */
  readonly until: number
}

export const auditLeases = defineCollection<AuditLeaseDoc>({ name: 'audit_leases' })
