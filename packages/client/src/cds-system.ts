import type { JsonObject, JsonValue } from '@carebench/protocol'
import { jsonObject } from './json-object.js'
import { pathSegment } from './request-path.js'
import type { SimulatedSystem } from './simulated-system.js'
import type { CallOptions } from './transport.js'

/** What a service is asked at its hook, CDS Hooks 2.0. */
export type CdsRequest = {
  /** The service's own: `patient-view`, `order-select` or `order-sign`. */
  readonly hook: string
  /** A UUID. */
  readonly hookInstance: string
  /** `userId`, `patientId`, and what else the hook has. */
  readonly context: JsonObject
  /** Resources by the keys of the service's templates; null for what there is not. What is left out, the service reads. */
  readonly prefetch?: JsonObject
}

/** What became of a card. */
export type CdsFeedback = {
  /** The `uuid` of the card. */
  readonly card: string
  readonly outcome: 'accepted' | 'overridden'
  /** Of a card with suggestions that is accepted: those that were, by `uuid`. */
  readonly acceptedSuggestions?: readonly { readonly id: string }[]
  readonly overrideReason?: JsonObject
  /** RFC 3339. */
  readonly outcomeTimestamp: string
}

/** Clinical decision support of a started task run: CDS Hooks 2.0, its JSON as it is. */
export class CdsSystem {
  readonly #system: SimulatedSystem

  constructor(system: SimulatedSystem) {
    this.#system = system
  }

  /** Lists the services, in `services`. */
  async discover(options?: CallOptions): Promise<JsonObject> {
    return this.#call('GET', 'cds-services', undefined, options)
  }

  /** Asks a service; answers `{cards}`. */
  async call(service: string, request: CdsRequest, options?: CallOptions): Promise<JsonObject> {
    return this.#call('POST', `cds-services/${pathSegment('service', service)}`, request, options)
  }

  /** Tells a service what became of its cards: all of it is taken, or nothing. */
  async feedback(service: string, feedback: readonly CdsFeedback[], options?: CallOptions): Promise<JsonObject> {
    return this.#call('POST', `cds-services/${pathSegment('service', service)}/feedback`, { feedback }, options)
  }

  async #call(method: string, path: string, body?: JsonValue, options?: CallOptions): Promise<JsonObject> {
    return jsonObject(await this.#system.request(method, path, body, options), method, `cds/${path}`)
  }
}
