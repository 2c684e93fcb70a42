import type { Transport } from '../http/transport.js'
import { CdsSystem } from './cds-system.js'
import { ClearinghouseSystem } from './clearinghouse-system.js'
import { openSystem, type SystemCalls, type SystemOf } from './described-system.js'
import { FaxSystem } from './fax-system.js'
import { FhirSystem } from './fhir-system.js'
import { FilesSystem } from './files-system.js'
import { Hl7System } from './hl7-system.js'
import { MessageSystem } from './message-system.js'
import { PortalSystem } from './portal-system.js'
import type { SimulatedSystemAddress } from './simulated-system.js'
import { VoiceSystem } from './voice-system.js'

/** The address of a group. */
export type AddressOf = (group: string) => Omit<SimulatedSystemAddress, 'mediaType'>

/** The simulated systems of a task run or of a sandbox. */
export abstract class SystemClients<Systems extends readonly SystemCalls[] = readonly []> {
  /** The FHIR R4 server, a simulator of type `FHIR`. */
  readonly fhir: FhirSystem
  /** The payer portal, of type `Payer`. */
  readonly portal: PortalSystem
  /** The fax machine, of type `Fax`. */
  readonly fax: FaxSystem
  /** SMS, e-mail and chat, of type `Message`. */
  readonly messages: MessageSystem
  /** The telephone, of type `Voice`. */
  readonly voice: VoiceSystem
  /** The HL7 v2 interface, of type `HL7`. */
  readonly hl7: Hl7System
  /** The file exchange, of type `Files`. */
  readonly files: FilesSystem
  /** The clearinghouse, of type `X12`. */
  readonly clearinghouse: ClearinghouseSystem
  /** Clinical decision support, of type `CDSHooks`. */
  readonly cds: CdsSystem
  readonly #transport: Transport
  readonly #systems: Systems
  readonly #addressOf: AddressOf

  constructor(transport: Transport, systems: Systems, addressOf: AddressOf) {
    this.#transport = transport
    this.#systems = systems
    this.#addressOf = addressOf
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

  /**
   * Returns the client of any group, by its segment in the path: `fhir`, `hl7`, `files`. `mediaType` is the media type
   * of bodies, default `application/json`. If the group belongs to one of the client's `systems`, its calls can be made
   * by name. With several systems of one type, all but the first are `<group>@<key>`: `faxes@imaging`.
   */
  system<Name extends string>(group: Name, mediaType = 'application/json'): SystemOf<Systems, Name> {
    return openSystem(this.#transport, { ...this.#addressOf(group), mediaType }, this.#systems, group)
  }
  /**
   * Returns the systems with a key, for environments that have several systems of one type:
   * `session.keyed('imaging').fax.send(…)`.
   */
  keyed(key: string): KeyedSystems<Systems> {
    return new KeyedSystems(this.#transport, this.#systems, (group) => this.#addressOf(`${group}@${key}`))
  }
}

/** The simulated systems with one key, of a task run or of a sandbox. */
export class KeyedSystems<Systems extends readonly SystemCalls[] = readonly []> extends SystemClients<Systems> {}
