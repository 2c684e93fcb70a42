import { finish, type JsonValue, type Steps } from '@carebench/protocol/wire'
import { FhirError } from '../resource/fhir-error.js'
import type { FhirResource } from '../resource/fhir-resource.js'
import { parseJsonText } from '../resource/json-text.js'
import { createInformation, operationOutcome } from '../resource/operation-outcome.js'
import { insertBaseUrl } from '../resource/record-url.js'
import { isSteps, type Work } from '../resource/work.js'
import type { FhirEffect } from '../store/fhir-effect.js'
import type { FhirStore } from '../store/store.js'
import type { ActionResult, FhirEvent, VersionHead } from './actions/record-actions.js'
import { runBundle } from './bundle/bundle.js'
import type { ExaminedRecords } from './examined-records.js'
import type { FhirContext } from './fhir-context.js'
import { allowedMethods } from './request/allowed-methods.js'
import { parsePath, parseQuery, type QueryParameters, splitUrl } from './request/fhir-url.js'
import { checkAccept, checkJsonBody, checkPatchBody, fhirJson, parseMediaType } from './request/media-type.js'
import { type Preference, parsePrefer } from './request/prefer.js'
import { isContentRead, type RawContent, readContent, readRawBinary } from './request/raw-binary.js'
import { lastValue } from './request/result-parameters.js'
import { route } from './route.js'

/** A request to a FHIR server, below its base URL. */
export interface FhirRequest {
  /** Upper case. */
  readonly method: string
  /** Percent-encoded, with or without a leading slash: `Patient/123`; empty for the base. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /**
   * Lower-case names. Read: accept, content-type, prefer, if-match, if-none-match, if-none-exist,
   * if-modified-since, x-security-context.
   */
  readonly headers: Readonly<Record<string, string>>
  /**
   * The rights of the caller: letters of `cruds`, for create, read, update, delete and search, for all types or for the
   * one before them; several are separated by commas: `rs,Task.cu`. If missing, everything is allowed; requests beyond
   * these rights are rejected with 403.
   */
  readonly rights?: string
  /** The parsed JSON, or text: a form, JSON that is not parsed yet, or the content of a Binary. */
  readonly body?: JsonValue
  /** Instead of `body`: the content of a Binary that is not text, in base64. */
  readonly base64?: string
}

/** The response to a request, with its changes to the store, not yet applied. */
export interface FhirResponse {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON text, or null. */
  readonly body: string | null
  /** The body in base64 if it is the content of a Binary; `body` is then null. */
  readonly base64?: string
  /** To be applied to the store in this order. Empty if the request is rejected. */
  readonly effects: readonly FhirEffect[]
  readonly events: readonly FhirEvent[]
  /** The resources in the body, except those that the request contained. */
  readonly returned: readonly FhirResource[]
  /**
   * The other records that searches examined: responses reveal something about these records even if they return none.
   */
  readonly examined: readonly ExaminedRecords[]
  /**
   * The offsets in the body, in UTF-16 code units, at which URLs relative to the record begin: inserting the URL of the
   * record at these offsets makes them absolute. Empty if the context supplied that URL.
   */
  readonly relativeUrls: readonly number[]
}

/**
 * Handles a FHIR R4 request to a record: read, vread, history, create, update, patch, delete, search, batch,
 * transaction, operations and metadata.
 *
 * Only reads the store: the caller applies the effects. The same store, request and context produce the same response.
 * Never throws on any request: rejections are OperationOutcomes.
 */
export function handleFhir(store: FhirStore, request: FhirRequest, context: FhirContext): FhirResponse {
  return finish(handleFhirInSteps(store, request, context))
}

/**
 * Does the same as {@link handleFhir} in steps of a search and of the entries of a batch or a transaction. The store
 * must not change meanwhile.
 */
export function handleFhirInSteps(store: FhirStore, request: FhirRequest, context: FhirContext): Steps<FhirResponse> {
  // Only writes and patches call `examine` of the context.
  return request.method === 'GET' ? handle(store, request, context) : handleWithExamined(store, request, context)
}

function* handleWithExamined(store: FhirStore, request: FhirRequest, outer: FhirContext): Steps<FhirResponse> {
  const revealed: ExaminedRecords[] = []
  const context: FhirContext = {
    ...outer,
    examine(records) {
      revealed.push(records)
      outer.examine?.(records)
    },
  }
  return addExamined(yield* handle(store, request, context), revealed)
}

/** Adds the records that conditions of writes and patches examined, and an event for them if the call was rejected. */
function addExamined(response: FhirResponse, revealed: readonly ExaminedRecords[]): FhirResponse {
  const [first] = revealed
  if (first === undefined) return response
  const events = response.events.length > 0 ? response.events : [createEvent(first)]
  return { ...response, events, examined: [...response.examined, ...revealed] }
}

function createEvent({ resourceType, named }: ExaminedRecords): FhirEvent {
  const [only = '', ...more] = named
  const isOne = more.length === 0 && only.startsWith(`${resourceType}/`)
  return isOne
    ? { type: 'read', resourceType, id: only.slice(resourceType.length + 1) }
    : { type: 'search', resourceType, id: null }
}

function* handle(store: FhirStore, request: FhirRequest, context: FhirContext): Steps<FhirResponse> {
  try {
    const query = parseQuery(request.query)
    const path = parsePath(request.path)
    const readsRaw = isContentRead(request, path)
    if (!readsRaw) checkAccept(request.headers.accept, lastValue(query, '_format'))
    const preference = parsePrefer(request.headers.prefer)
    const work = routeRequest(store, request, path, query, preference, context)
    const result = isSteps(work) ? yield* work : work
    const content = readsRaw && result.text !== null ? readContent(result.text, request.headers.accept) : undefined
    return content === undefined
      ? writeResponse(result, request, preference, context)
      : writeContent(result, content, request)
  } catch (error) {
    if (!(error instanceof FhirError)) throw error
    return {
      status: error.status,
      headers: {
        'content-type': fhirJson,
        ...(error.status === 405 && { allow: allowedMethods(parsePath(request.path)).join(', ') }),
        ...(error.status === 403 && { 'www-authenticate': 'Bearer error="insufficient_scope"' }),
      },
      body: request.method === 'HEAD' ? null : JSON.stringify(error.toOutcome()),
      effects: [],
      events: [],
      returned: [],
      examined: [],
      relativeUrls: [],
    }
  }
}

function routeRequest(
  store: FhirStore,
  request: FhirRequest,
  path: readonly string[],
  query: QueryParameters,
  preference: Preference,
  context: FhirContext,
): Work<ActionResult> {
  const { method, headers } = request
  if (path.length === 0 && method === 'POST')
    return runBundle(store, jsonBody(request), context, preference, request.rights)
  const condition = headers['if-none-exist']
  const interaction = {
    method,
    path,
    query,
    conditions: {
      ifMatch: headers['if-match'],
      ifNoneMatch: headers['if-none-match'],
      ifModifiedSince: headers['if-modified-since'],
    },
    ifNoneExist: condition === undefined || method !== 'POST' ? undefined : parseCondition(condition, path[0] ?? ''),
    lenient: preference.handling === 'lenient',
    rights: request.rights,
    body: () => readRawBinary(request, path) ?? jsonBody(request),
    form: () => formBody(request),
    patch: () => {
      checkPatchBody(headers['content-type'])
      return parsedBody(request)
    },
  }
  return route(store, interaction, context)
}

/** Reads `If-None-Exist`, which has a query; a whole URL `Patient?identifier=…` is accepted as well. */
function parseCondition(header: string, type: string): QueryParameters {
  const prefix = `${type}?`
  return parseQuery(header.startsWith(prefix) ? splitUrl(header).query : header.replace(/^\?/, ''))
}

function jsonBody(request: FhirRequest): JsonValue | undefined {
  checkJsonBody(request.headers['content-type'])
  return parsedBody(request)
}

function parsedBody({ body }: FhirRequest): JsonValue | undefined {
  return typeof body === 'string' ? parseJsonText(body) : body
}

function formBody(request: FhirRequest): QueryParameters {
  const { body } = request
  const type = parseMediaType(request.headers['content-type'] ?? 'application/x-www-form-urlencoded')
  if (type !== 'application/x-www-form-urlencoded') {
    throw FhirError.of(
      415,
      'not-supported',
      `Content-Type: expected application/x-www-form-urlencoded for _search, got "${type}".`,
    )
  }
  if (body === undefined || body === null) return []
  if (typeof body === 'string') {
    const form = parseQuery(body)
    checkAccept(undefined, lastValue(form, '_format'))
    return form
  }
  throw FhirError.of(400, 'structure', 'Expected a form such as name=ann&_count=10 as the body of _search, got JSON.')
}

function writeResponse(
  result: ActionResult,
  request: FhirRequest,
  preference: Preference,
  context: FhirContext,
): FhirResponse {
  const { version, status } = preferredStatus(result, preference)
  const headers = createHeaders(version)
  const applied = appliedPreferences(result, request, preference)
  if (applied !== '') headers['preference-applied'] = applied
  const text = status === 304 ? null : preferredText(result, preference)
  const url = version?.location === undefined ? undefined : (context.baseUrl ?? '') + version.location
  // A write returns the location of its version; a body that is a version has it as its Content-Location.
  if (url !== undefined && result.done !== undefined) headers.location = url
  if (url !== undefined && text !== null && text === result.text) headers['content-location'] = url
  if (text !== null) headers['content-type'] = fhirJson
  const { effects, events, relativeUrls = none, examined = [] } = result
  if (text === null || request.method === 'HEAD') {
    return { status, headers, body: null, effects, events, returned: [], examined: [], relativeUrls: none }
  }
  const returned = text === result.text ? (result.returned ?? []) : []
  // The outcome that replaces the text has no links.
  if (relativeUrls.length === 0 || text !== result.text || context.baseUrl === undefined) {
    return {
      status,
      headers,
      body: text,
      effects,
      events,
      returned,
      examined,
      relativeUrls: text === result.text ? relativeUrls : none,
    }
  }
  return {
    status,
    headers,
    body: insertBaseUrl({ text, relativeUrls }, context.baseUrl),
    effects,
    events,
    returned,
    examined,
    relativeUrls: none,
  }
}

/** Returns the response to a read of a Binary that returns its content instead of the resource. */
function writeContent(
  { status, version, effects, events, returned = [] }: ActionResult,
  { contentType, base64 }: RawContent,
  { method }: FhirRequest,
): FhirResponse {
  const isHead = method === 'HEAD'
  const headers = { ...createHeaders(version), 'content-type': contentType }
  return {
    status,
    headers,
    body: null,
    ...(!isHead && { base64 }),
    effects,
    events,
    returned: isHead ? [] : returned,
    examined: [],
    relativeUrls: none,
  }
}

function createHeaders(version: VersionHead | null): Record<string, string> {
  if (version === null) return {}
  const lastModified = version.lastModified === undefined ? undefined : formatHttpDate(version.lastModified)
  return { etag: version.etag, ...(lastModified !== undefined && { 'last-modified': lastModified }) }
}

const none: readonly number[] = []

/** Returns the value of `Preference-Applied`: the preferences that were applied to the response. */
function appliedPreferences(
  { done, text }: ActionResult,
  { method, path }: FhirRequest,
  preference: Preference,
): string {
  const isBundle = method === 'POST' && parsePath(path).length === 0
  const { return: wanted, handling } = preference
  const shaped = isBundle || (done !== undefined && (wanted !== 'representation' || text !== null))
  const applied: string[] = []
  if (wanted !== undefined && shaped) applied.push(`return=${wanted}`)
  if (handling !== undefined && (done === undefined || isBundle)) applied.push(`handling=${handling}`)
  return applied.join(', ')
}

/** Returns the body that `Prefer: return=…` requests for a write; other interactions return the full body. */
function preferredText({ done, text }: ActionResult, preference: Preference): string | null {
  if (done === undefined || preference.return === undefined || preference.return === 'representation') return text
  if (preference.return === 'minimal') return null
  return JSON.stringify(operationOutcome([createInformation(done)]))
}

/** Returns the result with status 200 if a deletion returns an outcome: 204 does not allow a body. */
function preferredStatus(result: ActionResult, preference: Preference): ActionResult {
  return result.status === 204 && preference.return === 'OperationOutcome' ? { ...result, status: 200 } : result
}

const httpDates = new Map<string, string | undefined>()

/**
 * Converts RFC 3339 to an HTTP date; undefined if the text is invalid. The resources of a record share few distinct
 * times, so results are cached.
 */
function formatHttpDate(text: string): string | undefined {
  if (httpDates.has(text)) return httpDates.get(text)
  const time = Date.parse(text)
  const written = Number.isFinite(time) ? new Date(time).toUTCString() : undefined
  if (httpDates.size >= 1000) httpDates.clear()
  httpDates.set(text, written)
  return written
}
