import type { Walk } from '@carebench/pagination'
import { isJsonObject } from '@carebench/protocol/wire'
import { ClientError } from './client-error.js'
import type { SimulatedSystem } from './simulated-system.js'
import type { CallOptions } from './transport.js'

/** A received message, as the interface describes it. */
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

/** The response to a sent message. */
export interface Hl7Acknowledgement {
  readonly id: string
  /** `AA` accepted, `AE` error, `AR` rejected. */
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

  /** The received messages, newest first, over all pages. */
  inbox(options?: CallOptions): Walk<Hl7Message> {
    return this.#system.list<Hl7Message>('inbox', {}, options)
  }

  /**
   * Sends a message in ER7. A message that the receiver does not accept also returns: check `ack_code`. Throws a
   * SimulatedSystemError for a body that is not a transmission.
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
