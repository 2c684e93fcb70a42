import type { Walk } from '@carebench/pagination'
import { isJsonObject } from '@carebench/protocol/wire'
import { ClientError } from './client-error.js'
import type { SimulatedSystem } from './simulated-system.js'
import type { CallOptions } from './transport.js'

/** A message that was received, in the words of the interface. */
export interface Hl7Message {
  readonly id: string
  /** For example `ORU^R01`. */
  readonly message_type: string
  readonly control_id: string
  /** ER7. */
  readonly payload: string
  /** RFC 3339. */
  readonly received_at: string
}

/** What became of a message that was sent. */
export interface Hl7Acknowledgement {
  readonly id: string
  /** `AA` accepted, `AE` an error, `AR` rejected. */
  readonly ack_code: string
  /** The acknowledgement itself, ER7. */
  readonly ack: string
}

/** The HL7 v2 interface of a started task run. */
export class Hl7System {
  readonly #system: SimulatedSystem

  constructor(system: SimulatedSystem) {
    this.#system = system
  }

  /** The messages received, newest first, over all pages. */
  inbox(options?: CallOptions): Walk<Hl7Message> {
    return this.#system.list<Hl7Message>('inbox', {}, options)
  }

  /**
   * Sends a message in ER7. One that the other side does not accept is answered too: look at `ack_code`. Throws a
   * SimulatedSystemError for what is no transmission at all.
   */
  async send(message: string, options?: CallOptions): Promise<Hl7Acknowledgement> {
    const answer = await this.#system.request('POST', 'outbound', { payload: message }, options)
    if (isAcknowledgement(answer)) return answer
    throw new ClientError('unexpected_answer', 'POST outbound was answered without an acknowledgement.')
  }
}

function isAcknowledgement(value: unknown): value is Hl7Acknowledgement {
  return isJsonObject(value) && ['id', 'ack_code', 'ack'].every((name) => typeof value[name] === 'string')
}
