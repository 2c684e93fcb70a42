import { isJsonObject, type JsonObject, type JsonValue, type Steps } from '@carebench/protocol/wire'
import { unknownType } from '../../resource/definitions/unknown-type.js'
import { FhirError } from '../../resource/fhir-error.js'
import {
  type FhirResource,
  idOf,
  idPattern,
  isResource,
  metaText,
  referenceTo,
  type StoredResource,
  versionOf,
} from '../../resource/fhir-resource.js'
import type { LinkedText } from '../../resource/record-url.js'
import { isResourceType } from '../../resource/resource-types.js'
import type { DeletedResource, FhirEffect } from '../../store/fhir-effect.js'
import type { FhirStore } from '../../store/store.js'
import { checkResource } from '../../validation/write-rules.js'
import type { ExaminedRecords } from '../examined-records.js'
import type { FhirContext } from '../fhir-context.js'
import { type Conditions, checkConditions, etagOf, isNotModified } from '../request/conditions.js'
import type { QueryParameters } from '../request/fhir-url.js'
import { findOnlyMatch, onlyMatch } from './only-match.js'
import { type WriteContext, writeRules } from './reference-integrity.js'
import { type Subset, subsetText } from './subset.js'

/** One action that was applied, for a log. */
export interface FhirEvent {
  readonly type: 'read' | 'search' | 'create' | 'update' | 'patch' | 'delete'
  /** Null if the whole record was read. */
  readonly resourceType: string | null
  /** Null if it did not concern a single resource: a search, or the history of a type. */
  readonly id: string | null
  /**
   * Whether the record began with the resource, in this version or another. Only for an update, a patch or a deletion.
   */
  readonly seeded?: boolean
  /**
   * The resource as it was when it was deleted, if it was created since the record began: neither the initial nor the
   * final record has it. Absent otherwise.
   */
  readonly removed?: FhirResource
}

/** The data about a version of a resource in the headers of a response. */
export interface VersionHead {
  readonly etag: string
  /** RFC 3339. */
  readonly lastModified: string | undefined
  /** Relative to the record: `Patient/1/_history/1`. Undefined for a deletion, which cannot be read. */
  readonly location: string | undefined
}

/** The result of an interaction, before it is written as an HTTP answer or a Bundle entry. */
export interface ActionResult {
  readonly status: number
  /** The version it concerns; null for a search and for a resource that does not exist. */
  readonly version: VersionHead | null
  /** JSON text of the resource, or null. */
  readonly text: string | null
  /** The offsets in the text at which URLs relative to the record begin. */
  readonly relativeUrls?: readonly number[]
  /** The effect of a write, in a sentence; undefined for other interactions. */
  readonly done?: string
  readonly effects: readonly FhirEffect[]
  readonly events: readonly FhirEvent[]
  /** The resources in the text, except those that the caller has just sent. Absent if there are none. */
  readonly returned?: readonly FhirResource[]
  /** The other records that a search examined. Absent for other interactions. */
  readonly examined?: readonly ExaminedRecords[]
}

/** The result of an interaction that only reads the record and answers with links to it. */
export function observedLinked(
  { text, relativeUrls }: LinkedText,
  events: readonly FhirEvent[],
  returned: readonly FhirResource[] = [],
  examined: readonly ExaminedRecords[] = [],
): ActionResult {
  return { status: 200, version: null, text, relativeUrls, effects: [], events, returned, examined }
}

/** The result of an interaction that only reads the record. */
export function observed(
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
  return readStored(presentResource(store, resourceType, id), conditions, subset)
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
  if (!isResourceType(resourceType)) throw unknownType(resourceType)
  const version = /^[1-9]\d{0,14}$/.test(versionId) ? store.version(resourceType, id, Number(versionId)) : undefined
  if (version === undefined) {
    throw FhirError.of(
      404,
      'not-found',
      `There is no version "${versionId}" of ${resourceType}/${id}. GET ${resourceType}/${id}/_history lists those ` +
        'there are.',
    )
  }
  if (version.method === 'DELETE') throw gone(resourceType, id, version)
  return readStored(version.stored, conditions, subset)
}

function readStored({ resource, text }: StoredResource, conditions: Conditions, subset?: Subset): ActionResult {
  const event: FhirEvent = { type: 'read', resourceType: resource.resourceType, id: String(resource.id) }
  const version = headOf(resource)
  if (isNotModified(resource, conditions)) return { ...observed(null, [event], version), status: 304 }
  const returned = [resource]
  if (subset === undefined) return { ...observed(text, [event], version), returned }
  // The URL of a version returns all of it, so a partial one must not name that URL.
  return { ...observed(subsetText(resource, subset), [event], { ...version, location: undefined }), returned }
}

/** The current version of a resource. Throws a FhirError: 404 if it does not exist, 410 if it was deleted. */
export function presentResource(store: FhirStore, resourceType: string, id: string): StoredResource {
  if (!isResourceType(resourceType)) throw unknownType(resourceType)
  const stored = store.read(resourceType, id)
  if (stored !== undefined) return stored
  const deleted = store.deletion(resourceType, id)
  if (deleted !== undefined) throw gone(resourceType, id, deleted)
  throw FhirError.of(404, 'not-found', `There is no ${resourceType}/${id}.`)
}

function gone(resourceType: string, id: string, { version, at }: DeletedResource): FhirError {
  return FhirError.of(
    410,
    'deleted',
    `${resourceType}/${id} was deleted at ${at}; that is its version ${etagOf(version)}. GET ` +
      `${resourceType}/${id}/_history lists the versions before.`,
  )
}

/**
 * Creates a resource under a new id. With `ifNoneExist`, if that search has exactly one match, the match is returned
 * instead.
 */
export function* createResource(
  store: FhirStore,
  resourceType: string,
  body: JsonValue | undefined,
  context: WriteContext,
  ifNoneExist?: QueryParameters,
  newId?: string,
): Steps<ActionResult> {
  const resource = checkResource(body, resourceType, writeRules(store, context))
  if (ifNoneExist !== undefined) {
    const existing = yield* onlyMatch(store, resourceType, ifNoneExist, 'If-None-Exist', context)
    if (existing !== undefined) {
      const { resource: found, text } = existing
      const event: FhirEvent = { type: 'read', resourceType, id: String(found.id) }
      const done = `${referenceTo(resourceType, String(found.id))} matches If-None-Exist: nothing was created.`
      return { ...observed(text, [event], headOf(found)), done, returned: [found] }
    }
  }
  const id = newId ?? freshId(store, resourceType, context)
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
  const rules = writeRules(store, context, referenceTo(resourceType, id), before)
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
  const find = yield* findOnlyMatch(store, resourceType, search, 'A conditional update', context)
  const self = isResource(body) && idOf(body) !== undefined ? referenceTo(resourceType, String(body.id)) : undefined
  const resource = checkResource(
    body,
    resourceType,
    writeRules(store, context, self, () => find()?.resource),
  )
  const match = find()
  const matchId = match && idOf(match.resource)
  const bodyId = idOf(resource)
  if (matchId === undefined) {
    if (bodyId !== undefined && store.read(resourceType, bodyId) !== undefined) {
      throw FhirError.of(409, 'conflict', `The search matches nothing, but ${resourceType}/${bodyId} exists.`)
    }
    const id = bodyId ?? newId ?? freshId(store, resourceType, context)
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

/** Deletes a resource. If it does not exist, the answer is the same, as FHIR requires. */
export function deleteResource(
  store: FhirStore,
  resourceType: string,
  id: string,
  context: FhirContext,
  conditions: Conditions,
): ActionResult {
  if (!isResourceType(resourceType)) throw unknownType(resourceType)
  checkConditions(store, resourceType, id, conditions)
  const name = referenceTo(resourceType, id)
  const present = store.read(resourceType, id)
  if (present === undefined) return nothingDeleted(`There is no ${name}: nothing was deleted.`)
  const version = store.nextVersion(resourceType, id)
  return {
    status: 204,
    version: { etag: etagOf(version), lastModified: context.now, location: undefined },
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
  const match = yield* onlyMatch(store, resourceType, search, 'A conditional delete', context)
  const id = match && idOf(match.resource)
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
 * Makes an id that no resource of the type has or ever had. Throws an Error if the context returns no such id after
 * many tries.
 */
export function freshId(store: FhirStore, resourceType: string, context: FhirContext): string {
  for (let tries = 0; tries < 1000; tries++) {
    const id = context.newId()
    if (store.read(resourceType, id) === undefined && store.deletion(resourceType, id) === undefined) return id
  }
  throw new Error(`Expected newId() to make a new id at each call, got ids of ${resourceType} that exist 1000 times.`)
}

/** Writes the next version of a resource, already checked. */
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
  // Set first, so that they come first in the text: the spread that follows keeps their positions.
  const content: JsonObject = resource
  const stored = { resourceType, id, meta: stamp, ...content }
  stored.id = id
  stored.meta = isJsonObject(meta) ? { ...meta, ...stamp } : stamp
  return {
    status: type === 'create' ? 201 : 200,
    version: headOf(stored),
    text: JSON.stringify(stored),
    done: `${referenceTo(resourceType, id)} was ${pastOf[type]}.`,
    effects: [{ op: 'put', resource: stored, ...(method === undefined ? {} : { method }) }],
    events: [{ type, resourceType, id, ...(type !== 'create' && { seeded: store.isSeeded(resourceType, id) }) }],
    // A patch returns elements that the caller has not sent.
    ...(type === 'patch' && { returned: [stored] }),
  }
}

const pastOf = { create: 'created', update: 'updated', patch: 'patched' } as const

/** Returns the data about a version for headers. */
export function headOf(resource: FhirResource): VersionHead {
  const version = versionOf(resource)
  return {
    etag: etagOf(version),
    lastModified: lastUpdatedOf(resource),
    location: `${resource.resourceType}/${String(resource.id)}/_history/${version}`,
  }
}

/** Returns when the version of a resource was made, RFC 3339. */
export function lastUpdatedOf(resource: FhirResource): string | undefined {
  return metaText(resource, 'lastUpdated')
}
