import type { TaskAudit } from '@carebench/protocol'
import { type Document, defineCollection } from '@carebench/store'

/**
 * The audit of one task in an unfinished audit of a version, stored so that another process can continue from there.
 * Removed when the audit of the version is stored.
 */
export interface AuditedTaskDoc extends Document {
  readonly organization_id: string
  readonly version_id: string
  /** The position of the task. */
  readonly position: number
  /** The engines that made it; audits by other engines are not used. */
  readonly engine: string
  readonly audit: TaskAudit
}

export const auditedTasks = defineCollection<AuditedTaskDoc>({
  name: 'audited_tasks',
  filters: { version: (audited) => audited.version_id },
})

/** Returns the id of the audit of a task: the same in every process that makes it. */
export function auditedTaskId(versionId: string, position: number, engine: string): string {
  return `${versionId}.${String(position).padStart(6, '0')}.${engine}`
}
