import type { JsonObject, JsonValue } from '@carebench/protocol'
import { jsonObject } from '../http/json-object.js'
import { pathSegment } from '../http/request-path.js'
import type { CallOptions } from '../http/transport.js'
import type { SimulatedSystem } from './simulated-system.js'

/** The request of a service at its hook, CDS Hooks 2.0. */
export type CdsRequest = {
  /** The hook of the service, such as `patient-view` or `order-sign`. */
  readonly hook: string
  /** A UUID. */
  readonly hookInstance: string
  /** `userId`, `patientId`, and the other members that the hook requires. */
  readonly context: JsonObject
  /**
   * Resources by the keys of the service's prefetch templates; null for a resource that does not exist. The service
   * reads omitted resources itself.
   */
  readonly prefetch?: JsonObject
}

/** Feedback on a card. */
export type CdsFeedback = {
  /** The `uuid` of the card. */
  readonly card: string
  readonly outcome: 'accepted' | 'overridden'
  /** For an accepted card with suggestions: the accepted ones, by `uuid`. */
  readonly acceptedSuggestions?: readonly { readonly id: string }[]
  readonly overrideReason?: JsonObject
  /** RFC 3339. */
  readonly outcomeTimestamp: string
}

/** Clinical decision support of a task run or a sandbox: CDS Hooks 2.0, with unchanged JSON. */
export class CdsSystem {
  readonly #system: SimulatedSystem

  constructor(system: SimulatedSystem) {
    this.#system = system
  }

  /** Lists the services in `services`. */
  async discover(options?: CallOptions): Promise<JsonObject> {
    return this.#call('GET', 'cds-services', undefined, options)
  }

  /** Calls a service; returns `{cards}`. */
  async call(service: string, request: CdsRequest, options?: CallOptions): Promise<JsonObject> {
    return this.#call('POST', `cds-services/${pathSegment('service', service)}`, request, options)
  }

  /** Sends feedback on the cards of a service: all of it is accepted, or nothing. */
  async feedback(service: string, feedback: readonly CdsFeedback[], options?: CallOptions): Promise<JsonObject> {
    return this.#call('POST', `cds-services/${pathSegment('service', service)}/feedback`, { feedback }, options)
  }

  async #call(method: string, path: string, body?: JsonValue, options?: CallOptions): Promise<JsonObject> {
    return jsonObject(await this.#system.request(method, path, body, options), method, `cds/${path}`)
  }
}
