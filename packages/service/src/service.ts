import { type CursorKey, createCursorCodec } from '@carebench/pagination'
import {
  ApiError,
  type Clock,
  type JsonOperationId,
  jsonOperationOf,
  type ManualClock,
  operations,
  type ProxyOperation,
  type Random,
} from '@carebench/protocol'
import { createVerifier, defaultChecks, type Verifier } from '@carebench/verifier'
import { assertRunScope, authenticate, type Caller } from './auth/authenticate.js'
import { type ProvisionedOrganization, provisionOrganization } from './auth/provision.js'
import type { ServiceContext, ServiceLogEvent } from './context.js'
import { callSimulator } from './handlers/proxy.js'
import { handlers } from './handlers/table.js'
import { decodeBase64 } from './http/base64.js'
import { isFromLoopback } from './http/loopback.js'
import { readInput } from './http/read-input.js'
import { refusalOf, refuse } from './http/refuse.js'
import { requestIdOf } from './http/request-id.js'
import { PlaygroundHost } from './playground/playground-host.js'
import type { AnySimulator } from './playground/simulator-set.js'
import type { IdSource } from './ports/id-source.js'
import type { Store } from './ports/store.js'
import type { ServiceRequest, ServiceResponse } from './request.js'
import { createOperationRouter, type Match, type Router } from './routing/router.js'
import { KeyedLock } from './runs/keyed-lock.js'
import { settleDue } from './runs/settle.js'

/** What a service is made of; everything that reads the time, draws or stores is given. */
export interface ServiceOptions {
  readonly store: Store
  readonly clock: Clock
  /**
   * For tests: opens `POST /testing/clock` to callers on loopback, which moves this clock. It must be `clock` itself. Without
   * it, and for everybody else, there is no such path.
   */
  readonly testingClock?: ManualClock
  /** For tokens: must be fit for secrets. */
  readonly random: Random
  /** Draws the seeds of runs whose benchmark gives none; default: `random`. */
  readonly seeds?: Random
  readonly ids: IdSource
  /** The simulators that environments can have. */
  readonly simulators: readonly AnySimulator[]
  /** At least 32 random bytes; sandbox credentials are derived from it. */
  readonly secret: Uint8Array
  /** Sign pagination cursors; the first signs, all verify. */
  readonly cursorKeys: readonly CursorKey[]
  /** The kinds of assertion; default: all that the verifier has. */
  readonly verifier?: Verifier
  /** Gets what is worth a line in a log; default: nowhere. What it throws is dropped. */
  readonly log?: (event: ServiceLogEvent) => void
}

/** The whole service as a function from request to response. */
export interface Service {
  /** Answers a request; never rejects. */
  handle(request: ServiceRequest): Promise<ServiceResponse>
  /** Times out what is overdue; call it about once a second. */
  settleDue(): Promise<void>
  /** Appends what waits for the storage; call it before the process ends. Throws if the storage is away. */
  close(): Promise<void>
  /** Makes an organization with an API key and a Solver key, which are shown here and never again. */
  provisionOrganization(name: string): Promise<ProvisionedOrganization>
}

type Found = Extract<Match, { kind: 'found' }>

/** Makes a service. Throws a TypeError if `testingClock` is another clock than `clock`. */
export function createService(options: ServiceOptions): Service {
  const { testingClock = null } = options
  if (testingClock !== null && testingClock !== options.clock) {
    throw new TypeError('testingClock must be the clock of the service: give the same object as clock.')
  }
  const simulators = new Map(options.simulators.map((simulator) => [simulator.type, simulator]))
  const context: ServiceContext = {
    store: options.store,
    clock: options.clock,
    testingClock,
    random: options.random,
    seeds: options.seeds ?? options.random,
    ids: options.ids,
    cursors: createCursorCodec({ keys: options.cursorKeys, now: () => options.clock.now() }),
    simulators,
    playgrounds: new PlaygroundHost(options.store, options.clock, simulators),
    locks: new KeyedLock(),
    verifier: options.verifier ?? createVerifier({ checks: defaultChecks }),
    secret: options.secret,
    log: tolerant(options.log),
  }
  const route = createOperationRouter()
  const testingRoute = testingClock === null ? null : createOperationRouter({ testing: true })
  const routerFor = (request: ServiceRequest): Router =>
    testingRoute !== null && isFromLoopback(request.remoteAddress) ? testingRoute : route

  const answer = async (request: ServiceRequest): Promise<ServiceResponse> => {
    const [path, query] = splitTarget(request.target)
    const match = routerFor(request)(request.method, path)
    if (match.kind === 'unknown-path') throw new ApiError('RESOURCE_NOT_FOUND', 'There is no such resource.')
    if (match.kind === 'wrong-method') {
      throw new ApiError('METHOD_NOT_ALLOWED', `This path answers ${match.allow}.`, { headers: { allow: match.allow } })
    }
    const operation = operations[match.operation]
    const caller = await authenticate(context, operation.auth, request.headers.authorization)
    if (caller.kind === 'run') assertRunScope(caller.run.doc, operation.resource, match.params.id)
    return isProxy(operation)
      ? await answerProxy(context, operation, match, caller, request, query)
      : await answerJson(context, match, caller, request, query)
  }

  return {
    async handle(request) {
      const requestId = requestIdOf(request, context.random)
      try {
        const { status, headers, body } = await answer(request)
        return { status, headers: { ...headers, 'cache-control': 'no-store', 'x-request-id': requestId }, body }
      } catch (error) {
        const refusal = refusalOf(error)
        if (refusal.status >= 500) {
          context.log({ level: 'error', message: refusal.message, requestId, error: refusal.cause ?? error })
        }
        return refuse(refusal, requestId)
      }
    },
    settleDue: () => settleDue(context),
    close: () => context.playgrounds.flush(),
    provisionOrganization: (name) => provisionOrganization(context, name),
  }
}

async function answerJson(
  context: ServiceContext,
  match: Found,
  caller: Caller,
  request: ServiceRequest,
  query: string,
): Promise<ServiceResponse> {
  const id = match.operation as JsonOperationId
  const input = await readInput(id, request, match.params, query)
  // The caller's kind is the operation's, and params, query and body have passed the operation's schemas.
  const handler = handlers[id] as (context: ServiceContext, call: unknown) => Promise<unknown>
  const value = await handler(context, { ...input, caller })
  const { status } = jsonOperationOf(id)
  if (status === 204) return { status: 204, headers: {}, body: null }
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  }
}

async function answerProxy(
  context: ServiceContext,
  operation: ProxyOperation,
  match: Found,
  caller: Caller,
  request: ServiceRequest,
  query: string,
): Promise<ServiceResponse> {
  const { id = '' } = match.params
  const bytes = await request.readBody(operation.maxBody)
  const { status, headers, body } = await callSimulator(context, operation, caller, {
    request,
    id,
    rest: match.rest,
    query,
    bytes,
  })
  const base = operation.path.replace('{id}', id).slice(0, -1)
  const absolute = headers.location === undefined ? {} : { location: base + headers.location }
  if (body === null) return { status, headers: { ...headers, ...absolute }, body: null }
  const text = 'json' in body ? JSON.stringify(body.json) : 'text' in body ? body.text : decodeBase64(body.base64)
  return { status, headers: { 'content-type': 'application/json', ...headers, ...absolute }, body: text }
}

/** A log that fails must not keep a request from its answer; there is nowhere left to tell of it. */
function tolerant(log: ServiceOptions['log']): (event: ServiceLogEvent) => void {
  return (event) => {
    try {
      log?.(event)
    } catch {}
  }
}

function splitTarget(target: string): [path: string, query: string] {
  const mark = target.indexOf('?')
  return mark === -1 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)]
}

function isProxy(
  operation: (typeof operations)[keyof typeof operations],
): operation is typeof operation & ProxyOperation {
  return operation.kind === 'proxy'
}
