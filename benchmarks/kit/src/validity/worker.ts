import { createClinic } from '../clinic/clinic.js'
import { families } from '../families/families.js'
import { drawGroup, type GroupRequest } from './draw-group.js'
import type { CheckOutcome } from './validate-instance.js'
import { auditInstances, type KeptTaskAudit, validateInstances } from './validate-instances.js'

// A process that validates the instances that it receives, one group after another.

/** A message of a worker: the result of one instance, or the end of a group. */
export type WorkerMessage =
  | {
      readonly kind: 'validated'
      readonly id: string
      /** Undefined if only the audit was made. */
      readonly checks?: readonly CheckOutcome[]
      readonly audit: KeptTaskAudit
    }
  | { readonly kind: 'done'; readonly cpu: number; readonly memory: number }
  | { readonly kind: 'failed'; readonly message: string }

const clinic = createClinic()

function tell(message: WorkerMessage): void {
  process.send?.(message)
}

async function validate(request: GroupRequest): Promise<void> {
  const { family, instances } = drawGroup(request, { clinic, families })
  if (request.audits) return auditInstances(clinic, instances, (audited) => tell({ kind: 'validated', ...audited }))
  await validateInstances(family, clinic, instances, (validity) => tell({ kind: 'validated', ...validity }))
}

process.on('message', (request: GroupRequest) => {
  validate(request).then(
    () => {
      const { user, system } = process.cpuUsage()
      tell({ kind: 'done', cpu: (user + system) / 1e6, memory: process.resourceUsage().maxRSS / 1024 })
    },
    (error) => tell({ kind: 'failed', message: error instanceof Error ? String(error.stack) : String(error) }),
  )
})
