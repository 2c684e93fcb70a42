import type { Walk } from '@carebench/pagination'
import type { JsonObject } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { ClientError } from '../http/client-error.js'
import type { CallOptions } from '../http/transport.js'
import type { SimulatedSystem } from './simulated-system.js'

const edi = 'application/edi-x12'

/**
 * The clearinghouse of a task run or a sandbox. Forms and responses are its own JSON (snake_case); responses have the
 * returned X12 in `x12`. Calls reject with a SimulatedSystemError if the clearinghouse rejects them.
 */
export class ClearinghouseSystem {
  readonly #system: SimulatedSystem

  constructor(system: SimulatedSystem) {
    this.#system = system
  }

  /** Inquires about the eligibility of a patient (270/271): `{patient_id, service_type?}`. */
  checkEligibility(form: JsonObject, options?: CallOptions): Promise<JsonObject> {
    return this.request('eligibility', form, options)
  }

  /** Inquires about the status of a claim (276/277). */
  readClaimStatus(form: JsonObject, options?: CallOptions): Promise<JsonObject> {
    return this.request('claim-status', form, options)
  }

  /** Requests an authorization (278). */
  requestAuthorization(form: JsonObject, options?: CallOptions): Promise<JsonObject> {
    return this.request('authorizations', form, options)
  }

  /** Submits a claim (837, acknowledged by 999 and 277CA). */
  submitClaim(form: JsonObject, options?: CallOptions): Promise<JsonObject> {
    return this.request('claims', form, options)
  }

  /** Iterates over all sent and received interchanges, newest first. */
  transactions(options?: CallOptions): Walk<JsonObject> {
    return this.#system.list<JsonObject>('transactions', {}, options)
  }

  /**
   * Sends an interchange unchanged to an exchange (`eligibility`, `claims`, …); returns the interchanges in the
   * response. Throws a ClientError `unexpected_answer` if the response is not a text.
   */
  async exchange(path: string, interchange: string, options?: CallOptions): Promise<string> {
    const headers = { accept: edi, ...options?.headers, 'content-type': edi }
    const answer = await this.#system.request('POST', path, interchange, { ...options, headers })
    if (typeof answer === 'string') return answer
    throw new ClientError('unexpected_answer', `POST ${path} was answered without an interchange.`)
  }

  /** Sends any form; throws a ClientError `unexpected_answer` if the response is not a JSON object. */
  async request(path: string, form: JsonObject, options?: CallOptions): Promise<JsonObject> {
    const answer = await this.#system.request('POST', path, form, options)
    if (isJsonObject(answer)) return answer as JsonObject
    throw new ClientError('unexpected_answer', `POST ${path} was answered without a JSON object.`)
  }
}
