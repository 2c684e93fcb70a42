import { createCursorCodec } from '@carebench/pagination'
import { ApiError, type PlaygroundStatus, type Random, randomString } from '@carebench/protocol'
import { type Store, StoreUnavailableError } from '@carebench/store'
import type { System } from '@carebench/systems'
import type { Verifier } from '@carebench/verifier'
import { createAnswer } from './answer.js'
import { byDigest } from './audit/known-audit.js'
import { PendingAudits } from './audit/pending-audits.js'
import { openOwnOrganization } from './auth/own-organization.js'
import { type ProvisionedOrganization, provisionOrganization } from './auth/provision.js'
import { secureRandom } from './auth/secure-random.js'
import { createToken, digestExample, digestToken, readTokenKind } from './auth/token.js'
import { checkSystems } from './check-systems.js'
import type { ServiceContext } from './context/context.js'
import { toWiredSandbox, type WiredSandbox } from './context/sandbox-wires.js'
import { createEndedSessions, type EndedSessions } from './documents/collections/ended-sessions.js'
import { forgetExpired } from './documents/forget-expired.js'
import { createKeptDocuments } from './documents/kept-documents.js'
import { Readiness } from './documents/readiness.js'
import { LargeBodies } from './http/json/large-bodies.js'
import { MemoryGuard } from './http/memory-guard.js'
import { refuse, toRejection } from './http/refuse.js'
import type { ServiceRequest, ServiceResponse } from './http/request.js'
import { readRequestId } from './http/request-id.js'
import { Turns } from './http/turns.js'
import type { WaitAllowance } from './http/wait-allowance.js'
import { readPdf } from './pdf/read-pdf.js'
import { writePdf } from './pdf/write-pdf.js'
import type { Outside } from './playground/calls/outside.js'
import { PlaygroundHost } from './playground/playground-host.js'
import { RunRetention } from './records/run-retention.js'
import { settleDue } from './runs/ending/settle.js'
import { answerAgain, type EarlierAnswer, type EarlierCall, earlierCalls } from './sandboxes/earlier-calls.js'
import { locateSandbox } from './sandboxes/find-sandbox.js'
import { readStanding } from './sandboxes/standing-playground.js'
import type { ServiceOptions } from './service-options.js'
import { createSystemVerifier } from './system-verifier.js'
import { KeyedLock } from './work/keyed-lock.js'

/** The whole service as a function from request to response. */
export interface Service {
  /** The simulated systems that its environments can have. */
  readonly systems: readonly System[]
  /** The verifier of its task runs. */
  readonly verifier: Verifier
  /** Answers a request; never rejects. */
  handle(request: ServiceRequest): Promise<ServiceResponse>
  /**
   * Times out overdue task runs, resumes audits that another process has left, and deletes expired documents, such as
   * responses kept for an `Idempotency-Key`; call it about once a second.
   */
  settleDue(): Promise<void>
  /**
   * Archives and deletes runs whose retention has ended, if `retention` was given; call it about once a second, but not
   * together with {@link settleDue}, because archives can be slow.
   *
   * @param signal - aborted when the process is to end: it then ends before the next record
   */
  sweepRuns(signal?: AbortSignal): Promise<void>
  /** The number of playgrounds that are open in this process. Others are rebuilt from their logs when needed. */
  openPlaygrounds(): number
  /** Returns the status of the playground of a sandbox; undefined if there is no such sandbox. */
  sandboxStatus(id: string): Promise<PlaygroundStatus | undefined>
  /**
   * Returns the data with which the wires of a sandbox are opened, to open them again; undefined if there is no such
   * sandbox.
   */
  wiredSandbox(id: string): Promise<WiredSandbox | undefined>
  /** Returns the calls that the agent has made to a sandbox, in order; none if there is no such sandbox. */
  earlierCalls(sandboxId: string): AsyncIterable<EarlierCall>
  /**
   * Returns the response to one of these calls, reproduced from the log without a trace; undefined if that is
   * impossible.
   */
  answerAgain(sandboxId: string, call: Pick<EarlierCall, 'seq'>): Promise<EarlierAnswer | undefined>
  /** The store of the service. */
  readonly store: Store
  /** Sessions of the dashboard that were ended before they expired. */
  readonly endedSessions: EndedSessions
  /** Resolves once no audit is running in this service. Audits run in the background, after publishing was answered. */
  finishAudits(): Promise<void>
  /**
   * Stops auditing: unaudited versions stay `pending` until a service on the same store continues. Call it when the
   * process is to end.
   */
  stopAudits(): void
  /** Creates an organization with an API key and a Solver key, whose tokens are shown only here. */
  provisionOrganization(name: string): Promise<ProvisionedOrganization>
  /**
   * Returns the organization of the service's operators, with an API key and a Solver key: the same at each call, for
   * all services with one store and one secret. The first call creates it; if a key was revoked, both are replaced.
   */
  openOwnOrganization(name: string): Promise<ProvisionedOrganization>
}

/** Makes an operator key, `vop_…`. `random` must be fit for secrets; default: the platform's generator. */
export function createOperatorKey(random: Random = secureRandom): string {
  return createToken('operator', random)
}

/** Tokens and credentials are derived from the secret: with a shorter one they could be guessed. */
const minSecretBytes = 32

/**
 * Makes a service.
 *
 * @throws {TypeError} if a system leaves evidence that is not one of its parts, or the verifier lacks one of them; if
 *   `testingClock` is not `clock`, `sha256` computes something else, or `operatorKey` is malformed
 * @throws {RangeError} if `secret` has fewer than 32 bytes, `cursorKeys` is empty or has an invalid key, or
 *   `memory.limit` is out of range
 */
export function createService(options: ServiceOptions): Service {
  const { testingClock = null, sha256 = digestToken } = options
  if (testingClock !== null && testingClock !== options.clock) {
    throw new TypeError('testingClock must be the clock of the service: pass the same object as clock.')
  }
  if (sha256(digestExample.text) !== digestExample.digest) {
    throw new TypeError(
      `sha256 must return SHA-256 in lower-case hex: expected ${digestExample.digest} for ` +
        `${JSON.stringify(digestExample.text)}, got ${sha256(digestExample.text)}.`,
    )
  }
  const { systems, operatorKey } = options
  if (operatorKey !== undefined && readTokenKind(operatorKey) !== 'operator') {
    throw new TypeError('operatorKey must be vop_ followed by 43 letters and digits; createOperatorKey creates one.')
  }
  for (const secret of [options.secret, ...(options.previousSecrets ?? [])]) {
    if (secret.length >= minSecretBytes) continue
    throw new RangeError(`secret must have at least ${minSecretBytes} random bytes, got ${secret.length}.`)
  }
  const verifier = options.verifier ?? createSystemVerifier(systems)
  checkSystems(systems, verifier)
  const simulators = new Map(systems.map((system) => [system.type, system]))
  const outside: Outside = { readDocument: readPdf, writeDocument: writePdf, ...options.outside }
  // Not generated with `random`: services on one store may have equal seeds, but must differ here.
  const writer = randomString(secureRandom, 16, 'abcdefghijklmnopqrstuvwxyz')
  const retention = options.retention && new RunRetention(options.retention)
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
      // Without one of the platform, the playgrounds have their own, which digests a long text in steps.
      sha256: options.sha256,
      bases: options.bases,
      onChange: options.wires?.onChange && ((id, systems) => options.wires?.onChange?.(id, systems)),
    }),
    outside,
    locks: new KeyedLock(),
    knownAudits: byDigest(options.knownAudits ?? []),
    audits,
    verifier,
    secret: options.secret,
    previousSecrets: options.previousSecrets ?? [],
    leases: { holder: writer, held: new Set(), pause: options.pause ?? ((milliseconds) => pause(milliseconds)) },
    largeBodies: new LargeBodies(options.clock),
    memory: new MemoryGuard(options.memory),
    readiness: new Readiness(options.store, options.clock, secureRandom, writer),
    sleep: options.sleep ?? pause,
    creation: null,
    hosts: options.hosts ?? [],
    handle: (request, allowance) => handle(request, allowance),
    recordSigner: options.recordSigner ?? null,
    workstation: options.workstation ?? null,
    wires: options.wires ?? null,
    log: tolerant(options.log),
    onTaskAudit: tolerant(options.onTaskAudit),
    onEvent: tolerant(options.onEvent),
  }
  const answer = createAnswer(context)
  const turns = new Turns(options.clock)
  const handle = async (request: ServiceRequest, allowance?: WaitAllowance): Promise<ServiceResponse> => {
    const requestId = readRequestId(request, context.random)
    try {
      const turn = turns.begin(request.caller ?? request.headers.authorization ?? request.remoteAddress ?? '')
      if (turn !== undefined) await turn
      if (testingClock !== null) await testingClock.catchUp?.()
      return await answer(request, requestId, allowance)
    } catch (error) {
      if (error instanceof StoreUnavailableError) context.readiness.doubt()
      const refusal = toRejection(error)
      request.note?.({ code: refusal.code })
      if (refusal.status >= 500) {
        // For intended rejections the message suffices, and a service short of memory rejects many requests.
        const isOnPurpose = refusal === error && (refusal.code === 'UNAVAILABLE' || refusal.code === 'NOT_IMPLEMENTED')
        const cause = refusal.cause ?? (isOnPurpose ? undefined : error)
        const event = { level: 'error', message: refusal.message, requestId } as const
        context.log(cause === undefined ? event : { ...event, error: cause })
      }
      return refuse(refusal, requestId)
    }
  }

  return {
    systems,
    verifier,
    handle: (request) => handle(request),
    async settleDue() {
      await testingClock?.catchUp?.()
      await settleDue(context)
      await forgetExpired(context)
      await audits.resume()
    },
    sweepRuns: async (signal) => retention?.sweep(context, signal),
    openPlaygrounds: () => context.playgrounds.size,
    async sandboxStatus(id) {
      const located = await locateSandbox(context, id)
      if (located === undefined) return undefined
      try {
        return (await readStanding(context, located.playground)).status
      } catch (error) {
        // Its run was deleted meanwhile.
        if (error instanceof ApiError && error.code === 'RESOURCE_NOT_FOUND') return undefined
        throw error
      }
    },
    async wiredSandbox(id) {
      const located = await locateSandbox(context, id)
      return located && toWiredSandbox(context.secret, located.playground, located)
    },
    earlierCalls: (id) => earlierCalls(context, id),
    answerAgain: (id, { seq }) => answerAgain(context, id, seq),
    store: context.store,
    endedSessions: createEndedSessions(context.store),
    finishAudits: () => audits.finish(),
    stopAudits: () => audits.stop(),
    provisionOrganization: (name) => provisionOrganization(context, name),
    openOwnOrganization: (name) => openOwnOrganization(context, name),
  }
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, signal?.aborted ? 0 : milliseconds)
    signal?.addEventListener('abort', end)
  })
}

/** A failing listener must not prevent a response; there is nowhere to report the failure. */
function tolerant<Event>(listener: ((event: Event) => void) | undefined): (event: Event) => void {
  return (event) => {
    try {
      listener?.(event)
    } catch {}
  }
}
