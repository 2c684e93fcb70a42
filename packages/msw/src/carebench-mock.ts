import { type FixtureName, fixtureNames, fixtures, isFixtureName } from '@carebench/fixtures'
import {
  type BenchmarkDefinition,
  isJsonOperationId,
  type JsonOperationId,
  listSystemOperations,
  type ProxyOperationId,
} from '@carebench/protocol'
import { callInMemory, defaultSystems, publishBenchmark, type ServiceLogEvent, type System } from '@carebench/service'
import type { HttpHandler } from 'msw'
import { assertOperation, type Fault, FaultPlans, type FaultTarget, type OrderedFault } from './fault.js'
import { createMockFetch } from './mock-fetch.js'
import { type MockCall, MockGateway } from './mock-gateway.js'
import { createMockRuns, type MockCaller, type MockRuns } from './mock-runs.js'
import { MockWorld, type WorldState } from './mock-world.js'
import { createMswHandlers } from './msw-handlers.js'
import { type OrderedOverride, type Override, Overrides, type ProxyOverride } from './override.js'
import { prepareWorld } from './prepared-worlds.js'

/** A benchmark: the name of one in `@carebench/fixtures`, or a definition as in `benchmark.json`. */
export type MockBenchmark = FixtureName | BenchmarkDefinition

/** Options of {@link carebenchMock}. */
export interface CarebenchMockOptions {
  /** The benchmarks to publish, in this order; default `'prior-auth'`. */
  readonly benchmark?: MockBenchmark | readonly MockBenchmark[] | undefined
  /** An integer that determines all ids, tokens and generated data; default 1. */
  readonly seed?: number | undefined
  /** The URL of the mock; default `https://carebench.test`. A path prefix is kept. */
  readonly baseUrl?: string | undefined
  /**
   * The initial time of the clock, RFC 3339; default `2026-01-05T09:00:00.000Z`. Only `advance` and waiting agents move
   * the clock.
   */
  readonly now?: string | undefined
  /** True: publish even if the audit of a benchmark finds errors. Default false. */
  readonly allowFindings?: boolean | undefined
  /** The simulated systems that environments can have; default `defaultSystems`. */
  readonly systems?: readonly System[] | undefined
  /**
   * Called with events of the service, like `log` of `createService`: the cause of a 500 appears nowhere else.
   * Exceptions are ignored. Default: events are dropped.
   */
  readonly log?: ((event: ServiceLogEvent) => void) | undefined
}

/** The state of a mock's service, for {@link CarebenchMock.restore}. Opaque. */
export class MockSnapshot {
  readonly #state: WorldState

  constructor(state: WorldState) {
    this.#state = state
  }

  /** Returns the state that a snapshot holds. For the mock only. */
  static stateOf(snapshot: MockSnapshot): WorldState {
    return snapshot.#state
  }
}

/** A carebench service in this process. All values from the service have wire keys (snake_case). */
export interface CarebenchMock {
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** For `setupServer(...mock.handlers)` and `setupWorker(...mock.handlers)` of msw. Throws if msw is not installed. */
  readonly handlers: HttpHandler[]
  /** For the option `fetch` of a client: reaches only the mock, without msw. */
  readonly fetch: typeof globalThis.fetch
  /** The reference of the first benchmark, for example `prior-auth@1`; empty if there is none. */
  readonly benchmark: string
  readonly organizationId: string
  /** An API key of the internal API, `vk_…`. */
  readonly organizationKey: string
  /** A Solver key, which creates runs, `vrl_slv_…`. */
  readonly solverKey: string
  /** Reads the runs. */
  readonly runs: MockRuns
  /** The calls that reached the mock since it was created or reset, oldest first. */
  readonly calls: readonly MockCall[]
  /** The time of the clock, RFC 3339. */
  readonly now: string
  /** Calls an operation with the organization key, bypassing faults and overrides. Rejects with an ApiError. */
  readonly call: MockCaller
  /** Publishes another benchmark; returns its reference. `reset` removes it. */
  publish(benchmark: MockBenchmark): Promise<string>
  /**
   * Makes calls fail: `mock.fail('completeTaskRun', { status: 503, times: 2 })`. If several faults match a call, the
   * earliest one is used. Throws a TypeError or RangeError for an invalid fault.
   */
  fail(target: FaultTarget, fault: Fault): OrderedFault
  /** Overrides the response of one operation by the latest override. Throws a TypeError for an unknown operation. */
  override<K extends JsonOperationId>(operation: K, override: Override<K>): OrderedOverride
  override(operation: ProxyOperationId, override: ProxyOverride): OrderedOverride
  /**
   * Advances the clock by a number of seconds (at least 0), and processes what becomes due: timeouts, expired tokens.
   * Returns `now`.
   */
  advance(seconds: number): Promise<string>
  /** Restores the state right after the mock was created; removes faults and overrides, and clears `calls`. */
  reset(): void
  /** Saves the state of the service and its clock. */
  snapshot(): Promise<MockSnapshot>
  /** Restores a snapshot of this mock, any number of times. Faults, overrides and `calls` are kept. */
  restore(snapshot: MockSnapshot): void
}

/**
 * Creates a carebench service in this process: the real service over an in-memory store, not an imitation. The same
 * options and calls give the same responses, byte by byte. Rejects with a TypeError for invalid options, and if
 * publishing fails.
 *
 * ```ts
 * const mock = await carebenchMock({ benchmark: 'prior-auth', seed: 7 })
 * const server = setupServer(...mock.handlers)
 * ```
 */
export async function carebenchMock(options: CarebenchMockOptions = {}): Promise<CarebenchMock> {
  const { benchmark = 'prior-auth', seed = 1, now = '2026-01-05T09:00:00.000Z', allowFindings = false } = options
  const { systems = defaultSystems, log } = options
  const known = listSystemOperations(systems)
  const baseUrl = readBase(options.baseUrl ?? 'https://carebench.test')
  if (!Number.isSafeInteger(seed)) throw new TypeError(`seed must be an integer, got ${seed}.`)
  if (Number.isNaN(Date.parse(now))) throw new TypeError(`now must be a time like 2026-01-05T09:00:00Z, got ${now}.`)
  const sources = [benchmark].flat().map(readBenchmark)

  // The caller may change their own definition between two mocks.
  const isKept = sources.every(({ isFixture }) => isFixture) && systems === defaultSystems
  const names = sources.map(({ definition }) => definition.name)
  const prepared = await prepareWorld(
    isKept ? JSON.stringify([names, seed, Date.parse(now), allowFindings]) : null,
    async () => {
      const empty = MockWorld.create(systems, seed, Date.parse(now), log)
      const keys = await empty.service.provisionOrganization('Mock clinic')
      const references: string[] = []
      for (const source of sources) {
        references.push(await publishTo(empty, keys.organizationKey, source, { allowFindings, systems }))
      }
      return { keys, references, beginning: await empty.capture() }
    },
  )
  const { beginning, references } = prepared
  const { organizationId, organizationKey, solverKey } = prepared.keys
  let world = MockWorld.of(beginning, log)
  const call: MockCaller = (operation, input = {}) => callInMemory(world.service, organizationKey)(operation, input)

  const faults = new FaultPlans(known)
  const overrides = new Overrides()
  const gateway = new MockGateway(() => world, systems, faults, overrides)
  const handlers = await createMswHandlers(gateway, baseUrl)
  return {
    baseUrl,
    get handlers() {
      return handlers()
    },
    fetch: createMockFetch(gateway, baseUrl),
    benchmark: references[0] ?? '',
    organizationId,
    organizationKey,
    solverKey,
    runs: createMockRuns(call),
    call,
    get calls() {
      return gateway.calls
    },
    get now() {
      return new Date(world.now).toISOString()
    },
    publish: async (further) => publishTo(world, organizationKey, readBenchmark(further), { allowFindings, systems }),
    fail: (target, fault) => faults.order(target, fault),
    override(operation: JsonOperationId | ProxyOperationId, override: Override<never> | ProxyOverride) {
      assertOperation(known, operation)
      // The overloads ensure that the kind of override matches the operation.
      return isJsonOperationId(operation)
        ? overrides.addJson(operation, override as Override<typeof operation>)
        : overrides.addProxy(operation as ProxyOperationId, override as ProxyOverride)
    },
    async advance(seconds) {
      const { now } = await call('advanceClock', { body: { advance_seconds: seconds } })
      return now
    },
    reset() {
      world = MockWorld.of(beginning, log)
      faults.clear()
      overrides.clear()
      gateway.calls = []
    },
    snapshot: async () => new MockSnapshot(await world.capture()),
    restore(snapshot) {
      world = MockWorld.of(MockSnapshot.stateOf(snapshot), log)
    },
  }
}

async function publishTo(
  { service, verifier }: MockWorld,
  organizationKey: string,
  { definition, isFixture }: Source,
  options: { readonly allowFindings: boolean; readonly systems: readonly System[] },
): Promise<string> {
  const { version } = await publishBenchmark(callInMemory(service, organizationKey), definition, {
    ...options,
    // Fixtures have their own tests.
    checkFirst: !isFixture,
    verifier,
  })
  return `${definition.name}@${version}`
}

function readBase(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  const isWeb = url !== undefined && ['http:', 'https:'].includes(url.protocol)
  if (isWeb && url.search === '' && url.hash === '' && url.username === '') return url.href.replace(/\/+$/, '')
  throw new TypeError(`baseUrl must be an absolute URL like "https://carebench.test", got ${JSON.stringify(baseUrl)}.`)
}

interface Source {
  readonly definition: BenchmarkDefinition
  readonly isFixture: boolean
}

function readBenchmark(benchmark: MockBenchmark): Source {
  if (typeof benchmark !== 'string') return { definition: benchmark, isFixture: false }
  if (isFixtureName(benchmark)) return { definition: fixtures[benchmark], isFixture: true }
  throw new TypeError(`Unknown benchmark ${JSON.stringify(benchmark)}; known: ${fixtureNames.join(', ')}.`)
}
