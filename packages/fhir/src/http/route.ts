import type { JsonValue, Steps } from '@carebench/protocol/wire'
import { unknownTypeError } from '../resource/definitions/unknown-type.js'
import { FhirError } from '../resource/fhir-error.js'
import { isResourceType } from '../resource/resource-types.js'
import { isSteps, type Work } from '../resource/work.js'
import { isSearchName } from '../search/clauses/search-condition.js'
import type { FhirStore } from '../store/store.js'
import { historyBundle } from './actions/history-bundle.js'
import { lastObservations } from './actions/last-observations.js'
import { patchMatch, patchResource } from './actions/patch-actions.js'
import { patientDocuments } from './actions/patient-documents.js'
import { patientEverything } from './actions/patient-everything.js'
import {
  type ActionResult,
  createLinkedResult,
  createResource,
  deleteMatch,
  deleteResource,
  readResource,
  readVersion,
  requireResource,
  updateMatch,
  updateResource,
} from './actions/record-actions.js'
import type { WriteContext } from './actions/reference-integrity.js'
import { searchBundle, systemSearchBundle } from './actions/search-bundle.js'
import { readSubsets, type Subset } from './actions/subset.js'
import { parseTypesSearch } from './actions/system-search.js'
import { validateResource } from './actions/validate-operation.js'
import { expandValueSet, validateCode } from './actions/value-set-operations.js'
import { formatCapabilities } from './capability-statement.js'
import { listReachedTypes } from './examined-records.js'
import { checkRights, checkSearched, isLimited, mayRead, readType } from './request/access-rights.js'
import type { Conditions } from './request/conditions.js'
import type { QueryParameters } from './request/fhir-url.js'
import { readParameters } from './request/operation-parameters.js'
import { listTypeOperations } from './request/operations.js'
import { createRelatedHint, unknownOperationError, unknownPathError } from './request/path-hint.js'
import { invalidError, lastValue, selectParameters } from './request/result-parameters.js'

/** An interaction with a record, by HTTP or as an entry of a Bundle. */
export interface Interaction {
  readonly method: string
  /** Decoded segments; none for the base. */
  readonly path: readonly string[]
  readonly query: QueryParameters
  readonly conditions: Conditions
  /** The search of `If-None-Exist`. */
  readonly ifNoneExist: QueryParameters | undefined
  /** True with `Prefer: handling=lenient`: unknown parameters are ignored. */
  readonly lenient: boolean
  /** In the form of `FhirRequest.rights`; undefined for all rights. */
  readonly rights?: string | undefined
  /** The id that a create assigns, if already decided. */
  readonly newId?: string | undefined
  /** Reads the body as JSON, a form or a patch. Throws a FhirError (400, 415) if it is none. Called only if needed. */
  readonly body: () => JsonValue | undefined
  readonly form: () => QueryParameters
  readonly patch: () => JsonValue | undefined
}

/**
 * Runs any interaction except batch and transaction, in steps if it searches, without applying its effects. Throws a
 * FhirError if it is rejected; for an unsupported request (400, 404, 405 or 501) the error names what is supported. A
 * write discloses nothing about a resource to a caller without the right to read it.
 */
export function route(store: FhirStore, interaction: Interaction, context: WriteContext): Work<ActionResult> {
  const { rights, path } = interaction
  const isReader = mayRead(rights, readType(path))
  return isReader ? run(store, interaction, context) : runUnread(store, interaction, context)
}

/** Throws a FhirError (403) if conditions lead to a type, by a chain or `_has`, that a caller may not search. */
function checkReached(rights: string | undefined, type: string, parameters: QueryParameters): void {
  if (isLimited(rights) && isResourceType(type)) checkSearched(rights, listReachedTypes(type, parameters))
}

/** Runs an interaction for a caller without the right to read. */
function* runUnread(store: FhirStore, interaction: Interaction, context: WriteContext): Steps<ActionResult> {
  const { method } = interaction
  try {
    const work = run(store, interaction, context)
    const result = isSteps(work) ? yield* work : work
    // An update or a create returns what the caller sent; the result of a patch, or an existing resource, is not the
    // caller's.
    const isKnown = method !== 'PATCH' && (method !== 'POST' || result.effects.length > 0)
    return isKnown ? result : { ...result, text: null }
  } catch (error) {
    if (method !== 'PATCH' || !(error instanceof FhirError) || error.status !== 422) throw error
    const reason = 'the access token does not permit reading it, so the reason is not shown'
    throw FhirError.of(422, 'conflict', `The patch does not fit the resource: ${reason}. Nothing was changed.`)
  }
}

function* describeServer(context: WriteContext): Steps<ActionResult> {
  return createLinkedResult(yield* formatCapabilities(context), [])
}

function run(store: FhirStore, interaction: Interaction, context: WriteContext): Work<ActionResult> {
  const { method, path, query } = interaction
  const [type, id, third, versionId, ...rest] = path
  const reading = method === 'GET' || method === 'HEAD'
  if (interaction.rights !== undefined) {
    checkRights(interaction.rights, method, path)
    checkReached(interaction.rights, type ?? '', [...query, ...(interaction.ifNoneExist ?? [])])
  }
  if (type === undefined) {
    if (reading) return systemSearch(store, query, interaction)
    throw methodError(
      method,
      'the base',
      'POST a batch or transaction Bundle to it, or search it, as in GET ' +
        '?_type=Patient,Observation&_lastUpdated=gt2026-01-01',
    )
  }
  if (type === '_search' && id === undefined) {
    if (method !== 'POST') throw methodError(method, '_search', 'POST a form to it')
    return systemSearch(store, [...query, ...interaction.form()], interaction)
  }
  if (type === 'metadata' && id === undefined) {
    if (!reading) throw methodError(method, 'metadata', 'GET it')
    return describeServer(context)
  }
  if (type === '_history' && id === undefined) return readHistory(store, interaction)
  if (type.startsWith('$')) throw unknownOperationError(path)
  if (!isResourceType(type)) throw unknownTypeError(type, path.slice(1))
  if (id === undefined) return runOnType(store, type, interaction, context)
  if (id === '_search' && third === undefined) {
    if (method !== 'POST') throw methodError(method, `${type}/_search`, 'POST a form to it')
    return search(store, type, [...query, ...interaction.form()], interaction)
  }
  if (id === '_history' && third === undefined) return readHistory(store, interaction, type)
  if (id.startsWith('$') && third === undefined) return runOperation(store, interaction, context, id.slice(1), type)
  if (id.startsWith('_') || id.startsWith('$') || rest.length > 0) throw unknownPathError(path)
  if (third === '*' && type === 'Patient' && rest.length === 0) return searchWholeCompartment(store, interaction)
  if (third !== undefined && isResourceType(third)) return searchCompartment(store, interaction)
  if (third === undefined) return runOnInstance(store, type, id, interaction, context)
  if (third === '_history' && versionId === undefined) return readHistory(store, interaction, type, id)
  if (third === '_history' && versionId !== undefined) {
    if (!reading) throw methodError(method, path.join('/'), 'GET it: versions do not change')
    return readVersion(store, type, id, versionId, interaction.conditions, readSubset(type, interaction))
  }
  if (third.startsWith('$') && versionId === undefined) {
    return runOperation(store, interaction, context, third.slice(1), type, id)
  }
  throw unknownPathError(path)
}

function runOnType(
  store: FhirStore,
  type: string,
  interaction: Interaction,
  context: WriteContext,
): Steps<ActionResult> {
  const { method, query, conditions } = interaction
  switch (method) {
    case 'GET':
    case 'HEAD':
      return search(store, type, query, interaction)
    case 'POST':
      return createResource(store, type, interaction.body(), context, interaction.ifNoneExist, interaction.newId)
    case 'PUT':
      return updateMatch(store, type, query, interaction.body(), context, conditions, interaction.newId)
    case 'PATCH':
      return patchMatch(store, type, query, interaction.patch(), context, conditions)
    case 'DELETE':
      return deleteMatch(store, type, query, context, conditions)
    default:
      throw methodError(method, type, 'use GET, POST, PUT, PATCH or DELETE')
  }
}

function runOnInstance(
  store: FhirStore,
  type: string,
  id: string,
  interaction: Interaction,
  context: WriteContext,
): ActionResult | Steps<ActionResult> {
  const { method, conditions } = interaction
  switch (method) {
    case 'GET':
    case 'HEAD':
      return readResource(store, type, id, conditions, readSubset(type, interaction))
    case 'PUT':
      return updateResource(store, type, id, interaction.body(), context, conditions)
    case 'PATCH':
      return patchResource(store, type, id, interaction.patch(), context, conditions)
    case 'DELETE':
      return deleteResource(store, type, id, context, conditions)
    default:
      throw methodError(method, `${type}/${id}`, 'use GET, PUT, PATCH or DELETE')
  }
}

/** Returns the part of a resource that a read with `_elements` or `_summary` returns. */
function readSubset(type: string, { query, lenient }: Interaction): Subset | undefined {
  const isSearch = query.some(([name]) => isSearchName(type, name))
  const what = isSearch ? `A read of one resource, unlike a search (GET ${type}?…),` : 'A read'
  const parameters = selectParameters(query, ['_elements', '_summary'], what, lenient)
  const summary = lastValue(parameters, '_summary')
  if (summary !== undefined && !['true', 'text', 'data', 'false'].includes(summary)) {
    throw invalidError('_summary', 'true, text, data or false', summary)
  }
  return readSubsets(type, parameters).matches
}

function search(
  store: FhirStore,
  type: string,
  parameters: QueryParameters,
  { lenient, rights }: Interaction,
  patientId?: string,
): Steps<ActionResult> {
  checkReached(rights, type, parameters)
  const known = lenient ? parameters.filter(([name]) => isSearchName(type, name)) : parameters
  return searchBundle(
    store,
    type,
    dropEmpty(known, (name) => isSearchName(type, name)),
    patientId,
    (resourceType) => mayRead(rights, resourceType),
  )
}

/** Searches `Patient/1/Observation`, or by its `_search`. */
function* searchCompartment(store: FhirStore, interaction: Interaction): Steps<ActionResult> {
  const { method, path, query } = interaction
  const [owner, id = '', type = '', form] = path
  if (owner !== 'Patient') {
    throw FhirError.of(
      501,
      'not-supported',
      `${path.join('/')} is not supported: only the compartment of a Patient can be searched, as in GET ` +
        `Patient/1/Observation.${createRelatedHint(owner ?? '', type)}`,
    )
  }
  if (form !== undefined && form !== '_search') throw unknownPathError(path)
  const reading = method === 'GET' || method === 'HEAD'
  if (form === undefined && !reading) throw methodError(method, path.join('/'), 'GET it')
  if (form !== undefined && method !== 'POST') throw methodError(method, path.join('/'), 'POST a form to it')
  requireResource(store, owner, id)
  return yield* search(store, type, form === undefined ? query : [...query, ...interaction.form()], interaction, id)
}

/** Searches `Patient/1/*`: all types of the compartment, or those in `_type`. */
function searchWholeCompartment(store: FhirStore, interaction: Interaction): Steps<ActionResult> {
  const { method, path, query } = interaction
  const [owner = '', id = '', , form] = path
  if (form !== undefined) throw unknownPathError(path)
  if (method !== 'GET' && method !== 'HEAD') throw methodError(method, path.join('/'), 'GET it')
  requireResource(store, owner, id)
  return systemSearch(store, query, interaction, id)
}

function systemSearch(
  store: FhirStore,
  parameters: QueryParameters,
  { lenient, rights }: Interaction,
  patientId?: string,
): Steps<ActionResult> {
  const withValues = dropEmpty(parameters, (name) => name === '_type')
  const { types } = parseTypesSearch(withValues, patientId)
  checkSearched(rights, types)
  for (const type of types) checkReached(rights, type, withValues)
  const isKnown = (name: string) => name === '_type' || types.every((type) => isSearchName(type, name))
  const known = lenient ? withValues.filter(([name]) => isKnown(name)) : dropEmpty(withValues, isKnown)
  return systemSearchBundle(store, known, patientId)
}

/**
 * Omits parameters without a value, which a search ignores (R4 3.1.1.3); unknown ones are kept, so that they are
 * rejected.
 */
function dropEmpty(parameters: QueryParameters, isKnown: (name: string) => boolean): QueryParameters {
  return parameters.filter(([name, value]) => value !== '' || !isKnown(name))
}

function readHistory(
  store: FhirStore,
  { method, path, query, lenient }: Interaction,
  resourceType?: string,
  id?: string,
): ActionResult {
  if (method !== 'GET' && method !== 'HEAD')
    throw methodError(method, path.join('/'), 'GET it: a history does not change')
  return historyBundle(store, { resourceType, id }, query, lenient)
}

function runOperation(
  store: FhirStore,
  interaction: Interaction,
  context: WriteContext,
  name: string,
  type: string,
  id?: string,
): Work<ActionResult> {
  const { method, path, query, lenient, rights } = interaction
  const known = listTypeOperations(type).find((each) => each.name === name)
  const methods = id === undefined ? known?.onType : known?.onInstance
  if (methods === undefined || methods.length === 0) throw unknownOperationError(path)
  if (!methods.includes(method)) throw methodError(method, path.join('/'), `use ${methods.join(' or ')}`)
  const body = method === 'POST' ? interaction.body() : undefined
  const call = { id, query, body, lenient }
  if (name === 'expand') return expandValueSet(store, call, context.now)
  if (name === 'validate-code') return validateCode(store, call)
  if (name === 'validate') return validateResource(store, type, id, query, body, context, lenient)
  const parameters = [...query, ...readParameters(body)]
  checkReached(rights, type, parameters)
  if (name === 'lastn') return lastObservations(store, parameters, lenient)
  if (name === 'docref') return patientDocuments(store, parameters, lenient)
  return patientEverything(store, id ?? '', parameters, lenient, (resourceType) => mayRead(rights, resourceType))
}

function methodError(method: string, what: string, instead: string): FhirError {
  return FhirError.of(405, 'not-supported', `${method} is not supported on ${what}: ${instead}.`)
}
