import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { ClientError } from '../http/client-error.js'
import { pathSegment, queryString } from '../http/request-path.js'
import type { CallOptions } from '../http/transport.js'
import type { SimulatedSystem } from './simulated-system.js'

/** A FHIR resource or bundle. */
export interface FhirJson extends JsonObject {
  readonly resourceType: string
}

/** One entry of a bundle. */
export interface FhirBundleEntry {
  readonly fullUrl?: string
  readonly resource?: FhirJson
}

/** A bundle, for example the page of a search. */
export type FhirBundle = FhirJson & { readonly total?: number; readonly entry?: readonly FhirBundleEntry[] }

/** The value of a search parameter, or several that must all match. */
export type SearchValue = string | number | boolean | readonly (string | number | boolean)[]

/** Search parameters by name, for example `{name: 'Okafor', _count: 20}`. */
export type SearchParameters = Readonly<Record<string, SearchValue>>

/** The FHIR R4 server of a task run or a sandbox. Errors with an OperationOutcome are SimulatedSystemErrors. */
export class FhirSystem {
  readonly #system: SimulatedSystem

  constructor(system: SimulatedSystem) {
    this.#system = system
  }

  /** Reads a resource. */
  async read(resourceType: string, id: string, options?: CallOptions): Promise<FhirJson> {
    return this.request('GET', writePath(resourceType, id), undefined, options)
  }

  /** Searches; returns the bundle with the first page. */
  async search(resourceType: string, parameters: SearchParameters = {}, options?: CallOptions): Promise<FhirBundle> {
    // A FHIR server returns a bundle for a search.
    return (await this.request(
      'GET',
      `${writePath(resourceType)}${queryString(parameters)}`,
      undefined,
      options,
    )) as FhirBundle
  }

  /**
   * Iterates over the resources of all pages of a search; each page is requested when it is needed. Throws a
   * ClientError `unexpected_answer` if a link to a next page repeats.
   */
  async *searchAll(
    resourceType: string,
    parameters: SearchParameters = {},
    options?: CallOptions,
  ): AsyncGenerator<FhirJson, void, undefined> {
    const followed = new Set<string>()
    let query = queryString(parameters)
    for (;;) {
      const bundle = await this.request('GET', `${writePath(resourceType)}${query}`, undefined, options)
      yield* listResources(bundle)
      const next = findNextQuery(bundle)
      if (next === undefined) return
      if (followed.has(next)) {
        throw new ClientError('unexpected_answer', `The search of ${resourceType} returned the same "next" link twice.`)
      }
      followed.add(next)
      query = next
    }
  }

  /** Creates a resource; returns it with its id. */
  async create(resource: FhirJson, options?: CallOptions): Promise<FhirJson> {
    return this.request('POST', writePath(resource.resourceType), resource, options)
  }

  /** Creates or replaces the resource with its id. */
  async update(resource: FhirJson & { readonly id: string }, options?: CallOptions): Promise<FhirJson> {
    return this.request('PUT', writePath(resource.resourceType, resource.id), resource, options)
  }

  /** Changes a resource by a JSON Patch (RFC 6902); returns the changed resource. */
  async patch(
    resourceType: string,
    id: string,
    patch: readonly JsonObject[],
    options?: CallOptions,
  ): Promise<FhirJson> {
    const headers = { ...options?.headers, 'content-type': 'application/json-patch+json' }
    return this.request('PATCH', writePath(resourceType, id), patch, { ...options, headers })
  }

  /** Deletes a resource. */
  async delete(resourceType: string, id: string, options?: CallOptions): Promise<void> {
    await this.#system.request('DELETE', writePath(resourceType, id), undefined, options)
  }

  /**
   * Makes any FHIR call; `path` is below the base: `Patient/1`, empty for a bundle. Throws a ClientError
   * `unexpected_answer` if the response is not a FHIR resource.
   */
  async request(method: string, path: string, body?: JsonValue, options?: CallOptions): Promise<FhirJson> {
    const answer = await this.#system.request(method, path, body, options)
    if (isFhirJson(answer)) return answer
    throw new ClientError('unexpected_answer', `${method} ${path} was answered without a FHIR resource.`)
  }
}

function writePath(resourceType: string, id?: string): string {
  const base = pathSegment('resourceType', resourceType)
  return id === undefined ? base : `${base}/${pathSegment('id', id)}`
}

function isFhirJson(value: unknown): value is FhirJson {
  return isJsonObject(value) && typeof value.resourceType === 'string'
}

/** Returns the resources in a bundle, without accompanying outcomes. */
function listResources(bundle: FhirJson): FhirJson[] {
  const entries = Array.isArray(bundle.entry) ? bundle.entry : []
  return entries.flatMap((entry: unknown) => {
    if (!isJsonObject(entry) || !isFhirJson(entry.resource)) return []
    const isOutcome = isJsonObject(entry.search) && entry.search.mode === 'outcome'
    return isOutcome ? [] : [entry.resource]
  })
}

/** Returns the query of the link to the next page. The base URL in it is ignored, because it depends on the server. */
function findNextQuery(bundle: FhirJson): string | undefined {
  const links = Array.isArray(bundle.link) ? bundle.link : []
  const next = links.find((link: unknown) => isJsonObject(link) && link.relation === 'next')
  if (!isJsonObject(next) || typeof next.url !== 'string') return undefined
  const mark = next.url.indexOf('?')
  return mark === -1 ? undefined : next.url.slice(mark)
}
