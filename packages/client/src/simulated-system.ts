import type { JsonObject, JsonValue } from '@carebench/protocol'
import { SimulatedSystemError } from './client-error.js'
import { type CallOptions, errorOfAnswer, isServiceError, type Transport } from './transport.js'

/** A FHIR resource or bundle. */
export interface FhirJson extends JsonObject {
  readonly resourceType: string
}

/** Values of one search parameter, or several that must all hold. */
export type SearchValue = string | number | boolean | readonly (string | number | boolean)[]

/** Calls one group of a run's simulated systems. */
export class SimulatedSystem {
  readonly #transport: Transport
  readonly #base: string
  readonly #taskRunId: string
  readonly #mediaType: string

  constructor(transport: Transport, base: string, taskRunId: string, mediaType: string) {
    this.#transport = transport
    this.#base = base
    this.#taskRunId = taskRunId
    this.#mediaType = mediaType
  }

  /**
   * Sends any call; `path` is below the group. Throws a SimulatedSystemError for a refusal of the simulated system, an
   * ApiError for one of the service.
   */
  async request(method: string, path: string, body?: JsonValue, options?: CallOptions): Promise<unknown> {
    const request = {
      method,
      path: path === '' ? this.#base : `${this.#base}/${path}`,
      headers: {
        'task-run-id': this.#taskRunId,
        accept: this.#mediaType,
        ...(body === undefined ? {} : { 'content-type': this.#mediaType }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }
    const response = await this.#transport.send(request, options)
    if (response.status < 400) return response.body
    if (isServiceError(response.body)) throw errorOfAnswer(request, response)
    throw new SimulatedSystemError(method, request.path, response.status, response.body)
  }
}

/** The FHIR R4 server of a started task run. */
export class FhirSystem {
  readonly #system: SimulatedSystem

  constructor(system: SimulatedSystem) {
    this.#system = system
  }

  /** Reads a resource. */
  read(resourceType: string, id: string, options?: CallOptions): Promise<FhirJson> {
    return this.request('GET', `${resourceType}/${encodeURIComponent(id)}`, undefined, options)
  }

  /** Searches; answers the bundle of the first page. An array of values means that all of them must hold. */
  search(
    resourceType: string,
    parameters: Readonly<Record<string, SearchValue>> = {},
    options?: CallOptions,
  ): Promise<FhirJson> {
    const search = new URLSearchParams()
    for (const [name, values] of Object.entries(parameters)) {
      for (const value of Array.isArray(values) ? values : [values]) search.append(name, String(value))
    }
    return this.request('GET', search.size === 0 ? resourceType : `${resourceType}?${search}`, undefined, options)
  }

  /** Creates a resource; answers it with its id. */
  create(resource: FhirJson, options?: CallOptions): Promise<FhirJson> {
    return this.request('POST', resource.resourceType, resource, options)
  }

  /** Puts a resource at its id. */
  update(resource: FhirJson & { readonly id: string }, options?: CallOptions): Promise<FhirJson> {
    return this.request('PUT', `${resource.resourceType}/${encodeURIComponent(resource.id)}`, resource, options)
  }

  /** Sends any FHIR call; `path` is below the base: `Patient/1`, empty for a bundle. */
  async request(method: string, path: string, body?: JsonValue, options?: CallOptions): Promise<FhirJson> {
    return (await this.#system.request(method, path, body, options)) as FhirJson
  }
}

/** The payer portal of a started task run. */
export class PortalSystem {
  readonly #system: SimulatedSystem

  constructor(system: SimulatedSystem) {
    this.#system = system
  }

  /** Sends any portal call; `path` is below the portal: `prior-auths`. */
  async request(method: string, path: string, body?: JsonValue, options?: CallOptions): Promise<JsonObject> {
    return (await this.#system.request(method, path, body, options)) as JsonObject
  }
}
