import type { Walk } from '@carebench/pagination'
import { isJsonObject } from '@carebench/protocol/wire'
import { ClientError } from '../http/client-error.js'
import type { CallOptions } from '../http/transport.js'
import type { SimulatedSystem } from './simulated-system.js'

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
  /**
   * `AA` accepted, `AE` error, `AR` rejected; `CA`, `CE`, `CR` if only MSH-15 asks for an acknowledgement; null if none
   * is due.
   */
  readonly ack_code: string | null
  /** The acknowledgement in ER7; null if MSH-15 and MSH-16 request none. */
  readonly ack: string | null
}

/** The HL7 v2 interface of a task run or a sandbox. */
export class Hl7System {
  readonly #system: SimulatedSystem

  constructor(system: SimulatedSystem) {
    this.#system = system
  }

  /** Iterates over all received messages, newest first. */
  inbox(options?: CallOptions): Walk<Hl7Message> {
    return this.#system.list<Hl7Message>('inbox', {}, options)
  }

  /**
   * Sends a message in ER7. Also resolves if the receiver does not accept the message: check `ack_code`. Throws a
   * SimulatedSystemError for a body that is not a transmission.
   */
  async send(message: string, options?: CallOptions): Promise<Hl7Acknowledgement> {
    const answer = await this.#system.request('POST', 'outbound', { payload: message }, options)
    if (isAcknowledgement(answer)) return answer
    throw new ClientError('unexpected_answer', 'POST outbound was answered without an acknowledgement.')
  }
}

function isAcknowledgement(value: unknown): value is Hl7Acknowledgement {
  if (!isJsonObject(value) || typeof value.id !== 'string') return false
  return [value.ack_code, value.ack].every((part) => part === null || typeof part === 'string')
}
