import {
  ApiError,
  findJsonOperation,
  isJsonObject,
  isJsonOperationId,
  type JsonOperation,
  type JsonOperationId,
  type JsonValue,
  operations,
  type SystemNames,
  validatorFor,
  withSystemNames,
} from '@carebench/protocol'
import type { System } from '@carebench/systems'
import { createCaseFolder } from './fold-case.js'
import { parseJsonBody } from './json/json-body.js'
import { createBodySplitter, type ReadOnlyMember } from './json/read-only-members.js'
import { withStepCheck } from './json/step-check.js'
import { assertJson, assertNotEncoded, readMediaType } from './media-type.js'
import { withNameCheck } from './name-check.js'
import { parseQuery } from './query.js'
import type { ServiceRequest } from './request.js'

/** The validated input of a JSON operation. */
export interface ReadInput {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: unknown
  readonly body: unknown
  /** Members of a resource as it was read that the call cannot change; they are not part of `body`. */
  readonly readOnly: readonly ReadOnlyMember[]
}

/** An operation with the parts of its schemas that reading the input needs, prepared once. */
export interface Intake {
  readonly operation: JsonOperation
  /** The parameters of the path that are integers. */
  readonly integers: readonly string[]
  readonly foldCase: ReturnType<typeof createCaseFolder>
  readonly validateBody: ReturnType<typeof validatorFor> | null
  /**
   * The read of the resource that the operation changes, and the function that separates its read-only members; null
   * for other operations.
   */
  readonly reading: { readonly id: JsonOperationId; readonly split: ReturnType<typeof createBodySplitter> } | null
  readonly validateQuery: ReturnType<typeof validatorFor>
  /** Whether a request without a query is valid. */
  readonly queryOptional: boolean
}

const noBytes = /* @__PURE__ */ new Uint8Array()
const noMembers: readonly ReadOnlyMember[] = /* @__PURE__ */ Object.freeze([])
const emptyQuery = /* @__PURE__ */ Object.freeze({})

/** Prepares reading the input of a JSON operation. */
export function createIntake(id: JsonOperationId, names: SystemNames, systems: readonly System[] = []): Intake {
  const operation = findJsonOperation(id)
  const validateQuery = validatorFor(`${id}.query`)
  return {
    operation,
    integers: Object.entries(operation.params.properties)
      .filter(([, schema]) => 'type' in schema && schema.type === 'integer')
      .map(([name]) => name),
    foldCase: createCaseFolder(withSystemNames(operation.body ?? {}, names)),
    validateBody:
      operation.body === null
        ? null
        : withStepCheck(
            withNameCheck(validatorFor(`${id}.body`), operation.body, names),
            hasSteps(operation) ? systems : [],
          ),
    reading: readIntake(operation),
    validateQuery,
    queryOptional: validateQuery(emptyQuery) === null,
  }
}

/** Returns how a PATCH reads its resource, by the GET of the same path; null for other operations. */
function readIntake({ method, path, body }: JsonOperation): Intake['reading'] {
  if (method !== 'PATCH' || body === null) return null
  for (const id of Object.keys(operations)) {
    if (!isJsonOperationId(id)) continue
    const read = findJsonOperation(id)
    if (read.method !== 'GET' || read.path !== path || read.response === null) continue
    return { id, split: createBodySplitter(body, read.response) }
  }
  return null
}

/** Whether the operation takes a scenario. */
function hasSteps({ body }: JsonOperation): boolean {
  return body !== null && 'properties' in body && Object.hasOwn(Object(body.properties), 'scenario')
}

/**
 * Reads and validates the input of a JSON operation. `bytes` is its body, null if there is none. Throws an ApiError:
 * `UNSUPPORTED_MEDIA_TYPE`, `INVALID_REQUEST` with the invalid members, `INVALID_CURSOR`, `RESOURCE_NOT_FOUND` for a
 * path that cannot exist.
 *
 * @param parsed - the JSON of the body, if it has been parsed already
 */
export function readInput(
  intake: Intake,
  request: ServiceRequest,
  bytes: Uint8Array | null,
  params: Readonly<Record<string, string>>,
  query: string,
  parsed?: JsonValue,
): ReadInput {
  const { body, readOnly } = readBody(intake, request, bytes ?? noBytes, parsed)
  return { body, readOnly, query: readQuery(intake, query), params: readParams(intake, params) }
}

/** Whether the body may be parsed as JSON before {@link readInput}, which parses or rejects every other body itself. */
export function takesJson({ operation }: Intake, { headers }: ServiceRequest): boolean {
  return (
    operation.body !== null &&
    headers['content-encoding'] === undefined &&
    readMediaType(headers['content-type']) === 'application/json'
  )
}

function readBody(
  { operation, foldCase, reading, validateBody }: Intake,
  request: ServiceRequest,
  bytes: Uint8Array,
  parsed: JsonValue | undefined,
): Pick<ReadInput, 'body' | 'readOnly'> {
  const isEmpty = bytes.byteLength === 0
  if (!isEmpty) assertNotEncoded(request.headers['content-encoding'])
  if (operation.body === null || validateBody === null) {
    if (isEmpty || isEmptyObject(parseJsonBody(bytes))) return { body: undefined, readOnly: noMembers }
    throw new ApiError('INVALID_REQUEST', 'The body of this call must be empty.', {
      errors: [{ path: '', message: 'must be absent' }],
    })
  }
  if (isEmpty && operation.bodyOptional) return { body: {}, readOnly: noMembers }
  assertJson(request.headers['content-type'])
  const value = foldCase(parsed ?? parseJsonBody(bytes))
  const { writable, readOnly } = reading?.split(value) ?? { writable: value, readOnly: noMembers }
  const errors = validateBody(writable)
  if (errors !== null)
    throw new ApiError('INVALID_REQUEST', 'The body does not match its schema; see "errors".', { errors })
  return { body: writable, readOnly }
}

function readQuery({ operation, validateQuery, queryOptional }: Intake, query: string): unknown {
  if (query === '' && queryOptional) return emptyQuery
  const value = parseQuery(query, operation.query)
  const errors = validateQuery(value)
  if (errors === null) return value
  if (operation.list && errors.every(({ path }) => path === '/cursor')) {
    throw new ApiError(
      'INVALID_CURSOR',
      'The cursor must be _meta.next or _meta.prev of an earlier page; it was not issued by this service.',
    )
  }
  throw new ApiError('INVALID_REQUEST', 'The query does not match its schema; see "errors".', { errors })
}

/** Integers in the path become numbers; anything else names a resource that cannot exist. */
function readParams({ integers }: Intake, params: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  if (integers.length === 0) return params
  const read: Record<string, unknown> = { ...params }
  for (const name of integers) {
    const text = params[name] ?? ''
    if (!/^[1-9]\d{0,8}$/.test(text)) throw new ApiError('RESOURCE_NOT_FOUND', 'There is no such resource.')
    read[name] = Number(text)
  }
  return read
}

function isEmptyObject(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0
}
