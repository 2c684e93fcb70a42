import { type Document, defineCollection } from '@carebench/store'

/**
 * The lease of the service that audits a version; its id is that of the version. A separate document, because it is
 * renewed during the audit and a version can have many megabytes. Removed at the end of the audit.
 */
export interface AuditLeaseDoc extends Document {
  /** The name of the service among all services on the store. */
  readonly holder: string
  /** When others may continue the audit, in milliseconds since 1970. */
  readonly until: number
}

export const auditLeases = defineCollection<AuditLeaseDoc>({ name: 'audit_leases' })
