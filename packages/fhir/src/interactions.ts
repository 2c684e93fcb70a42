import { runBundle } from './bundle.js'
import { capabilityStatement } from './capability-statement.js'
import { FhirError } from './fhir-error.js'
import { idOf } from './fhir-resource.js'
import { parsePath, parseQuery, type QueryParameters, splitUrl } from './fhir-url.js'
import type { JsonValue } from './json.js'
import { parseJsonText } from './json-text.js'
import { checkAccept, checkJsonBody, fhirJson, mediaTypeOf } from './media-type.js'
import { operationOutcome } from './operation-outcome.js'
import { type Preference, parsePrefer } from './prefer.js'
import {
  type ActionResult,
  createResource,
  deleteMatch,
  deleteResource,
  type FhirContext,
  type FhirEvent,
  readResource,
  updateMatch,
  updateResource,
} from './record-actions.js'
import { isResourceType } from './resource-types.js'
import { searchBundle } from './search-bundle.js'
import { findSearchParameter } from './search-parameters.js'
import { resultParameters } from './search-request.js'
import type { FhirEffect, FhirStore } from './store.js'
import { unknownType } from './write-rules.js'

/** A request to a FHIR server, below its base URL. */
export interface FhirRequest {
  /** Upper case. */
  readonly method: string
  /** Percent-encoded, with or without a leading slash: `Patient/123`; empty for the base. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /** Lower-case names. Read: accept, content-type, prefer, if-match, if-none-match, if-none-exist. */
  readonly headers: Readonly<Record<string, string>>
  /** The parsed JSON, or the text of a form or of JSON not yet parsed. */
  readonly body?: JsonValue
}

/** The answer to a request, with the changes it makes, not yet applied. */
export interface FhirResponse {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON text, or null. */
  readonly body: string | null
  /** To be applied to the store in this order. Empty if the request is refused. */
  readonly effects: readonly FhirEffect[]
  readonly events: readonly FhirEvent[]
}

/**
 * Answers a FHIR R4 request on a record: read, create, update, delete, search, batch, transaction and metadata.
 *
 * It reads the store and changes nothing: the caller applies the effects. The same store, request and context give the
 * same answer. What a caller sends never makes it throw: refusals are OperationOutcomes.
 */
export function handleFhir(store: FhirStore, request: FhirRequest, context: FhirContext): FhirResponse {
  try {
    const query = parseQuery(request.query)
    const format = query.findLast(([name]) => name === '_format')?.[1]
    checkAccept(request.headers.accept, format)
    const preference = parsePrefer(request.headers.prefer)
    return writeResponse(route(store, request, query, preference, context), request, preference, context)
  } catch (error) {
    if (!(error instanceof FhirError)) throw error
    return {
      status: error.status,
      headers: { 'content-type': fhirJson },
      body: request.method === 'HEAD' ? null : JSON.stringify(error.toOutcome()),
      effects: [],
      events: [],
    }
  }
}

function route(
  store: FhirStore,
  request: FhirRequest,
  query: QueryParameters,
  preference: Preference,
  context: FhirContext,
): ActionResult {
  const { method, headers } = request
  const [type, id, ...rest] = parsePath(request.path)
  const reading = method === 'GET' || method === 'HEAD'
  if (type === undefined) {
    if (method === 'POST') return runBundle(store, jsonBody(request), context, preference.return === 'representation')
    throw refused(
      method,
      'the base',
      'POST a batch or transaction Bundle to it, or search a type, as in GET Patient?name=ann',
    )
  }
  if (type === 'metadata' && id === undefined) {
    if (reading) return answer(capabilityStatement(context.now))
    throw refused(method, 'metadata', 'GET it')
  }
  if (type === '_search' || type === '_history' || type.startsWith('$')) {
    throw FhirError.of(
      501,
      'not-supported',
      `${type} on the whole record is not supported. GET metadata tells what is.`,
    )
  }
  if (!isResourceType(type)) throw unknownType(type)
  const search = (parameters: QueryParameters): ActionResult =>
    searchBundle(
      store,
      type,
      preference.lenient ? parameters.filter(([name]) => isKnown(type, name)) : parameters,
      context,
    )
  if (id === undefined) {
    switch (method) {
      case 'GET':
      case 'HEAD':
        return search(query)
      case 'POST': {
        const condition = headers['if-none-exist']
        const ifNoneExist = condition === undefined ? undefined : conditionOf(condition, type)
        return createResource(store, type, jsonBody(request), context, ifNoneExist)
      }
      case 'PUT':
        return updateMatch(store, type, query, jsonBody(request), context, headers['if-match'])
      case 'DELETE':
        return deleteMatch(store, type, query, context)
      default:
        throw refused(method, type, 'use GET, POST, PUT or DELETE')
    }
  }
  if (id === '_search' && rest.length === 0) {
    if (method !== 'POST') throw refused(method, `${type}/_search`, 'POST a form to it')
    return search([...query, ...formBody(request)])
  }
  if (rest.length > 0 || id.startsWith('_') || id.startsWith('$')) {
    const what = [type, id, ...rest].join('/')
    throw FhirError.of(501, 'not-supported', `${what} is not supported. GET metadata tells what is.`)
  }
  switch (method) {
    case 'GET':
    case 'HEAD':
      return readResource(store, type, id, headers['if-none-match'])
    case 'PUT':
      return updateResource(store, type, id, jsonBody(request), context, {
        ...(headers['if-match'] === undefined ? {} : { ifMatch: headers['if-match'] }),
        ...(headers['if-none-match'] === undefined ? {} : { ifNoneMatch: headers['if-none-match'] }),
      })
    case 'DELETE':
      return deleteResource(store, type, id, context, headers['if-match'])
    default:
      throw refused(method, `${type}/${id}`, 'use GET, PUT or DELETE')
  }
}

function answer(resource: JsonValue): ActionResult {
  return { status: 200, version: null, text: JSON.stringify(resource), effects: [], events: [] }
}

function refused(method: string, what: string, instead: string): FhirError {
  return FhirError.of(405, 'not-supported', `${method} is not supported on ${what}: ${instead}.`)
}

/** `If-None-Exist` holds a query; a whole URL `Patient?identifier=…` is taken as well. */
function conditionOf(header: string, type: string): QueryParameters {
  const prefix = `${type}?`
  return parseQuery(header.startsWith(prefix) ? splitUrl(header).query : header.replace(/^\?/, ''))
}

function isKnown(type: string, name: string): boolean {
  const code = name.split(':')[0] ?? ''
  return code === '_id' || resultParameters.includes(code) || findSearchParameter(type, code) !== undefined
}

function jsonBody(request: FhirRequest): JsonValue | undefined {
  checkJsonBody(request.headers['content-type'])
  const { body } = request
  return typeof body === 'string' ? parseJsonText(body) : body
}

function formBody(request: FhirRequest): QueryParameters {
  const { body } = request
  const type = mediaTypeOf(request.headers['content-type'] ?? 'application/x-www-form-urlencoded')
  if (type !== 'application/x-www-form-urlencoded') {
    throw FhirError.of(
      415,
      'not-supported',
      `Content-Type: expected application/x-www-form-urlencoded for _search, got "${type}".`,
    )
  }
  if (body === undefined || body === null) return []
  if (typeof body === 'string') return parseQuery(body)
  throw FhirError.of(400, 'structure', 'Expected a form such as name=ann&_count=10 as the body of _search, got JSON.')
}

function writeResponse(
  result: ActionResult,
  request: FhirRequest,
  preference: Preference,
  context: FhirContext,
): FhirResponse {
  const headers: Record<string, string> = {}
  const { version } = result
  if (version !== null) {
    headers.etag = version.etag
    const lastModified = version.lastModified === undefined ? undefined : formatHttpDate(version.lastModified)
    if (lastModified !== undefined) headers['last-modified'] = lastModified
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      headers.location = (context.baseUrl ?? '') + version.location
    }
  }
  const body = request.method === 'HEAD' || result.status === 304 ? null : preferred(result, preference)
  if (body !== null || request.method === 'HEAD') headers['content-type'] = fhirJson
  return { status: result.status, headers, body, effects: result.effects, events: result.events }
}

/** What `Prefer: return=…` asks for after a write; what is not a write is always answered in full. */
function preferred(result: ActionResult, preference: Preference): string | null {
  const effect = result.version === null ? undefined : result.effects[0]
  if (effect?.op !== 'put' || preference.return === undefined || preference.return === 'representation')
    return result.text
  if (preference.return === 'minimal') return null
  const { resource } = effect
  const done = `${resource.resourceType}/${idOf(resource)} was ${result.status === 201 ? 'created' : 'updated'}.`
  return JSON.stringify(operationOutcome([{ severity: 'information', code: 'informational', diagnostics: done }]))
}

const httpDates = new Map<string, string | undefined>()

/** RFC 3339 as an HTTP date, undefined if it is none. Resources of a record share few times, so answers are kept. */
function formatHttpDate(text: string): string | undefined {
  if (httpDates.has(text)) return httpDates.get(text)
  const time = Date.parse(text)
  const written = Number.isFinite(time) ? new Date(time).toUTCString() : undefined
  if (httpDates.size >= 1000) httpDates.clear()
  httpDates.set(text, written)
  return written
}
