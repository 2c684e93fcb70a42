import { type ErrorCode, errorStatus } from '../error-code.js'
import { createsResource, type JsonOperation } from '../operations/operation.js'
import { pascalCase } from '../system-operations.js'

const requestId = 'req-01jh2k'

/** When each code is returned, with an example of its message. */
const meanings: Readonly<Record<ErrorCode, readonly [description: string, message: string]>> = {
  INVALID_REQUEST: ['The body or the query does not match its schema.', 'The body is not valid.'],
  INVALID_CURSOR: [
    'The cursor is malformed, expired, or belongs to another list.',
    'cursor must be _meta.next or _meta.prev of an earlier page of this list.',
  ],
  HTTPS_REQUIRED: ['The request was sent over plain HTTP.', 'This address requires HTTPS.'],
  UNAUTHORIZED: [
    'The token is missing, unknown, revoked, expired, or of the wrong kind.',
    'A valid token is required.',
  ],
  RESOURCE_NOT_FOUND: [
    'The resource does not exist, or belongs to another organization.',
    'There is no such resource.',
  ],
  METHOD_NOT_ALLOWED: ['The path does not support the method; see `Allow`.', 'Method not allowed; allowed: GET, HEAD.'],
  CONFLICT: [
    'The current state does not permit the request, a unique name is taken, or the `Idempotency-Key` was sent with ' +
      'another body.',
    'The task is completed.',
  ],
  PAYLOAD_TOO_LARGE: ['The body exceeds the limit of the path.', 'The body must have at most 1048576 bytes.'],
  UNSUPPORTED_MEDIA_TYPE: ['The path does not support the media type.', 'The body must be application/json.'],
  RATE_LIMITED: ['Too many requests; try again after `Retry-After`.', 'Too many requests.'],
  HEADERS_TOO_LARGE: [
    'The headers of the request exceed 16 KiB.',
    'The request line and the headers must have at most 16 KiB in total.',
  ],
  INTERNAL: [
    'An internal error; the log of the service has the cause under the request id.',
    'The service encountered an unexpected condition; its log has the cause.',
  ],
  NOT_IMPLEMENTED: [
    'The transfer coding of the body is not supported, or the service has no pages for people.',
    'Transfer-Encoding must be chunked; got gzip.',
  ],
  UNAVAILABLE: [
    'The service is temporarily unavailable; try again after `Retry-After`.',
    'The service is shutting down.',
  ],
}

/** Lists the codes that an operation can return: those in the table, and those that follow from its shape. */
export function listErrorCodes(operation: JsonOperation): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>(['HTTPS_REQUIRED', 'RATE_LIMITED', 'HEADERS_TOO_LARGE', 'INTERNAL', 'UNAVAILABLE'])
  const takesBody = operation.body !== null
  if (takesBody || Object.keys(operation.query.properties).length > 0) codes.add('INVALID_REQUEST')
  if (takesBody) codes.add('PAYLOAD_TOO_LARGE').add('UNSUPPORTED_MEDIA_TYPE').add('NOT_IMPLEMENTED')
  if (operation.auth !== 'none') codes.add('UNAUTHORIZED')
  if (operation.path.includes('{') || takesBody || operation.list) codes.add('RESOURCE_NOT_FOUND')
  // For another body with the same `Idempotency-Key`.
  if (createsResource(operation)) codes.add('CONFLICT')
  for (const code of operation.errors) codes.add(code)
  return (Object.keys(errorStatus) as ErrorCode[]).filter((code) => codes.has(code))
}

/** Groups codes by status: each group has one response. */
export function errorGroups(codes: readonly ErrorCode[]): readonly (readonly ErrorCode[])[] {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) byStatus.set(errorStatus[code], [...(byStatus.get(errorStatus[code]) ?? []), code])
  return [...byStatus.values()]
}

/** Returns references to the responses for these codes, by status. */
export function errorResponses(codes: readonly ErrorCode[]): Record<string, object> {
  return Object.fromEntries(
    errorGroups(codes).map((group) => [readStatus(group), { $ref: `#/components/responses/${responseName(group)}` }]),
  )
}

/** Statuses that simulated systems return too, with their own payloads. */
const sharedStatuses = new Set([400, 404, 409, 413, 415, 501])

/** Returns references to the error responses for a simulated system's call, by the service or by the system. */
export function systemErrorResponses(codes: readonly ErrorCode[]): Record<string, object> {
  return Object.fromEntries(
    errorGroups(codes).map((group) => [
      readStatus(group),
      { $ref: `#/components/responses/${isShared(group) ? sharedResponseName(group) : responseName(group)}` },
    ]),
  )
}

/** Returns the named responses to which {@link systemErrorResponses} refers. */
export function namedSystemErrors(codes: readonly ErrorCode[]): Record<string, object> {
  return Object.fromEntries(
    errorGroups(codes).map((group) =>
      isShared(group)
        ? [sharedResponseName(group), sharedResponse(group)]
        : [responseName(group), errorResponse(group)],
    ),
  )
}

function isShared(group: readonly ErrorCode[]): boolean {
  return sharedStatuses.has(Number(readStatus(group)))
}

function readStatus([first]: readonly ErrorCode[]): string | number {
  return first === undefined ? 'default' : errorStatus[first]
}

function sharedResponseName(codes: readonly ErrorCode[]): string {
  return `${responseName(codes)}OrSystem`
}

function sharedResponse(codes: readonly ErrorCode[]): object {
  const systemError = { type: 'object', description: 'An error of the simulated system, in its own form.' }
  const schema = { anyOf: [{ $ref: '#/components/schemas/ErrorBody' }, systemError] }
  const response = errorResponse(codes)
  const examples = Object.fromEntries(codes.map((code) => [code, { value: createExample(code) }]))
  return {
    ...response,
    description: `${codes.map((code) => meanings[code][0]).join(' ')} Or the simulated system rejects the call.`,
    // The service's own errors are JSON; a FHIR server has its own media type.
    content: { 'application/json': { schema, examples }, 'application/fhir+json': { schema: systemError } },
  }
}

/** Returns the response for codes that share a status. */
export function errorResponse(codes: readonly ErrorCode[]): object {
  const retries = codes.some((code) => code === 'RATE_LIMITED' || code === 'UNAVAILABLE')
  return {
    description: codes.map((code) => meanings[code][0]).join(' '),
    headers: {
      'x-request-id': { $ref: '#/components/headers/RequestId' },
      ...(retries ? { 'retry-after': { $ref: '#/components/headers/RetryAfter' } } : {}),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorBody' },
        examples: Object.fromEntries(codes.map((code) => [code, { value: createExample(code) }])),
      },
    },
  }
}

/** Returns the name of the response for some codes: `InvalidRequestOrInvalidCursor`. */
export function responseName(codes: readonly ErrorCode[]): string {
  return codes.map((code) => pascalCase(code.toLowerCase().replaceAll('_', '-'))).join('Or')
}

function createExample(code: ErrorCode): object {
  const errors = code === 'INVALID_REQUEST' ? { errors: [{ path: '/name', message: 'is required' }] } : {}
  return { error: { code, message: meanings[code][1], ...errors, request_id: requestId } }
}

/** The schema of every error body. */
export const errorSchema = {
  description:
    'The body of every error of the service. Switch on `code`, never on the message. Simulated systems have their ' +
    'own error payloads.',
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'request_id'],
      properties: {
        code: { type: 'string', enum: Object.keys(errorStatus) },
        message: { type: 'string' },
        errors: {
          description: 'Errors of individual members of the request.',
          type: 'array',
          items: {
            type: 'object',
            required: ['path', 'message'],
            properties: {
              path: { type: 'string', description: 'JSON Pointer to the member.' },
              message: { type: 'string' },
            },
          },
        },
        request_id: { type: 'string', description: 'The id of the request in the log of the service.' },
      },
    },
  },
}
