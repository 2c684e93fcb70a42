import { FhirError } from './fhir-error.js'
import { type FhirResource, metaText, referenceTo, type StoredResource, versionOf } from './fhir-resource.js'
import type { QueryParameters } from './fhir-url.js'
import { isJsonObject, type JsonObject, type JsonValue } from './json.js'
import { isResourceType } from './resource-types.js'
import type { FhirEffect, FhirStore } from './store.js'
import { checkResource, idPattern, unknownType } from './write-rules.js'

/** Where an interaction's time and new ids come from. */
export interface FhirContext {
  /** RFC 3339 in UTC: what `meta.lastUpdated` becomes. */
  readonly now: string
  /** Makes the id of a created resource; each call another, in FHIR's syntax. */
  newId(): string
  /** Put before the links of bundles and `Location`, ending in a slash. None: links are relative to the record. */
  readonly baseUrl?: string
}

/** One thing that was done, for a log. */
export interface FhirEvent {
  readonly type: 'read' | 'search' | 'create' | 'update' | 'patch' | 'delete'
  readonly resourceType: string
  /** Null for a search. */
  readonly id: string | null
}

/** What the headers of an answer tell of a version of a resource. */
export interface VersionHead {
  readonly etag: string
  /** RFC 3339. */
  readonly lastModified: string | undefined
  /** Relative to the record: `Patient/1/_history/1`. */
  readonly location: string
}

/** What an interaction gives before it is written as an HTTP answer or a bundle entry. */
export interface ActionResult {
  readonly status: number
  /** The version it is about; null for a search and for what is not there. */
  readonly version: VersionHead | null
  /** JSON text of the resource, or null. */
  readonly text: string | null
  readonly effects: readonly FhirEffect[]
  readonly events: readonly FhirEvent[]
}

/** Reads a resource. Throws a FhirError: 404 if there is none, 410 if it was deleted. */
export function readResource(store: FhirStore, resourceType: string, id: string, ifNoneMatch?: string): ActionResult {
  if (!isResourceType(resourceType)) throw unknownType(resourceType)
  const stored = store.read(resourceType, id)
  if (stored === undefined) throw absent(store, resourceType, id)
  const version = headOf(stored.resource)
  const events: readonly FhirEvent[] = [{ type: 'read', resourceType, id }]
  if (ifNoneMatch !== undefined && namesVersion(ifNoneMatch, versionOf(stored.resource))) {
    return { status: 304, version, text: null, effects: [], events }
  }
  return { status: 200, version, text: stored.text, effects: [], events }
}

function absent(store: FhirStore, resourceType: string, id: string): FhirError {
  const deleted = store.deletion(resourceType, id)
  return deleted === undefined
    ? FhirError.of(404, 'not-found', `There is no ${resourceType}/${id}.`)
    : FhirError.of(410, 'deleted', `${resourceType}/${id} was deleted at ${deleted.at}.`)
}

/** Creates a resource under a new id. With `ifNoneExist` an only match of that search is answered instead. */
export function createResource(
  store: FhirStore,
  resourceType: string,
  body: JsonValue | undefined,
  context: FhirContext,
  ifNoneExist?: QueryParameters,
  newId?: string,
): ActionResult {
  const resource = checkResource(body, resourceType)
  if (ifNoneExist !== undefined) {
    const existing = onlyMatch(store, resourceType, ifNoneExist, 'If-None-Exist')
    if (existing !== undefined) {
      return { status: 200, version: headOf(existing.resource), text: existing.text, effects: [], events: [] }
    }
  }
  const id = newId ?? freshId(store, resourceType, context)
  return put(store, resource, id, context, 'create')
}

/** Updates a resource, or creates it under the id of the URL. */
export function updateResource(
  store: FhirStore,
  resourceType: string,
  id: string,
  body: JsonValue | undefined,
  context: FhirContext,
  conditions: { readonly ifMatch?: string; readonly ifNoneMatch?: string } = {},
): ActionResult {
  const resource = checkResource(body, resourceType)
  if (!idPattern.test(id)) {
    throw FhirError.of(400, 'value', `Expected an id of 1 to 64 letters, digits, "-" and "." in the URL, got "${id}".`)
  }
  if (resource.id !== id) {
    throw FhirError.of(
      400,
      'invalid',
      `Expected "id":"${id}" in the body, as the URL says, got ${JSON.stringify(resource.id ?? null)}.`,
      `${resourceType}.id`,
    )
  }
  checkMatch(store, resourceType, id, conditions.ifMatch)
  const present = store.read(resourceType, id)
  if (conditions.ifNoneMatch === '*' && present !== undefined) {
    throw FhirError.of(
      412,
      'conflict',
      `If-None-Match: * expects that ${resourceType}/${id} does not exist, but it does.`,
    )
  }
  return put(store, resource, id, context, present === undefined ? 'create' : 'update')
}

/** Updates the only match of a search; creates the resource if there is none. */
export function updateMatch(
  store: FhirStore,
  resourceType: string,
  search: QueryParameters,
  body: JsonValue | undefined,
  context: FhirContext,
  ifMatch?: string,
  newId?: string,
): ActionResult {
  const resource = checkResource(body, resourceType)
  const match = onlyMatch(store, resourceType, search, 'A conditional update')
  const matchId = typeof match?.resource.id === 'string' ? match.resource.id : undefined
  const bodyId = typeof resource.id === 'string' ? resource.id : undefined
  if (matchId === undefined) {
    if (bodyId !== undefined && store.read(resourceType, bodyId) !== undefined) {
      throw FhirError.of(409, 'conflict', `The search matches nothing, but ${resourceType}/${bodyId} exists.`)
    }
    return put(store, resource, bodyId ?? newId ?? freshId(store, resourceType, context), context, 'create')
  }
  if (bodyId !== undefined && bodyId !== matchId) {
    throw FhirError.of(
      400,
      'invalid',
      `The search matches ${resourceType}/${matchId}, but the body has "id":"${bodyId}".`,
    )
  }
  checkMatch(store, resourceType, matchId, ifMatch)
  return put(store, resource, matchId, context, 'update')
}

/** Deletes a resource. One that is not there is answered in the same way, as FHIR asks. */
export function deleteResource(
  store: FhirStore,
  resourceType: string,
  id: string,
  context: FhirContext,
  ifMatch?: string,
): ActionResult {
  if (!isResourceType(resourceType)) throw unknownType(resourceType)
  checkMatch(store, resourceType, id, ifMatch)
  if (store.read(resourceType, id) === undefined)
    return { status: 204, version: null, text: null, effects: [], events: [] }
  const version = store.nextVersion(resourceType, id)
  return {
    status: 204,
    version: null,
    text: null,
    effects: [{ op: 'delete', resourceType, id, version, at: context.now }],
    events: [{ type: 'delete', resourceType, id }],
  }
}

/** Deletes the only match of a search, if there is one. */
export function deleteMatch(
  store: FhirStore,
  resourceType: string,
  search: QueryParameters,
  context: FhirContext,
): ActionResult {
  const match = onlyMatch(store, resourceType, search, 'A conditional delete')
  return typeof match?.resource.id === 'string'
    ? deleteResource(store, resourceType, match.resource.id, context)
    : { status: 204, version: null, text: null, effects: [], events: [] }
}

/** The only match of a condition, or undefined if nothing matches. Throws a FhirError (412) if several do. */
export function onlyMatch(
  store: FhirStore,
  resourceType: string,
  search: QueryParameters,
  what: string,
): StoredResource | undefined {
  const conditions = search.filter(([name]) => name !== '_format' && name !== '_pretty')
  if (conditions.length === 0) {
    throw FhirError.of(400, 'required', `${what} needs a search such as identifier=http://example.org/ids|1, got none.`)
  }
  const { matches } = store.search(resourceType, conditions)
  if (matches.length > 1) {
    throw FhirError.of(
      412,
      'multiple-matches',
      `${what} expects one match at most, but ${matches.length} resources of type ${resourceType} match: ${matches
        .slice(0, 5)
        .map((match) => referenceTo(resourceType, String(match.resource.id)))
        .join(', ')}.`,
    )
  }
  return matches[0]
}

function checkMatch(store: FhirStore, resourceType: string, id: string, ifMatch: string | undefined): void {
  if (ifMatch === undefined) return
  const stored = store.read(resourceType, id)
  if (stored !== undefined && (ifMatch.trim() === '*' || namesVersion(ifMatch, versionOf(stored.resource)))) return
  throw FhirError.of(
    412,
    'conflict',
    stored === undefined
      ? `If-Match: ${ifMatch}: there is no ${resourceType}/${id}.`
      : `If-Match: ${ifMatch}: ${resourceType}/${id} is at version ${etagOf(versionOf(stored.resource))}. Read it again.`,
  )
}

function namesVersion(header: string, version: number): boolean {
  return header.split(',').some((item) => item.trim().replace(/^W\//, '') === `"${version}"`)
}

/** Makes an id that no resource of the type has or had. Throws an Error if the context gives none after many tries. */
export function freshId(store: FhirStore, resourceType: string, context: FhirContext): string {
  for (let tries = 0; tries < 1000; tries++) {
    const id = context.newId()
    if (store.read(resourceType, id) === undefined && store.deletion(resourceType, id) === undefined) return id
  }
  throw new Error(`Expected newId() to make a new id at each call, got ids of ${resourceType} that exist 1000 times.`)
}

function put(
  store: FhirStore,
  resource: FhirResource,
  id: string,
  context: FhirContext,
  type: 'create' | 'update',
): ActionResult {
  const { resourceType, meta } = resource
  const stamp = { versionId: String(store.nextVersion(resourceType, id)), lastUpdated: context.now }
  // Named first, so that they lead the text: the copy that follows keeps their places.
  const content: JsonObject = resource
  const stored = { resourceType, id, meta: stamp, ...content }
  stored.id = id
  stored.meta = isJsonObject(meta) ? { ...meta, ...stamp } : stamp
  return {
    status: type === 'create' ? 201 : 200,
    version: headOf(stored),
    text: JSON.stringify(stored),
    effects: [{ op: 'put', resource: stored }],
    events: [{ type, resourceType, id }],
  }
}

function headOf(resource: FhirResource): VersionHead {
  const version = versionOf(resource)
  return {
    etag: etagOf(version),
    lastModified: metaText(resource, 'lastUpdated'),
    location: `${resource.resourceType}/${String(resource.id)}/_history/${version}`,
  }
}

function etagOf(version: number): string {
  return `W/"${version}"`
}
