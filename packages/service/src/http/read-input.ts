import {
  ApiError,
  isJsonObject,
  type JsonOperation,
  type JsonOperationId,
  jsonOperationOf,
  type SystemNames,
  validatorFor,
  withSystemNames,
} from '@carebench/protocol'
import type { System } from '@carebench/systems'
import type { ServiceRequest } from '../request.js'
import { createCaseFolder } from './fold-case.js'
import { parseJsonBody } from './json-body.js'
import { assertJson, assertNotEncoded } from './media-type.js'
import { withNameCheck } from './name-check.js'
import { parseQuery } from './query.js'
import { withStepCheck } from './step-check.js'

/** The validated input of a JSON operation. */
export interface ReadInput {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: unknown
  readonly body: unknown
}

/** An operation with the parts of its schemas that reading the input needs, prepared once. */
export interface Intake {
  readonly operation: JsonOperation
  /** The parameters of the path that are integers. */
  readonly integers: readonly string[]
  readonly foldCase: ReturnType<typeof createCaseFolder>
  readonly validateBody: ReturnType<typeof validatorFor> | null
  readonly validateQuery: ReturnType<typeof validatorFor>
  /** Whether a request without a query is valid. */
  readonly queryOptional: boolean
}

const noBytes = /* @__PURE__ */ new Uint8Array()
const emptyQuery = /* @__PURE__ */ Object.freeze({})

/** Prepares reading the input of a JSON operation. */
export function createIntake(id: JsonOperationId, names: SystemNames, systems: readonly System[] = []): Intake {
  const operation = jsonOperationOf(id)
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
    validateQuery,
    queryOptional: validateQuery(emptyQuery) === null,
  }
}

/** Whether it takes a scenario. */
function hasSteps({ body }: JsonOperation): boolean {
  return body !== null && 'properties' in body && Object.hasOwn(Object(body.properties), 'scenario')
}

/**
 * Reads and validates the input of a JSON operation. `bytes` is its body, null if there is none. Throws an ApiError:
 * `UNSUPPORTED_MEDIA_TYPE`, `INVALID_REQUEST` with the invalid members, `INVALID_CURSOR`, `RESOURCE_NOT_FOUND` for a
 * path that cannot exist.
 */
export function readInput(
  intake: Intake,
  request: ServiceRequest,
  bytes: Uint8Array | null,
  params: Readonly<Record<string, string>>,
  query: string,
): ReadInput {
  const body = readBody(intake, request, bytes ?? noBytes)
  return { body, query: readQuery(intake, query), params: readParams(intake, params) }
}

function readBody({ operation, foldCase, validateBody }: Intake, request: ServiceRequest, bytes: Uint8Array): unknown {
  const isEmpty = bytes.byteLength === 0
  if (!isEmpty) assertNotEncoded(request.headers['content-encoding'])
  if (operation.body === null || validateBody === null) {
    if (isEmpty || isEmptyObject(parseJsonBody(bytes))) return undefined
    throw new ApiError('INVALID_REQUEST', 'The body of this call must be empty.', {
      errors: [{ path: '', message: 'must be absent' }],
    })
  }
  if (isEmpty && operation.bodyOptional) return {}
  assertJson(request.headers['content-type'])
  const value = foldCase(parseJsonBody(bytes))
  const errors = validateBody(value)
  if (errors !== null)
    throw new ApiError('INVALID_REQUEST', 'The body does not match its schema; see "errors".', { errors })
  return value
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
