import { pathSegment } from '../http/request-path.js'
import type { Transport } from '../http/transport.js'
import type { SystemCalls } from './described-system.js'
import { SystemClients } from './system-clients.js'

/**
 * The simulated system of one sandbox, called with an organization key. A sandbox supports the group of its own type
 * and answers 404 under others; a sandbox of a task run is read-only (GET).
 */
export class SandboxSystems<Systems extends readonly SystemCalls[] = readonly []> extends SystemClients<Systems> {
  readonly id: string

  /** Throws a TypeError for an id that is not valid in a path. */
  constructor(transport: Transport, systems: Systems, id: string) {
    super(transport, systems, (group) => ({
      base: `/sandboxes/${pathSegment('id', id)}/${pathSegment('group', group)}`,
      taskRunId: null,
    }))
    this.id = id
  }
}
