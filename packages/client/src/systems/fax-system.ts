import type { JsonObject, JsonValue } from '@carebench/protocol'
import { jsonObject } from '../http/json-object.js'
import { pathSegment, queryString } from '../http/request-path.js'
import type { CallOptions } from '../http/transport.js'
import type { SimulatedSystem } from './simulated-system.js'

/** A fax to send: text, or a document (PDF or text) in base64. */
export type FaxForm = {
  readonly to_number: string
  /** For example `referral`. */
  readonly document_type: string
} & (
  | { readonly text: string }
  | { readonly content_base64: string; readonly media_type: 'application/pdf' | 'text/plain' }
)

/** Filters and pagination of a list by name: `direction`, `status`, `limit`, `cursor`. */
export type ListFilters = Readonly<Record<string, string>>

/** The fax machine of a task run or a sandbox. Faxes are its own JSON (snake_case). */
export class FaxSystem {
  readonly #system: SimulatedSystem

  constructor(system: SimulatedSystem) {
    this.#system = system
  }

  /** Sends a fax; returns it with `id` and `status`: `delivered`, `failed` or `sending`. */
  async send(fax: FaxForm, options?: CallOptions): Promise<JsonObject> {
    return this.#call('POST', '', fax, options)
  }

  /** Lists sent and received faxes, newest first in `data`, without their text. */
  async list(filters: ListFilters = {}, options?: CallOptions): Promise<JsonObject> {
    return this.#call('GET', queryString(filters), undefined, options)
  }

  /** Reads a fax with its text and its attempts. */
  async read(id: string, options?: CallOptions): Promise<JsonObject> {
    return this.#call('GET', pathSegment('id', id), undefined, options)
  }

  /** Reads the pages of a received fax, as a PDF. */
  async readPages(id: string, options?: CallOptions): Promise<Uint8Array> {
    const { bytes } = await this.#system.transfer('GET', `${pathSegment('id', id)}/content`, undefined, options)
    return bytes
  }

  async #call(method: string, path: string, body?: JsonValue, options?: CallOptions): Promise<JsonObject> {
    return jsonObject(await this.#system.request(method, path, body, options), method, `faxes/${path}`)
  }
}
