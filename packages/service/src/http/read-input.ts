import { ApiError, type JsonOperation, type JsonOperationId, jsonOperationOf, validatorFor } from '@carebench/protocol'
import type { ServiceRequest } from '../request.js'
import { foldCase } from './fold-case.js'
import { parseJsonBody } from './json-body.js'
import { assertNotEncoded, mediaTypeOf } from './media-type.js'
import { parseQuery } from './query.js'

/** What a JSON operation takes, validated by its schemas. */
export interface ReadInput {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: unknown
  readonly body: unknown
}

/**
 * Reads and validates what a JSON operation takes. Throws a BodyTooLarge, or an ApiError: `UNSUPPORTED_MEDIA_TYPE`,
 * `INVALID_REQUEST` with the offending members, `INVALID_CURSOR`, `RESOURCE_NOT_FOUND` for a path that cannot exist.
 */
export async function readInput(
  id: JsonOperationId,
  request: ServiceRequest,
  params: Readonly<Record<string, string>>,
  query: string,
): Promise<ReadInput> {
  const operation = jsonOperationOf(id)
  const body = await readBody(id, operation, request)
  return { body, query: readQuery(id, operation, query), params: readParams(operation, params) }
}

async function readBody(id: JsonOperationId, operation: JsonOperation, request: ServiceRequest): Promise<unknown> {
  const bytes = await request.readBody(operation.maxBody)
  if (bytes.byteLength > 0) assertNotEncoded(request.headers['content-encoding'])
  if (operation.body === null) {
    if (bytes.byteLength === 0 || isEmptyObject(parseJsonBody(bytes))) return undefined
    throw new ApiError('INVALID_REQUEST', 'This call takes no body.', {
      errors: [{ path: '', message: 'must be absent' }],
    })
  }
  if (bytes.byteLength === 0 && operation.bodyOptional) return {}
  const mediaType = mediaTypeOf(request.headers['content-type'])
  if (mediaType !== 'application/json') {
    const got = mediaType === '' ? 'none was given' : `got ${mediaType}`
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', `The content-type must be application/json; ${got}.`)
  }
  const value = foldCase(operation.body, parseJsonBody(bytes))
  const errors = validatorFor(`${id}.body`)(value)
  if (errors !== null) throw new ApiError('INVALID_REQUEST', 'The body does not have the documented shape.', { errors })
  return value
}

function readQuery(id: JsonOperationId, operation: JsonOperation, query: string): unknown {
  const value = parseQuery(query, operation.query)
  const errors = validatorFor(`${id}.query`)(value)
  if (errors === null) return value
  if (operation.list && errors.every(({ path }) => path === '/cursor')) {
    throw new ApiError('INVALID_CURSOR', 'The cursor is not one that this service gave.')
  }
  throw new ApiError('INVALID_REQUEST', 'The query does not have the documented shape.', { errors })
}

/** Integers in the path become numbers; one that is none names a resource that does not exist. */
function readParams(operation: JsonOperation, params: Readonly<Record<string, string>>): Record<string, unknown> {
  const read: Record<string, unknown> = { ...params }
  for (const [name, schema] of Object.entries(operation.params.properties)) {
    if (!('type' in schema) || schema.type !== 'integer') continue
    const text = params[name] ?? ''
    if (!/^[1-9]\d{0,8}$/.test(text)) throw new ApiError('RESOURCE_NOT_FOUND', 'There is no such resource.')
    read[name] = Number(text)
  }
  return read
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
}
