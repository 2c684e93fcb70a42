import { type CursorKey, createCursorCodec } from '@carebench/pagination'
import { type BaseCache, type Outside, PlaygroundHost } from '@carebench/playground'
import {
  ApiError,
  type Clock,
  createsResource,
  type KnownAudit,
  keyedProxy,
  type ManualClock,
  type ProxyOperation,
  type Random,
  randomString,
} from '@carebench/protocol'
import type { Store } from '@carebench/store'
import type { System } from '@carebench/systems'
import type { Verifier } from '@carebench/verifier'
import { base64 } from '@scure/base'
import { byDigest } from './audit/known-audit.js'
import { PendingAudits } from './audit/pending-audits.js'
import { assertRunScope, authenticate, authenticateSandbox, type Caller } from './auth/authenticate.js'
import { type ProvisionedOrganization, provisionOrganization } from './auth/provision.js'
import { createToken, digestExample, digestToken, tokenKindOf } from './auth/token.js'
import { checkSystems } from './check-systems.js'
import type { ServiceContext, ServiceLogEvent, TaskAuditStart } from './context.js'
import { forgetCreations } from './documents/forget-creations.js'
import { createKeptDocuments } from './documents/kept-documents.js'
import { createOnce } from './handlers/create-once.js'
import { type EndpointFinder, endpointsOf } from './handlers/endpoint.js'
import { answerPortalPage, isPortalPage } from './handlers/portal-pages.js'
import { callSimulator, isOpenPath, type ProxyCall } from './handlers/proxy.js'
import { readIdempotencyKey } from './http/idempotency-key.js'
import { isLargeBody, LargeBodies } from './http/large-bodies.js'
import { isFromLoopback } from './http/loopback.js'
import { insertUrl, originOf } from './http/origin.js'
import { type Intake, type ReadInput, readInput, takesJson } from './http/read-input.js'
import { findChanged } from './http/read-only-members.js'
import { refusalOf, refuse } from './http/refuse.js'
import { requestIdOf } from './http/request-id.js'
import type { IdSource } from './id-source.js'
import { readPdf } from './pdf/read-pdf.js'
import type { ServiceRequest, ServiceResponse } from './request.js'
import { createOperationRouter, type Router } from './routing/router.js'
import { KeyedLock } from './runs/keyed-lock.js'
import { settleDue } from './runs/settle.js'
import { secureRandom } from './secure-random.js'
import { createSystemVerifier } from './system-verifier.js'

/** The options of a service; time, randomness and storage are always injected. */
export interface ServiceOptions {
  readonly store: Store
  readonly clock: Clock
  /**
   * For tests: enables `POST /testing/clock` for callers on loopback, which advances this clock. It must be the same
   * object as `clock`. Otherwise, and for all other callers, the path does not exist.
   */
  readonly testingClock?: ManualClock
  /** For tokens: must be fit for secrets. */
  readonly random: Random
  /**
   * The SHA-256 of a text's UTF-8, in lower-case hex, used to look up tokens. Default: an implementation in JavaScript,
   * which runs everywhere; the platform's own, such as `(text) => hash('sha256', text)` of `node:crypto`, takes a
   * quarter of the time.
   */
  readonly sha256?: (text: string) => string
  /** Generates the seeds of runs whose benchmark has none; default: `random`. */
  readonly seeds?: Random
  readonly ids: IdSource
  /** The simulated systems that environments can have: `defaultSystems`, and your own. */
  readonly systems: readonly System[]
  /**
   * Caches the seeded states of benchmarks. Services with the same cache and the same `systems` seed what they have in
   * common once. Default: a cache of its own.
   */
  readonly bases?: BaseCache
  /**
   * External services that simulators may call; their responses are recorded in the log. Default: PDFs are read, and no
   * model plays personas.
   */
  readonly outside?: Outside
  /**
   * The key that creates and lists organizations, from {@link createOperatorKey}. Only its digest is kept. Default: none, and
   * `/organizations` refuses every caller.
   */
  readonly operatorKey?: string
  /**
   * At least 32 random bytes, the same for all services on the store; tokens and sandbox credentials are derived from
   * it. Only its holder can repeat a response that contains a token.
   */
  readonly secret: Uint8Array
  /**
   * Earlier values of `secret`, needed for 24 hours after a change, to repeat responses that contain a token. A token
   * itself remains valid. Default: none.
   */
  readonly previousSecrets?: readonly Uint8Array[]
  /** Sign pagination cursors; the first signs, all verify. */
  readonly cursorKeys: readonly CursorKey[]
  /** The kinds of assertion and of record; default: the built-in kinds, and the records of `systems`. */
  readonly verifier?: Verifier
  /**
   * Audits that were made before their benchmarks were shipped, as in `fixtureAudits` of `@carebench/fixtures`, or from
   * {@link keepAudit}. A version whose content has the digest of one gets that audit instead of a new one. They are
   * trusted: pass only those that came with software that you trust, and none if `systems` or `verifier` are your own.
   * Those of another engine are ignored. Default: none; no request can add one.
   */
  readonly knownAudits?: readonly KnownAudit[]
  /**
   * Host names by which clients on this machine reach the service, in addition to `localhost` and the loopback
   * addresses, for example that of a proxy in front of it. `/mcp` refuses other names from this machine, so that a web
   * page cannot reach it through a name of its own.
   */
  readonly hosts?: readonly string[]
  /**
   * Waits for some milliseconds, while another call with the same `Idempotency-Key` is being executed; tests may wait
   * otherwise. Default: a timer.
   */
  readonly pause?: (milliseconds: number) => Promise<void>
  /**
   * Lets some milliseconds pass while an agent waits on a real clock; a service on a manual clock may advance that
   * instead. Default: a timer.
   */
  readonly sleep?: (milliseconds: number) => Promise<void>
  /** Called with events for a log; default: they are dropped. Exceptions are ignored. */
  readonly log?: (event: ServiceLogEvent) => void
  /**
   * Called before each task of a published version is audited, which can take seconds; not for `knownAudits`. Default: not
   * called. Exceptions are ignored.
   */
  readonly onTaskAudit?: (task: TaskAuditStart) => void
}

/** The whole service as a function from request to response. */
export interface Service {
  /** Answers a request; never rejects. */
  handle(request: ServiceRequest): Promise<ServiceResponse>
  /**
   * Times out overdue task runs, begins audits that another process has left, and forgets responses that need not be repeated
   * any more; call it about once a second.
   */
  settleDue(): Promise<void>
  /** Resolves once no audit is running in this service. Audits run in the background, after publishing was answered. */
  finishAudits(): Promise<void>
  /**
   * Stops auditing: what is not audited stays `pending`, until a service on the same store continues. Call it when the
   * process is to end.
   */
  stopAudits(): void
  /** Creates an organization with an API key and a Solver key, whose tokens are shown only here. */
  provisionOrganization(name: string): Promise<ProvisionedOrganization>
}

/** Makes an operator key, `vop_…`. `random` must be fit for secrets; default: the platform's generator. */
export function createOperatorKey(random: Random = secureRandom): string {
  return createToken('operator', random)
}

/**
 * Makes a service.
 *
 * @throws {TypeError} if a system leaves evidence that is not one of its parts, or the verifier lacks one of them; if
 *   `testingClock` is not `clock`, `sha256` computes something else, or `operatorKey` is malformed
 */
export function createService(options: ServiceOptions): Service {
  const { testingClock = null, sha256 = digestToken } = options
  if (testingClock !== null && testingClock !== options.clock) {
    throw new TypeError('testingClock must be the clock of the service: pass the same object as clock.')
  }
  if (sha256(digestExample.text) !== digestExample.digest) {
    throw new TypeError(
      `sha256 must return SHA-256 in lower-case hex: expected ${digestExample.digest} for ${JSON.stringify(digestExample.text)}, got ${sha256(digestExample.text)}.`,
    )
  }
  const { systems, operatorKey } = options
  if (operatorKey !== undefined && tokenKindOf(operatorKey) !== 'operator') {
    throw new TypeError('operatorKey must be vop_ followed by 43 letters and digits; createOperatorKey creates one.')
  }
  const verifier = options.verifier ?? createSystemVerifier(systems)
  checkSystems(systems, verifier)
  const simulators = new Map(systems.map((system) => [system.type, system]))
  const outside: Outside = { readDocument: readPdf, ...options.outside }
  // Not generated with `random`: services on one store may have equal seeds, but must differ here.
  const writer = randomString(secureRandom, 16, 'abcdefghijklmnopqrstuvwxyz')
  const audits = new PendingAudits(() => context)
  const context: ServiceContext = {
    store: options.store,
    kept: createKeptDocuments(),
    clock: options.clock,
    testingClock,
    random: options.random,
    sha256,
    operatorDigest: operatorKey === undefined ? null : sha256(operatorKey),
    seeds: options.seeds ?? options.random,
    ids: options.ids,
    cursors: createCursorCodec({ keys: options.cursorKeys, now: () => options.clock.now() }),
    systems,
    simulators,
    playgrounds: new PlaygroundHost({
      log: options.store.log,
      writer,
      clock: options.clock,
      simulators,
      outside,
      bases: options.bases,
    }),
    outside,
    locks: new KeyedLock(),
    knownAudits: byDigest(options.knownAudits ?? []),
    audits,
    verifier,
    secret: options.secret,
    previousSecrets: options.previousSecrets ?? [],
    leases: { holder: writer, held: new Set(), pause: options.pause ?? pause },
    largeBodies: new LargeBodies(),
    sleep: options.sleep ?? pause,
    creation: null,
    hosts: options.hosts ?? [],
    handle: (request) => handle(request),
    log: tolerant(options.log),
    onTaskAudit: tolerant(options.onTaskAudit),
  }
  const route = createOperationRouter(systems)
  const testingRoute = testingClock === null ? null : createOperationRouter(systems, { testing: true })
  const endpointOf = endpointsOf(systems)
  const routerFor = (request: ServiceRequest): Router =>
    testingRoute !== null && isFromLoopback(request.remoteAddress) ? testingRoute : route

  const answer = async (request: ServiceRequest, requestId: string): Promise<ServiceResponse> => {
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
    const query = mark === -1 ? '' : target.slice(mark + 1)
    const { authorization } = request.headers
    const isOpen = operation.kind === 'proxy' && isOpenPath(operation, request.method, match.rest)
    const auth = isOpen ? 'none' : operation.auth
    const caller =
      operation.kind === 'proxy' && operation.accessTokens
        ? await authenticateSandbox(context, auth, params.id ?? '', authorization)
        : await authenticate(context, auth, authorization)
    if (caller.kind === 'run') assertRunScope(caller.run.doc, operation.resource, params.id)
    if (endpoint.kind === 'document') {
      return await endpoint.handle(context, { request, id: params.id ?? '', rest: match.rest, query, requestId })
    }
    const bytes = request.hasBody === false ? null : await request.readBody(operation.maxBody)
    if (endpoint.kind === 'proxy') {
      const id = params.id ?? ''
      const { operation: first } = endpoint
      const system = match.key === undefined ? first : keyedProxy(first, match.key)
      const path = system.path.replace('{id}', encodeURIComponent(id)).slice(0, -1)
      // Both spellings of a key are taken in the path of a call, and so they are in references.
      const spellings = path.includes('@') ? [path, path.replace('@', '%40')] : [path]
      const urls = spellings.flatMap((spelling) => [originOf(request.headers) + spelling, spelling])
      const call = { request, id, rest: match.rest, query, bytes: bytes ?? new Uint8Array(), urls }
      if (isPortalPage(first, request)) return await answerPortalPage(context, system, caller, call, requestId)
      return await answerProxy(context, system, caller, call, requestId)
    }
    if (endpoint.kind === 'raw') {
      const { headers, remoteAddress } = request
      const call = {
        params,
        key: match.key,
        headers,
        remoteAddress,
        query,
        bytes: bytes ?? new Uint8Array(),
        origin: originOf(headers),
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
        ...(endpoint.operation.namesTaskRun && { taskRunId: request.headers['task-run-id'] }),
      })
    const key = createsResource(operation) ? readIdempotencyKey(request) : null
    if (key !== null) {
      const call = { key, operation: endpoint.operation, caller, params: input.params, body }
      const { status, text, replayed } = await createOnce(context, call, execute)
      const headers = { 'content-type': 'application/json', ...commonHeaders(requestId) }
      return { status, headers: replayed ? { ...headers, 'idempotent-replayed': 'true' } : headers, body: text }
    }
    const value = await execute(context)
    const { status } = endpoint.operation
    if (status === 204) return { status, headers: commonHeaders(requestId), body: null }
    const headers = { 'content-type': 'application/json', ...commonHeaders(requestId) }
    return { status, headers, body: JSON.stringify(value) }
  }

  const handle = async (request: ServiceRequest): Promise<ServiceResponse> => {
    const requestId = requestIdOf(request, context.random)
    try {
      return await answer(request, requestId)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal.status >= 500) {
        context.log({ level: 'error', message: refusal.message, requestId, error: refusal.cause ?? error })
      }
      return refuse(refusal, requestId)
    }
  }

  return {
    handle,
    async settleDue() {
      await settleDue(context)
      await forgetCreations(context)
      await audits.resume()
    },
    finishAudits: () => audits.finish(),
    stopAudits: () => audits.stop(),
    provisionOrganization: (name) => provisionOrganization(context, name),
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

async function answerProxy(
  context: ServiceContext,
  operation: ProxyOperation,
  caller: Caller,
  call: ProxyCall,
  requestId: string,
): Promise<ServiceResponse> {
  const { status, headers, body, relativeUrls } = await callSimulator(context, operation, caller, call)
  const [base = ''] = call.urls
  const absolute: Record<string, string> = {}
  for (const name of ['location', 'content-location']) {
    const place = headers[name]
    if (place !== undefined) absolute[name] = base + place
  }
  // Agents write what others then read: nothing of it may be taken for a script or a page.
  const common = {
    ...commonHeaders(requestId),
    'x-content-type-options': 'nosniff',
    'content-security-policy': 'sandbox',
  }
  if (body === null) return { status, headers: { ...headers, ...absolute, ...common }, body: null }
  const text =
    'json' in body
      ? JSON.stringify(body.json)
      : 'text' in body
        ? insertUrl(body.text, relativeUrls ?? [], base)
        : base64.decode(body.base64)
  return { status, headers: { 'content-type': 'application/json', ...headers, ...absolute, ...common }, body: text }
}

/** The headers of every response. */
function commonHeaders(requestId: string): Readonly<Record<string, string>> {
  return { 'cache-control': 'no-store', 'x-request-id': requestId }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** A failing listener must not prevent a response; there is nowhere to report the failure. */
function tolerant<Event>(listener: ((event: Event) => void) | undefined): (event: Event) => void {
  return (event) => {
    try {
      listener?.(event)
    } catch {}
  }
}
