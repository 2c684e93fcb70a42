import type { JsonObject, JsonValue } from '@carebench/protocol'
import { jsonObject } from '../http/json-object.js'
import { pathSegment, queryString } from '../http/request-path.js'
import type { CallOptions } from '../http/transport.js'
import type { ListFilters } from './fax-system.js'
import type { SimulatedSystem } from './simulated-system.js'

/** A message to send. */
export type MessageForm = {
  readonly channel: 'sms' | 'email' | 'chat'
  /** A telephone number, an e-mail address or a chat name. */
  readonly to: string
  readonly body: string
}

/** SMS, e-mail and chat of a task run or a sandbox. Messages are the system's own JSON (snake_case). */
export class MessageSystem {
  readonly #system: SimulatedSystem

  constructor(system: SimulatedSystem) {
    this.#system = system
  }

  /** Sends a message; returns it with `id` and `status`: `delivered`, `failed` or `sent`. */
  async send(message: MessageForm, options?: CallOptions): Promise<JsonObject> {
    return this.#call('POST', '', message, options)
  }

  /**
   * Lists sent and received messages, newest first in `data`; filters `direction`, `channel`, `to`, `from`,
   * `in_reply_to`.
   */
  async list(filters: ListFilters = {}, options?: CallOptions): Promise<JsonObject> {
    return this.#call('GET', queryString(filters), undefined, options)
  }

  /** Reads a message. */
  async read(id: string, options?: CallOptions): Promise<JsonObject> {
    return this.#call('GET', pathSegment('id', id), undefined, options)
  }

  async #call(method: string, path: string, body?: JsonValue, options?: CallOptions): Promise<JsonObject> {
    return jsonObject(await this.#system.request(method, path, body, options), method, `messages/${path}`)
  }
}
