import type { JsonObject, JsonValue } from '@carebench/protocol/wire'
import type { FhirContext } from '../http/fhir-context.js'
import { type FhirRequest, type FhirResponse, handleFhir } from '../http/interactions.js'
import type { FhirResource } from '../resource/fhir-resource.js'
import { FhirStore } from '../store/store.js'

/** A response with its parsed body. */
export interface JsonResponse extends FhirResponse {
  readonly json: Body
}

/** The members of responses that tests check. */
export interface Body extends JsonObject {
  readonly entry: readonly Entry[]
  readonly link: readonly { readonly relation: string; readonly url: string }[]
  readonly issue: readonly { readonly severity: string; readonly code: string; readonly diagnostics: string }[]
}

export interface Entry extends JsonObject {
  readonly fullUrl: string
  readonly resource: FhirResource
  readonly request: { readonly method: string; readonly url: string }
  readonly response: { readonly status: string; readonly etag: string; readonly lastModified: string }
}

/** The time of the first request; each request comes one second after the previous one. */
export const firstMoment = Date.UTC(2026, 0, 5, 9)

/** Creates a record for one test with its host, which applies the effects of each response. */
export function recordServer(
  resources: readonly FhirResource[] = [],
  store = FhirStore.fromResources(resources),
  more: Pick<FhirContext, 'enforceReferences'> = {},
) {
  let made = 0
  let time = firstMoment - 1000
  const send = (method: string, url: string, body?: JsonValue, headers: FhirRequest['headers'] = {}): JsonResponse => {
    time += 1000
    const [path = '', query = ''] = url.split('?')
    const request = { method, path, query, headers, ...(body === undefined ? {} : { body }) }
    const context = { now: new Date(time).toISOString(), newId: () => `id-${++made}`, ...more }
    const response = handleFhir(store, request, context)
    for (const effect of response.effects) store.apply(effect)
    return { ...response, json: JSON.parse(response.body ?? '{}') }
  }
  const patch = (url: string, operations: JsonValue, headers: FhirRequest['headers'] = {}): JsonResponse =>
    send('PATCH', url, operations, { 'content-type': 'application/json-patch+json', ...headers })
  /** Returns the entries of all pages, and the number of pages. */
  const pages = (url: string) => {
    const entries: Entry[] = []
    let count = 0
    for (let next: string | undefined = url; next !== undefined; count++) {
      const { json } = send('GET', next)
      entries.push(...(json.entry ?? []))
      next = json.link.find(({ relation }) => relation === 'next')?.url
    }
    return { entries, count }
  }
  return { store, send, patch, pages }
}
