import type { AuditInput } from '@carebench/systems/verifier'
import type { AuditReport } from '@carebench/verifier'
import type { VerifyFunction } from './verifier-law.js'

/** An engine that verifies the work of agents, and audits criteria. */
export interface Auditor {
  readonly audit: (input: AuditInput) => AuditReport
  readonly verify: VerifyFunction
}
