import type { JsonObject, JsonValue } from '@carebench/protocol'
import { jsonObject } from '../http/json-object.js'
import { pathSegment, queryString } from '../http/request-path.js'
import type { CallOptions } from '../http/transport.js'
import type { SimulatedSystem } from './simulated-system.js'

/** Filters of a list of the portal by name, for example `{status: 'pending'}`. */
export type PortalFilters = Readonly<Record<string, string>>

/**
 * The payer portal of a task run or a sandbox. Forms and rows are the portal's own JSON (snake_case); rejections are
 * SimulatedSystemErrors with an error per field in `errors` of the body.
 */
export class PortalSystem {
  readonly #system: SimulatedSystem

  constructor(system: SimulatedSystem) {
    this.#system = system
  }

  /** Submits a prior authorization; returns its row, with `auth_number` and `status`. */
  async submitPriorAuth(form: JsonObject, options?: CallOptions): Promise<JsonObject> {
    return this.request('POST', 'prior-auths', form, options)
  }

  /**
   * Lists prior authorizations, a page in `data`, newest first; filters `status`, `patient_member_id`, `patient_name`,
   * `auth_number`, `procedure_code`, `provider_npi`, `urgency`. Paginate with `limit` and `cursor` (`_meta.next`).
   */
  async listPriorAuths(filters: PortalFilters = {}, options?: CallOptions): Promise<JsonObject> {
    return this.request('GET', `prior-auths${queryString(filters)}`, undefined, options)
  }

  /** Reads a prior authorization with its attachments, appeals and peer-to-peer requests. */
  async readPriorAuth(authNumber: string, options?: CallOptions): Promise<JsonObject> {
    return this.request('GET', priorAuth(authNumber), undefined, options)
  }

  /**
   * Corrects a pending prior authorization, or resubmits one that needs more information. `changes` are its fields, and
   * optionally `attachments`: all are accepted or none.
   */
  async amendPriorAuth(authNumber: string, changes: JsonObject = {}, options?: CallOptions): Promise<JsonObject> {
    return this.request('PATCH', priorAuth(authNumber), changes, options)
  }

  /** Attaches a document: `{document_type, text}` or `{document_type, content_base64, media_type}`. */
  async attach(authNumber: string, document: JsonObject, options?: CallOptions): Promise<JsonObject> {
    return this.request('POST', `${priorAuth(authNumber)}/attachments`, document, options)
  }

  /** Requests a peer-to-peer review. */
  async requestPeerToPeer(authNumber: string, form: JsonObject, options?: CallOptions): Promise<JsonObject> {
    return this.request('POST', `${priorAuth(authNumber)}/peer-to-peer`, form, options)
  }

  /** Appeals a denial: `{reason}`. Returns the appeal; its `status` shows the decision if there already is one. */
  async appeal(authNumber: string, form: JsonObject, options?: CallOptions): Promise<JsonObject> {
    return this.request('POST', `${priorAuth(authNumber)}/appeals`, form, options)
  }

  /** Searches members, a page in `data`; filters `member_id`, `name`. */
  async findPatients(filters: PortalFilters = {}, options?: CallOptions): Promise<JsonObject> {
    return this.request('GET', `patients${queryString(filters)}`, undefined, options)
  }

  /** Searches providers, a page in `data`; filters `npi`, `name`. */
  async findProviders(filters: PortalFilters = {}, options?: CallOptions): Promise<JsonObject> {
    return this.request('GET', `providers${queryString(filters)}`, undefined, options)
  }

  /**
   * Logs in; only needed if a criterion checks for a login. No other call depends on it, because the run token is
   * sufficient.
   */
  async logIn(options?: CallOptions): Promise<JsonObject> {
    return this.request('POST', 'login', undefined, options)
  }

  /**
   * Makes any portal call; `path` is below the portal: `prior-auths`. Throws a ClientError `unexpected_answer` if the
   * response is not a JSON object.
   */
  async request(method: string, path: string, body?: JsonValue, options?: CallOptions): Promise<JsonObject> {
    return jsonObject(await this.#system.request(method, path, body, options), method, path)
  }
}

function priorAuth(authNumber: string): string {
  return `prior-auths/${pathSegment('authNumber', authNumber)}`
}
