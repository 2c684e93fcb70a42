import { ApiError, createsResource, keyedProxy, type ProxyOperation } from '@carebench/protocol'
import { hasMoreToWrite } from '@carebench/protocol/wire'
import { base64 } from '@scure/base'
import {
  admittedCaller,
  assertRunScope,
  authenticate,
  authenticateSandbox,
  type Caller,
  readBearer,
} from './auth/authenticate.js'
import type { ServiceContext } from './context/context.js'
import { createOnce } from './handlers/create-once.js'
import { type EndpointFinder, endpointsOf } from './handlers/endpoint.js'
import { answerPortalPage, isPortalPage } from './handlers/portal/portal-visit.js'
import { callSimulator, isOpenPath, type ProxyCall } from './handlers/proxy.js'
import { readIdempotencyKey } from './http/idempotency-key.js'
import { isLargeBody } from './http/json/large-bodies.js'
import { findChanged } from './http/json/read-only-members.js'
import { isFromLoopback } from './http/loopback.js'
import { insertUrl, readOrigin } from './http/origin.js'
import { type Intake, type ReadInput, readInput, takesJson } from './http/read-input.js'
import { assertPresent, type ServiceRequest, type ServiceResponse } from './http/request.js'
import { createOperationRouter, type Router } from './http/router.js'
import type { WaitAllowance } from './http/wait-allowance.js'
import { writeJson } from './records/json-text.js'
import { findHolder } from './sandboxes/token-holder.js'
import { inSteps } from './work/in-steps.js'

/** Answers a request; rejects with an ApiError if the request is rejected. */
export type Answer = (
  request: ServiceRequest,
  requestId: string,
  /** Present if the request is one of a batch. */
  allowance?: WaitAllowance,
) => Promise<ServiceResponse>

/** Actions whose responses can have many megabytes of text. */
const longActions: ReadonlySet<string> = new Set(['get_record', 'get_base'])

/** JSON that takes no more work than this many values is written in one piece. */
const fewValues = 4096

type JsonText = string | Uint8Array

/** Returns the JSON of a response; a promise if it is long. */
function toJson({ clock }: ServiceContext, value: unknown, isLong = false): JsonText | Promise<JsonText> {
  return isLong || hasMoreToWrite(value, fewValues) ? inSteps(writeJson(value), clock) : JSON.stringify(value)
}

/**
 * Routes requests to their operations: authenticates the caller, reads the body, and writes the response in its wire
 * format.
 */
export function createAnswer(context: ServiceContext): Answer {
  const { systems, testingClock } = context
  const route = createOperationRouter(systems)
  const testingRoute = testingClock === null ? null : createOperationRouter(systems, { testing: true })
  const endpointOf = endpointsOf(systems)
  const routerFor = (request: ServiceRequest): Router =>
    testingRoute !== null && isFromLoopback(request.remoteAddress) ? testingRoute : route

  return async (request, requestId, allowance) => {
    const { target } = request
    const mark = target.indexOf('?')
    const match = routerFor(request)(request.method, mark === -1 ? target : target.slice(0, mark))
    if (match.kind === 'unknown-path') throw new ApiError('RESOURCE_NOT_FOUND', 'There is no such resource.')
    if (match.kind === 'wrong-method') {
      throw new ApiError('METHOD_NOT_ALLOWED', `Method not allowed; allowed: ${match.allow}.`, {
        headers: { allow: match.allow },
      })
    }
    const { params } = match
    const endpoint = endpointOf(match.operation)
    const { operation } = endpoint
    request.note?.({ operation: match.operation, path: operation.path })
    const query = mark === -1 ? '' : target.slice(mark + 1)
    const { authorization } = request.headers
    const isOpen = operation.kind === 'proxy' && isOpenPath(operation, request.method, match.rest)
    const auth = isOpen ? 'none' : operation.auth
    const { agent } = request
    const caller =
      agent !== undefined
        ? admittedCaller(operation.kind === 'proxy' ? operation.auth : 'none', agent.sandboxId, params.id)
        : operation.kind === 'proxy' && operation.accessTokens
          ? await authenticateSandbox(context, auth, params.id ?? '', authorization)
          : await authenticate(context, auth, authorization)
    if (caller.kind !== 'none' && (request.note !== undefined || request.accept !== undefined)) {
      const holder = findHolder(context, caller)
      const { name, facts } = holder instanceof Promise ? await holder : holder
      request.note?.(facts)
      request.accept?.(name)
    }
    if (caller.kind === 'run') assertRunScope(caller.run.doc, operation.resource, params.id)
    // Before reading the body, because that takes memory too.
    if (createsResource(operation)) context.memory.assertCreation()
    if (endpoint.kind === 'document') {
      return await endpoint.handle(context, { request, id: params.id ?? '', rest: match.rest, query, requestId })
    }
    const bytes = request.hasBody === false ? null : await request.readBody(operation.maxBody)
    if (endpoint.kind === 'proxy') {
      const id = params.id ?? ''
      const { operation: first } = endpoint
      const system = match.key === undefined ? first : keyedProxy(first, match.key)
      const path = system.path.replace('{id}', encodeURIComponent(id)).slice(0, -1)
      // The path of a call accepts both spellings of a key, so references accept both too.
      const spellings = path.includes('@') ? [path, path.replace('@', '%40')] : [path]
      const urls = spellings.flatMap((spelling) => [readOrigin(request.headers) + spelling, spelling])
      const call = { request, id, rest: match.rest, query, bytes: bytes ?? new Uint8Array(), urls }
      if (isPortalPage(first, request)) return await answerPortalPage(context, system, caller, call, requestId)
      return await answerProxy(context, system, caller, call, requestId)
    }
    if (endpoint.kind === 'raw') {
      const { headers, remoteAddress } = request
      const call = {
        caller,
        params,
        key: match.key,
        headers,
        remoteAddress,
        query,
        bytes: bytes ?? new Uint8Array(),
        charge: (calls: number) => request.charge?.(calls),
        requestId,
        signal: request.signal,
        origin: readOrigin(headers),
      }
      const raw = await endpoint.handle(context, call)
      return { ...raw, headers: { ...raw.headers, ...commonHeaders(requestId) } }
    }
    const large =
      bytes !== null && isLargeBody(bytes) && takesJson(endpoint.intake, request)
        ? await context.largeBodies.parse(bytes)
        : undefined
    const input = readInput(endpoint.intake, request, bytes, params, query, large)
    const { body } = input
    if (input.readOnly.length > 0) await assertReadOnly(context, endpointOf, endpoint.intake, input, caller)
    const execute = (own: ServiceContext) =>
      endpoint.handle(own, {
        params: input.params,
        query: input.query,
        body,
        caller,
        ...(endpoint.operation.namesTaskRun && {
          taskRunId: request.headers['task-run-id'],
          signal: request.signal,
          allowance,
        }),
        ...(endpoint.operation.passesToken && { token: readBearer(authorization) ?? '' }),
      })
    const key = createsResource(operation) ? readIdempotencyKey(request) : null
    if (key !== null) {
      const call = { key, operation: endpoint.operation, caller, params: input.params, body }
      const { status, text, replayed } = await createOnce(context, call, execute)
      const headers = { 'content-type': 'application/json', ...commonHeaders(requestId) }
      return { status, headers: replayed ? { ...headers, 'idempotent-replayed': 'true' } : headers, body: text }
    }
    const { status, action } = endpoint.operation
    const headers = { 'content-type': 'application/json', ...commonHeaders(requestId) }
    if (longActions.has(action) && 'organizationId' in caller) {
      // One at a time: until it is written, each takes several times its length in memory.
      const write = async () => {
        assertPresent(request.signal)
        const record = await execute(context)
        assertPresent(request.signal)
        return toJson(context, record, true)
      }
      return { status, headers, body: await context.locks.run(`records of ${caller.organizationId}`, write) }
    }
    const value = await execute(context)
    if (status === 204) return { status, headers: commonHeaders(requestId), body: null }
    return { status, headers, body: await toJson(context, value) }
  }
}

/** Throws an ApiError `INVALID_REQUEST` if a member that cannot be changed differs from the stored one. */
async function assertReadOnly(
  context: ServiceContext,
  endpointOf: EndpointFinder,
  { reading }: Intake,
  { params, readOnly }: ReadInput,
  caller: Caller,
): Promise<void> {
  const read = reading === null ? undefined : endpointOf(reading.id)
  if (read?.kind !== 'json') return
  const resource = await read.handle(context, { params, query: {}, body: undefined, caller })
  const errors = findChanged(readOnly, JSON.parse(JSON.stringify(resource)))
  if (errors.length === 0) return
  throw new ApiError('INVALID_REQUEST', 'The body changes members that cannot be changed; see "errors".', { errors })
}

/** Agents write content that others read: no browser may take any of it for a script or a page. */
const untrusted = { 'x-content-type-options': 'nosniff', 'content-security-policy': 'sandbox' }

async function answerProxy(
  context: ServiceContext,
  operation: ProxyOperation,
  caller: Caller,
  call: ProxyCall,
  requestId: string,
): Promise<ServiceResponse> {
  const { status, headers, body, relativeUrls } = await callSimulator(context, operation, caller, call)
  const [base = ''] = call.urls
  const sent: Record<string, string> = {}
  if (body !== null) sent['content-type'] = 'application/json'
  for (const name of Object.keys(headers)) {
    const value = headers[name] ?? ''
    sent[name] = name === 'location' || name === 'content-location' ? base + value : value
  }
  Object.assign(sent, commonHeaders(requestId), untrusted)
  if (body === null) return { status, headers: sent, body: null }
  const text =
    'json' in body
      ? await toJson(context, body.json)
      : 'text' in body
        ? insertUrl(body.text, relativeUrls ?? [], base)
        : base64.decode(body.base64)
  return { status, headers: sent, body: text }
}

/** Returns the headers of every response. */
function commonHeaders(requestId: string): Readonly<Record<string, string>> {
  return { 'cache-control': 'no-store', 'x-request-id': requestId }
}
