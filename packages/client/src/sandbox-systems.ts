import { CdsSystem } from './cds-system.js'
import { ClearinghouseSystem } from './clearinghouse-system.js'
import { FaxSystem } from './fax-system.js'
import { FhirSystem } from './fhir-system.js'
import { FilesSystem } from './files-system.js'
import { Hl7System } from './hl7-system.js'
import { MessageSystem } from './message-system.js'
import { PortalSystem } from './portal-system.js'
import { pathSegment } from './request-path.js'
import { SimulatedSystem } from './simulated-system.js'
import type { Transport } from './transport.js'
import { VoiceSystem } from './voice-system.js'

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
  /** The fax machine, of a sandbox of type `Fax`. */
  readonly fax: FaxSystem
  /** SMS, e-mail and chat, of a sandbox of type `Message`. */
  readonly messages: MessageSystem
  /** The telephone, of a sandbox of type `Voice`. */
  readonly voice: VoiceSystem
  /** The HL7 v2 interface, of a sandbox of type `HL7`. */
  readonly hl7: Hl7System
  /** The file exchange, of a sandbox of type `Files`. */
  readonly files: FilesSystem
  /** The clearinghouse, of a sandbox of type `X12`. */
  readonly clearinghouse: ClearinghouseSystem
  /** Clinical decision support, of a sandbox of type `CDSHooks`. */
  readonly cds: CdsSystem
  readonly #transport: Transport

  /** Throws a TypeError for an id that no path can hold. */
  constructor(transport: Transport, id: string) {
    this.#transport = transport
    this.id = id
    this.fhir = new FhirSystem(this.system('fhir', 'application/fhir+json'))
    this.portal = new PortalSystem(this.system('portal'))
    this.fax = new FaxSystem(this.system('faxes'))
    this.messages = new MessageSystem(this.system('messages'))
    this.voice = new VoiceSystem(this.system('voice'))
    this.hl7 = new Hl7System(this.system('hl7'))
    this.files = new FilesSystem(this.system('files'))
    this.clearinghouse = new ClearinghouseSystem(this.system('clearinghouse'))
    this.cds = new CdsSystem(this.system('cds'))
  }

  /** Any group by its segment in the path: `hl7`, `files`. `mediaType` is that of bodies, default `application/json`. */
  system(group: string, mediaType = 'application/json'): SimulatedSystem {
    const base = `/sandboxes/${pathSegment('id', this.id)}/${pathSegment('group', group)}`
    return new SimulatedSystem(this.#transport, { base, taskRunId: null, mediaType })
  }
}
