import { FhirSystem } from './fhir-system.js'
import { PortalSystem } from './portal-system.js'
import { pathSegment } from './request-path.js'
import { SimulatedSystem } from './simulated-system.js'
import type { Transport } from './transport.js'

/**
 * The simulated system of one sandbox, called with an organization key. A sandbox answers under the groups of its own type
 * and 404 under others; one of a task run can only be looked at (GET).
 */
export class SandboxSystems {
  readonly id: string
  /** The FHIR R4 server, of a sandbox of type `FHIR`. */
  readonly fhir: FhirSystem
  /** The payer portal, of a sandbox of type `Payer`. */
  readonly portal: PortalSystem
  readonly #transport: Transport

  /** Throws a TypeError for an id that no path can hold. */
  constructor(transport: Transport, id: string) {
    this.#transport = transport
    this.id = id
    this.fhir = new FhirSystem(this.system('fhir', 'application/fhir+json'))
    this.portal = new PortalSystem(this.system('portal'))
  }

  /** Any group by its segment in the path: `hl7`, `files`. `mediaType` is that of bodies, default `application/json`. */
  system(group: string, mediaType = 'application/json'): SimulatedSystem {
    const base = `/sandboxes/${pathSegment('id', this.id)}/${pathSegment('group', group)}`
    return new SimulatedSystem(this.#transport, { base, taskRunId: null, mediaType })
  }
}
