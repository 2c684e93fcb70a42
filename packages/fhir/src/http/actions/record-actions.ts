import { isJsonObject, type JsonObject, type JsonValue, type Steps } from '@carebench/protocol/wire'
import { unknownTypeError } from '../../resource/definitions/unknown-type.js'
import { FhirError } from '../../resource/fhir-error.js'
import {
  type FhirResource,
  formatReference,
  idPattern,
  isResource,
  readId,
  readMeta,
  readVersionNumber,
  type StoredResource,
} from '../../resource/fhir-resource.js'
import type { LinkedText } from '../../resource/record-url.js'
import { isResourceType } from '../../resource/resource-types.js'
import type { DeletedResource, FhirEffect } from '../../store/fhir-effect.js'
import type { FhirStore } from '../../store/store.js'
import { checkResource } from '../../validation/write-rules.js'
import type { ExaminedRecords } from '../examined-records.js'
import type { FhirContext } from '../fhir-context.js'
import { type Conditions, checkConditions, formatEtag, isNotModified } from '../request/conditions.js'
import type { QueryParameters } from '../request/fhir-url.js'
import { findOnlyMatch, prepareOnlyMatch } from './only-match.js'
import { createWriteRules, type WriteContext } from './reference-integrity.js'
import { type Subset, subsetText } from './subset.js'

/** One interaction that was run, for a log. */
export interface FhirEvent {
  readonly type: 'read' | 'search' | 'create' | 'update' | 'patch' | 'delete'
  /** Null if the whole record was read. */
  readonly resourceType: string | null
  /** Null if the interaction was not on a single resource: a search, or the history of a type. */
  readonly id: string | null
  /**
   * Whether the initial record has the resource, in this version or another. Only for an update, a patch or a deletion.
   */
  readonly seeded?: boolean
  /** The last version of a deleted resource that neither the initial nor the final record has. Absent otherwise. */
  readonly removed?: FhirResource
  /** Only for an entry of a Bundle: what the response to this entry has. */
  readonly ofEntry?: Disclosed
}

/** The resources in a response, except those that the request contained, and the records that searches examined. */
export interface Disclosed {
  readonly returned: readonly FhirResource[]
  readonly examined: readonly ExaminedRecords[]
}

/** The data about a version of a resource in the headers of a response. */
export interface VersionHead {
  readonly etag: string
  /** RFC 3339. */
  readonly lastModified: string | undefined
  /** Relative to the record: `Patient/1/_history/1`. Undefined for a deletion, which cannot be read. */
  readonly location: string | undefined
}

/** The result of an interaction, before it is written as an HTTP response or a Bundle entry. */
export interface ActionResult {
  readonly status: number
  /** The version that was read or written; null for a search and for a resource that does not exist. */
  readonly version: VersionHead | null
  /** JSON text of the resource, or null. */
  readonly text: string | null
  /** The offsets in the text at which URLs relative to the record begin. */
  readonly relativeUrls?: readonly number[]
  /** The effect of a write, in a sentence; undefined for other interactions. */
  readonly done?: string
  readonly effects: readonly FhirEffect[]
  readonly events: readonly FhirEvent[]
  /** The resources in the text, except those that the caller sent. Absent if the text has none. */
  readonly returned?: readonly FhirResource[]
  /** The other records that a search examined. Absent for other interactions. */
  readonly examined?: readonly ExaminedRecords[]
}

/** Returns the result of a read-only interaction whose text links to the record. */
export function createLinkedResult(
  { text, relativeUrls }: LinkedText,
  events: readonly FhirEvent[],
  returned: readonly FhirResource[] = [],
  examined: readonly ExaminedRecords[] = [],
): ActionResult {
  return { status: 200, version: null, text, relativeUrls, effects: [], events, returned, examined }
}

/** Returns the result of an interaction that only reads the record. */
export function createReadResult(
  text: string | null,
  events: readonly FhirEvent[],
  version: VersionHead | null = null,
): ActionResult {
  return { status: 200, version, text, effects: [], events }
}

/** Reads a resource. Throws a FhirError: 404 if it does not exist, 410 if it was deleted. */
export function readResource(
  store: FhirStore,
  resourceType: string,
  id: string,
  conditions: Conditions,
  subset?: Subset,
): ActionResult {
  return readStored(requireResource(store, resourceType, id), conditions, subset)
}

/** Reads a version of a resource. Throws a FhirError: 404 if it is unknown, 410 if it is a deletion. */
export function readVersion(
  store: FhirStore,
  resourceType: string,
  id: string,
  versionId: string,
  conditions: Conditions,
  subset?: Subset,
): ActionResult {
  if (!isResourceType(resourceType)) throw unknownTypeError(resourceType)
  const version = /^[1-9]\d{0,14}$/.test(versionId) ? store.version(resourceType, id, Number(versionId)) : undefined
  if (version === undefined) {
    throw FhirError.of(
      404,
      'not-found',
      `There is no version "${versionId}" of ${resourceType}/${id}. GET ${resourceType}/${id}/_history lists all.`,
    )
  }
  if (version.method === 'DELETE') throw goneError(resourceType, id, version)
  return readStored(version.stored, conditions, subset)
}

function readStored({ resource, text }: StoredResource, conditions: Conditions, subset?: Subset): ActionResult {
  const event: FhirEvent = { type: 'read', resourceType: resource.resourceType, id: String(resource.id) }
  const version = createHead(resource)
  if (isNotModified(resource, conditions)) return { ...createReadResult(null, [event], version), status: 304 }
  const returned = [resource]
  if (subset === undefined) return { ...createReadResult(text, [event], version), returned }
  // The URL of a version returns all of it, so a partial one must not name that URL.
  return { ...createReadResult(subsetText(resource, subset), [event], { ...version, location: undefined }), returned }
}

/** Returns the current version of a resource. Throws a FhirError: 404 if it does not exist, 410 if it was deleted. */
export function requireResource(store: FhirStore, resourceType: string, id: string): StoredResource {
  if (!isResourceType(resourceType)) throw unknownTypeError(resourceType)
  const stored = store.read(resourceType, id)
  if (stored !== undefined) return stored
  const deleted = store.deletion(resourceType, id)
  if (deleted !== undefined) throw goneError(resourceType, id, deleted)
  throw FhirError.of(404, 'not-found', `There is no ${resourceType}/${id}.`)
}

function goneError(resourceType: string, id: string, { version, at }: DeletedResource): FhirError {
  return FhirError.of(
    410,
    'deleted',
    `${resourceType}/${id} was deleted at ${at}; that is its version ${formatEtag(version)}. GET ` +
      `${resourceType}/${id}/_history lists the earlier versions.`,
  )
}

/** Creates a resource under a new id. If the search `ifNoneExist` has exactly one match, returns the match instead. */
export function* createResource(
  store: FhirStore,
  resourceType: string,
  body: JsonValue | undefined,
  context: WriteContext,
  ifNoneExist?: QueryParameters,
  newId?: string,
): Steps<ActionResult> {
  const resource = checkResource(body, resourceType, createWriteRules(store, context))
  if (ifNoneExist !== undefined) {
    const existing = yield* findOnlyMatch(store, resourceType, ifNoneExist, 'If-None-Exist', context)
    if (existing !== undefined) {
      const { resource: found, text } = existing
      const event: FhirEvent = { type: 'read', resourceType, id: String(found.id) }
      const done = `${formatReference(resourceType, String(found.id))} matches If-None-Exist: nothing was created.`
      return { ...createReadResult(text, [event], createHead(found)), done, returned: [found] }
    }
  }
  const id = newId ?? createId(store, resourceType, context)
  return putResource(store, resource, id, context, 'create', 'POST')
}

/** Updates a resource, or creates it under the id of the URL. */
export function updateResource(
  store: FhirStore,
  resourceType: string,
  id: string,
  body: JsonValue | undefined,
  context: WriteContext,
  conditions: Conditions,
): ActionResult {
  const before = () => store.read(resourceType, id)?.resource
  const rules = createWriteRules(store, context, formatReference(resourceType, id), before)
  const resource = checkResource(body, resourceType, rules)
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
  checkConditions(store, resourceType, id, conditions)
  const present = store.read(resourceType, id)
  return putResource(store, resource, id, context, present === undefined ? 'create' : 'update')
}

/** Updates the only match of a search; creates the resource if nothing matches. */
export function* updateMatch(
  store: FhirStore,
  resourceType: string,
  search: QueryParameters,
  body: JsonValue | undefined,
  context: WriteContext,
  conditions: Conditions,
  newId?: string,
): Steps<ActionResult> {
  // The body is checked first, which may need the match.
  const find = yield* prepareOnlyMatch(store, resourceType, search, 'A conditional update', context)
  const self =
    isResource(body) && readId(body) !== undefined ? formatReference(resourceType, String(body.id)) : undefined
  const resource = checkResource(
    body,
    resourceType,
    createWriteRules(store, context, self, () => find()?.resource),
  )
  const match = find()
  const matchId = match && readId(match.resource)
  const bodyId = readId(resource)
  if (matchId === undefined) {
    if (bodyId !== undefined && store.read(resourceType, bodyId) !== undefined) {
      throw FhirError.of(409, 'conflict', `The search matches nothing, but ${resourceType}/${bodyId} exists.`)
    }
    const id = bodyId ?? newId ?? createId(store, resourceType, context)
    checkConditions(store, resourceType, id, conditions)
    return putResource(store, resource, id, context, 'create')
  }
  if (bodyId !== undefined && bodyId !== matchId) {
    throw FhirError.of(
      400,
      'invalid',
      `The search matches ${resourceType}/${matchId}, but the body has "id":"${bodyId}".`,
    )
  }
  checkConditions(store, resourceType, matchId, conditions)
  return putResource(store, resource, matchId, context, 'update')
}

/** Deletes a resource. Also succeeds if the resource does not exist, as FHIR requires. */
export function deleteResource(
  store: FhirStore,
  resourceType: string,
  id: string,
  context: FhirContext,
  conditions: Conditions,
): ActionResult {
  if (!isResourceType(resourceType)) throw unknownTypeError(resourceType)
  checkConditions(store, resourceType, id, conditions)
  const name = formatReference(resourceType, id)
  const present = store.read(resourceType, id)
  if (present === undefined) return nothingDeleted(`There is no ${name}: nothing was deleted.`)
  const version = store.nextVersion(resourceType, id)
  return {
    status: 204,
    version: { etag: formatEtag(version), lastModified: context.now, location: undefined },
    text: null,
    done: `${name} was deleted.`,
    effects: [{ op: 'delete', resourceType, id, version, at: context.now }],
    events: [
      {
        type: 'delete',
        resourceType,
        id,
        seeded: store.isSeeded(resourceType, id),
        ...(!store.isInitial(present) && { removed: present.resource }),
      },
    ],
  }
}

/** Deletes the only match of a search, if any. */
export function* deleteMatch(
  store: FhirStore,
  resourceType: string,
  search: QueryParameters,
  context: FhirContext,
  conditions: Conditions,
): Steps<ActionResult> {
  const match = yield* findOnlyMatch(store, resourceType, search, 'A conditional delete', context)
  const id = match && readId(match.resource)
  if (id !== undefined) return deleteResource(store, resourceType, id, context, conditions)
  if (conditions.ifMatch !== undefined) {
    throw FhirError.of(412, 'conflict', `If-Match: ${conditions.ifMatch}: no ${resourceType} matches the search.`)
  }
  return nothingDeleted(`No ${resourceType} matches: nothing was deleted.`)
}

function nothingDeleted(done: string): ActionResult {
  return { status: 204, version: null, text: null, done, effects: [], events: [] }
}

/**
 * Returns an id that no resource of the type has or ever had. Throws an Error if 1000 calls of `newId` return no such
 * id.
 */
export function createId(store: FhirStore, resourceType: string, context: FhirContext): string {
  for (let tries = 0; tries < 1000; tries++) {
    const id = context.newId()
    if (store.read(resourceType, id) === undefined && store.deletion(resourceType, id) === undefined) return id
  }
  throw new Error(`Expected newId() to return new ids, got 1000 ids of existing or deleted ${resourceType} resources.`)
}

/** Returns the write of the next version of a resource, which has been checked. */
export function putResource(
  store: FhirStore,
  resource: FhirResource,
  id: string,
  context: FhirContext,
  type: 'create' | 'update' | 'patch',
  method?: 'POST' | 'PATCH',
): ActionResult {
  const { resourceType, meta } = resource
  const stamp = { versionId: String(store.nextVersion(resourceType, id)), lastUpdated: context.now }
  // Set first to come first in the text: the spread that follows keeps their positions.
  const content: JsonObject = resource
  const stored = { resourceType, id, meta: stamp, ...content }
  stored.id = id
  stored.meta = isJsonObject(meta) ? { ...meta, ...stamp } : stamp
  return {
    status: type === 'create' ? 201 : 200,
    version: createHead(stored),
    text: JSON.stringify(stored),
    done: `${formatReference(resourceType, id)} was ${pastTense[type]}.`,
    effects: [{ op: 'put', resource: stored, ...(method === undefined ? {} : { method }) }],
    events: [{ type, resourceType, id, ...(type !== 'create' && { seeded: store.isSeeded(resourceType, id) }) }],
    // A patch returns elements that the caller has not sent.
    ...(type === 'patch' && { returned: [stored] }),
  }
}

const pastTense = { create: 'created', update: 'updated', patch: 'patched' } as const

/** Returns the data about a version for the headers of a response. */
export function createHead(resource: FhirResource): VersionHead {
  const version = readVersionNumber(resource)
  return {
    etag: formatEtag(version),
    lastModified: readLastUpdated(resource),
    location: `${resource.resourceType}/${String(resource.id)}/_history/${version}`,
  }
}

/** Returns the time of the version of a resource, RFC 3339. */
export function readLastUpdated(resource: FhirResource): string | undefined {
  return readMeta(resource, 'lastUpdated')
}
