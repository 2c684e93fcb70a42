import {
  ApiError,
  type ProxyOperation,
  type RecordedBody,
  readKeyInName,
  type SimulatorCall,
  type Steps,
  withoutSystemKey,
} from '@carebench/protocol'
import type { SimulatorResponse } from '@carebench/systems'
import { base64 } from '@scure/base'
import type { Caller } from '../auth/authenticate.js'
import type { ServiceContext } from '../context/context.js'
import { parseJsonBody } from '../http/json/json-body.js'
import { isLargeBody } from '../http/json/large-bodies.js'
import { assertNotEncoded, assertUtf8, readMediaType } from '../http/media-type.js'
import type { ServiceRequest } from '../http/request.js'
import { ExternalServiceError } from '../playground/calls/consultation.js'
import { FullPlaygroundError, NotAnObservationError, SealedPlaygroundError } from '../playground/playground-error.js'
import type { Destination } from '../runs/destination.js'
import { runDestination } from '../runs/run-destination.js'
import { emptySystem } from '../sandboxes/empty-system.js'
import { agentDestination, sandboxDestination } from '../sandboxes/sandbox-destination.js'
import { inSteps } from '../work/in-steps.js'
import { otherAddresses } from './other-addresses.js'
import { callWithOwnCursor, responseWithBoundCursors } from './system-cursors.js'

/** A call of a simulated system as the service received it. */
export interface ProxyCall {
  readonly request: ServiceRequest
  /** The id of the run or the sandbox in the path. */
  readonly id: string
  /** The path below the group, percent-encoded. */
  readonly rest: string
  readonly query: string
  readonly bytes: Uint8Array
  /** The base URLs of the group, ending in a slash: with the host, and the path alone. */
  readonly urls: readonly string[]
}

/** Letters of `cruds`: create, read, update, delete, search. */
const allRights = 'cruds'
/**
 * The header with the permissions. Callers cannot send it, because no simulator lists it among the headers that it
 * receives.
 */
const rightsHeader = 'x-access-rights'

/**
 * Passes calls to one simulated system. `moves` is false for all calls of one request except the first, because a
 * stepped clock counts a request once.
 */
export type SystemCall = (call: SimulatorCall, moves?: boolean) => Promise<SimulatorResponse>

/**
 * Passes a call to a simulated system, of an agent's task run or of an organization's sandbox, and returns the response
 * of that system. Throws an ApiError for calls that the service itself rejects: no started task run, no such system, a
 * write where only reads are allowed, and malformed JSON unless the system has its own format for that.
 */
export async function callSimulator(
  context: ServiceContext,
  operation: ProxyOperation,
  caller: Caller,
  { request, id, rest, query, bytes, urls }: ProxyCall,
): Promise<SimulatorResponse> {
  const called = context.simulators.get(withoutSystemKey(operation.simulator))
  let body: RecordedBody | null
  try {
    body = await readBody(context, operation, request.headers, bytes)
  } catch (error) {
    const isMalformed = error instanceof ApiError && error.code === 'INVALID_REQUEST'
    const refusal = isMalformed ? called?.refuseJson?.(error.message, operation.group) : undefined
    if (refusal === undefined) throw error
    return refusal
  }
  const destination = await findDestination(context, operation, caller, id, request)
  const system =
    destination === null ? await emptySystem(context, operation, id) : callsTo(context, operation, destination)
  const headers = pick(request.headers, called?.headers ?? [])
  // The permissions of an access token are part of the recorded call, so that a replay refuses the same calls.
  if (caller.kind === 'sandbox' && caller.rights !== allRights) headers[rightsHeader] = caller.rights
  const received: SimulatorCall = { method: request.method, path: rest, query, headers, body }
  if (called?.localize === undefined) return system(received)
  const others =
    destination === null ? [] : await otherAddresses(context, operation, destination, { request, query, bytes })
  const all = [...urls, ...others]
  const isShort = called.localizeInSteps === undefined || !isLargeBody(bytes)
  return system(
    isShort ? called.localize(received, all) : await inSteps(called.localizeInSteps(received, all), context.clock),
  )
}

/** Whether a request reads a path that needs no token. */
export function isOpenPath({ openPaths }: ProxyOperation, method: string, rest: string): boolean {
  return (method === 'GET' || method === 'HEAD') && openPaths.includes(rest)
}

/** Finds the simulated system for a request. Throws an ApiError if none is available. */
export async function openSystem(
  context: ServiceContext,
  operation: ProxyOperation,
  caller: Caller,
  id: string,
  request: Pick<ServiceRequest, 'headers' | 'agent'>,
): Promise<SystemCall> {
  const destination = await findDestination(context, operation, caller, id, request)
  return destination === null ? emptySystem(context, operation, id) : callsTo(context, operation, destination)
}

/** Returns a function that calls the system at a destination; it throws as {@link callSimulator} does. */
export function callsTo(
  context: ServiceContext,
  { simulator, group }: Pick<ProxyOperation, 'simulator' | 'group'>,
  destination: Destination,
): SystemCall {
  const name = destination.simulator ?? simulator
  const pages = context.simulators.get(withoutSystemKey(name))?.pages === true
  const place = { playgroundId: destination.ref.id, simulator: name }
  return async (received, moves = true) => {
    const call = pages ? callWithOwnCursor(context.cursors, place, received) : received
    try {
      const answer = await context.playgrounds.with(destination.ref, (playground) =>
        destination.readOnly === null
          ? playground.call(name, group, call, 'agent', moves)
          : playground.observe(name, group, call, destination.looksAt),
      )
      if (answer !== undefined) return pages ? responseWithBoundCursors(context.cursors, place, answer) : answer
    } catch (error) {
      if (error instanceof SealedPlaygroundError) {
        if (destination.decideAgain === undefined) throw destination.ended()
        return callsTo(context, { simulator, group }, await destination.decideAgain())(received, moves)
      }
      if (error instanceof ExternalServiceError) {
        throw new ApiError('UNAVAILABLE', `${error.message} Try again.`, {
          cause: error,
          headers: { 'retry-after': '1' },
        })
      }
      if (error instanceof FullPlaygroundError) throw new ApiError('PAYLOAD_TOO_LARGE', error.message, { cause: error })
      if (error instanceof NotAnObservationError) {
        const allowed = 'only GET and HEAD requests that change nothing are accepted'
        throw new ApiError('CONFLICT', `${destination.readOnly}; ${allowed}.`, { cause: error })
      }
      throw error
    }
    const key = readKeyInName(name)
    const which = `of type ${withoutSystemKey(name)}${key === undefined ? '' : ` with the key "${key}"`}`
    throw new ApiError('RESOURCE_NOT_FOUND', `The environment of the run has no simulator ${which}.`)
  }
}

/** Returns the destination of a call; null for a caller without a token, whose calls reach no playground. */
async function findDestination(
  context: ServiceContext,
  operation: ProxyOperation,
  caller: Caller,
  id: string,
  { headers, agent }: Pick<ServiceRequest, 'headers' | 'agent'>,
): Promise<Destination | null> {
  if (caller.kind === 'none') return null
  if (caller.kind === 'run') return runDestination(context, caller.run, headers['task-run-id'])
  if (caller.kind === 'sandbox') {
    const destination = await agentDestination(context, operation, id)
    if (agent?.looks === undefined) return destination
    return { ...destination, readOnly: 'This request is a look', looksAt: agent.looks }
  }
  if (caller.kind === 'organization') return sandboxDestination(context, operation, id, caller.organizationId)
  throw new Error(`No proxy accepts tokens of the kind ${caller.kind}.`)
}

async function readBody(
  context: ServiceContext,
  operation: ProxyOperation,
  headers: ServiceRequest['headers'],
  bytes: Uint8Array,
): Promise<RecordedBody | null> {
  if (bytes.byteLength === 0) return null
  const contentType = headers['content-type']
  assertNotEncoded(headers['content-encoding'])
  // A group without JSON takes bytes, such as files, in any charset.
  if (operation.jsonMediaTypes.length > 0) assertUtf8(contentType)
  if (operation.jsonMediaTypes.includes(readMediaType(contentType))) {
    return { json: isLargeBody(bytes) ? await context.largeBodies.parse(bytes) : parseJsonBody(bytes) }
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { base64: await encodeInSteps(context, bytes) }
  }
}

/** A multiple of three bytes, so that the parts of a long body can be encoded separately. */
const encodedAtOnce = 3 * 65_536

function encodeInSteps(context: ServiceContext, bytes: Uint8Array): Promise<string> {
  return inSteps(encodeBase64(bytes), context.clock)
}

function* encodeBase64(bytes: Uint8Array): Steps<string> {
  let text = ''
  for (let start = 0; start < bytes.length; start += encodedAtOnce) {
    text += base64.encode(bytes.subarray(start, start + encodedAtOnce))
    yield
  }
  return text
}

function pick(headers: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of names) {
    const value = headers[name]
    if (value !== undefined) picked[name] = value
  }
  return picked
}
