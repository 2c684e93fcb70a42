import {
  type BenchmarkDefinition,
  type CreatedRun,
  createManualClock,
  createSeededRandom,
  type KnownAudit,
  type ManualClock,
} from '@carebench/protocol'
import { createMemoryStore, type Store } from '@carebench/store'
import { defaultSystems, type System } from '@carebench/systems'
import type { Verifier } from '@carebench/verifier'
import { keepAudit } from '../audit/known-audit.js'
import type { ProvisionedOrganization } from '../auth/provision.js'
import { callInMemory } from '../authoring/call-in-memory.js'
import { type PublishOptions, publishBenchmark } from '../authoring/publish-benchmark.js'
import type { ServiceLogEvent, TaskAuditStart } from '../context/context.js'
import type { RecordSigner } from '../context/record-signer.js'
import type { SandboxWires } from '../context/sandbox-wires.js'
import { createIdSource } from '../documents/id-source.js'
import type { TestingClock } from '../documents/testing-clock.js'
import type { MemoryOptions } from '../http/memory-guard.js'
import { createRequest, textOfBody } from '../http/request.js'
import type { Outside } from '../playground/calls/outside.js'
import { createService, type Service } from '../service.js'
import type { ServiceOptions } from '../service-options.js'
import { plainWorkstation } from './plain-pages.js'
import { smallBenchmark } from './small-benchmark.js'

// For tests of this package only.

/** A response with its parsed JSON body. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  readonly text: string
}

/** A service with one organization, on a manual clock, and a short function to call it. */
export interface ServiceUnderTest extends ProvisionedOrganization {
  readonly service: Service
  readonly store: Store
  readonly clock: ManualClock
  readonly logged: readonly ServiceLogEvent[]
  call(
    token: string | null,
    method: string,
    target: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>
  /** Publishes a benchmark for the organization. */
  publish(definition: BenchmarkDefinition, options?: PublishOptions): Promise<string>
  /**
   * Publishes with a POST to `target`, `/benchmarks/{id}/versions`. Returns the version as it is read once it is
   * audited, or the refusal.
   */
  publishNext(target: string, body?: unknown): Promise<Answer>
  /** Creates a run with the Solver's key. */
  createRun(reference: string, options?: { scored?: boolean; solverKey?: string }): Promise<CreatedRun>
}

export interface ServiceUnderTestOptions {
  readonly store?: Store
  readonly systems?: readonly System[]
  readonly verifier?: Verifier
  readonly outside?: Outside
  readonly memory?: MemoryOptions
  /**
   * Default: those of the small benchmark, unless other systems or kinds of assertion might change the audit. Tests of
   * publishing pass none.
   */
  readonly knownAudits?: readonly KnownAudit[]
  readonly onTaskAudit?: (task: TaskAuditStart) => void
  readonly recordSigner?: RecordSigner
  readonly wires?: SandboxWires
}

/** The operator key of every service under test. */
export const operatorKey = `vop_${'0'.repeat(43)}`

let services = 0

/** Returns another service on a store; its ids and tokens are different, but the same in every test run. */
export function serviceOn(
  store: Store,
  options: Omit<ServiceUnderTestOptions, 'store'> & {
    readonly clock?: TestingClock
    readonly log?: (event: ServiceLogEvent) => void
  } & Partial<Pick<ServiceOptions, 'secret' | 'previousSecrets' | 'pause' | 'sleep' | 'retention'>> = {},
): Service {
  const { clock = createManualClock(), systems = defaultSystems } = options
  const { verifier, outside, memory, knownAudits, log, onTaskAudit, previousSecrets, pause, sleep, recordSigner } =
    options
  const seed = ++services
  return createService({
    store,
    clock,
    testingClock: clock,
    random: createSeededRandom(1, seed),
    ids: createIdSource(clock, createSeededRandom(2, seed)),
    systems,
    workstation: plainWorkstation,
    operatorKey,
    secret: options.secret ?? new Uint8Array(32).fill(7),
    cursorKeys: [{ id: '1', secret: new Uint8Array(32).fill(9) }],
    ...(log === undefined ? {} : { log }),
    ...(previousSecrets === undefined ? {} : { previousSecrets }),
    ...(pause === undefined ? {} : { pause }),
    // Waiting takes no time, unless a test lets it.
    sleep: sleep ?? (async () => undefined),
    ...(onTaskAudit === undefined ? {} : { onTaskAudit }),
    ...(verifier === undefined ? {} : { verifier }),
    ...(outside === undefined ? {} : { outside }),
    ...(memory === undefined ? {} : { memory }),
    ...(knownAudits === undefined ? {} : { knownAudits }),
    ...(recordSigner === undefined ? {} : { recordSigner }),
    ...(options.wires === undefined ? {} : { wires: options.wires }),
    ...(options.retention === undefined ? {} : { retention: options.retention }),
  })
}

export async function createServiceUnderTest(options: ServiceUnderTestOptions = {}): Promise<ServiceUnderTest> {
  const clock = createManualClock()
  const store = options.store ?? createMemoryStore()
  const logged: ServiceLogEvent[] = []
  const isUsual = options.systems === undefined && options.verifier === undefined && options.outside === undefined
  const knownAudits = options.knownAudits ?? (isUsual ? [await getKnownAudit(smallBenchmark())] : [])
  const service = serviceOn(store, { ...options, knownAudits, clock, log: (event) => logged.push(event) })
  const organization = await persist(() => service.provisionOrganization('Test organization'))
  const calls = makeCalls(service, organization.solverKey)
  return {
    ...organization,
    service,
    store,
    clock,
    logged,
    ...calls,
    async publishNext(target, body) {
      const published = await calls.call(organization.organizationKey, 'POST', target, body)
      if (published.status !== 201) return published
      await service.finishAudits()
      return calls.call(organization.organizationKey, 'GET', `${target}/${published.body.version}`)
    },
    async publish(definition, options) {
      const call = callInMemory(service, organization.organizationKey)
      const { version } = await publishBenchmark(call, definition, options)
      return `${definition.name}@${version}`
    },
  }
}

const audits = new Map<string, Promise<KnownAudit>>()

/** Returns the audit of a benchmark, made once per process, because most tests need a published version. */
export async function getKnownAudit(definition: BenchmarkDefinition): Promise<KnownAudit> {
  const key = JSON.stringify(definition)
  const present = audits.get(key)
  if (present !== undefined) return present
  const auditing = createServiceUnderTest({ knownAudits: [] }).then(async ({ service, organizationKey }) =>
    keepAudit(await publishBenchmark(callInMemory(service, organizationKey), definition)),
  )
  audits.set(key, auditing)
  return auditing
}

/** Returns functions that call a service. `ownSolverKey` creates runs unless a call names another key. */
export function makeCalls(
  service: Pick<Service, 'handle'>,
  ownSolverKey: string,
): Pick<ServiceUnderTest, 'call' | 'createRun'> {
  const call: ServiceUnderTest['call'] = async (token, method, target, body, headers = {}) => {
    const isText = typeof body === 'string' && !/json/.test(headers['content-type'] ?? 'json')
    const text = isText ? body : JSON.stringify(body)
    const bytes = text === undefined ? undefined : new TextEncoder().encode(text)
    const response = await service.handle(
      createRequest(
        method,
        target,
        {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(bytes === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        bytes,
      ),
    )
    const answered = textOfBody(response)
    const isJson = answered !== '' && /json/.test(response.headers['content-type'] ?? '')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(answered) : {},
      text: answered,
    }
  }
  return {
    call,
    async createRun(benchmark, { scored = false, solverKey = ownSolverKey } = {}) {
      const answer = await call(solverKey, 'POST', '/v1/benchmark-runs', { benchmark, scored })
      if (answer.status !== 201) throw new Error(`create-run was answered ${answer.status}: ${answer.text}`)
      return answer.body as unknown as CreatedRun
    },
  }
}

/** Repeats work that fails because of a hostile store. */
export async function persist<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 50) throw error
    }
  }
}
