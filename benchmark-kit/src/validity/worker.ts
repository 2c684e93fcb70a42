import { createClinic } from '../clinic/clinic.js'
import { families } from '../families/families.js'
import type { Level } from '../family.js'
import type { CheckOutcome } from './validate-instance.js'
import { type KeptTaskAudit, validateInstances } from './validate-instances.js'

// A process that validates the instances it is sent, one group after another.

/** A group of instances of a family, by what they are drawn from. */
export interface GroupRequest {
  readonly family: string
  readonly instances: readonly { readonly seed: number; readonly level: Level; readonly branch: string }[]
}

/** What a worker tells of one instance, and that it has done a group. */
export type WorkerMessage =
  | {
      readonly kind: 'validated'
      readonly id: string
      readonly checks: readonly CheckOutcome[]
      readonly audit: KeptTaskAudit
    }
  | { readonly kind: 'done'; readonly cpu: number; readonly memory: number }
  | { readonly kind: 'failed'; readonly message: string }

const clinic = createClinic()

function tell(message: WorkerMessage): void {
  process.send?.(message)
}

async function validate({ family: name, instances }: GroupRequest): Promise<void> {
  const family = families.find((one) => one.name === name)
  if (family === undefined) throw new RangeError(`expected a family, got ${name}`)
  const drawn = instances.map((draw) => family.make({ ...draw, clinic }))
  await validateInstances(family, clinic, drawn, (validity) => tell({ kind: 'validated', ...validity }))
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
