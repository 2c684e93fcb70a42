import type { SystemCalls } from './described-system.js'
import { pathSegment } from './request-path.js'
import { SystemClients } from './system-clients.js'
import type { Transport } from './transport.js'

/**
 * The simulated system of one sandbox, called with an organization key. A sandbox answers under the group of its own type
 * and 404 under others; one of a task run can only be looked at (GET).
 */
export class SandboxSystems<Systems extends readonly SystemCalls[] = readonly []> extends SystemClients<Systems> {
  readonly id: string

  /** Throws a TypeError for an id that no path can hold. */
  constructor(transport: Transport, systems: Systems, id: string) {
    super(transport, systems, (group) => ({
      base: `/sandboxes/${pathSegment('id', id)}/${pathSegment('group', group)}`,
      taskRunId: null,
    }))
    this.id = id
  }
}
