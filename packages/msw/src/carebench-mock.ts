import { type FixtureName, fixtureNames, fixtures, isFixtureName } from '@carebench/fixtures'
import {
  type BenchmarkDefinition,
  isJsonOperationId,
  type JsonOperationId,
  operationsOf,
  type ProxyOperationId,
} from '@carebench/protocol'
import { callInMemory, defaultSystems, publishBenchmark, type System } from '@carebench/service'
import type { HttpHandler } from 'msw'
import { assertOperation, type Fault, FaultPlans, type FaultTarget, type OrderedFault } from './fault.js'
import { createMockFetch } from './mock-fetch.js'
import { type MockCall, MockGateway } from './mock-gateway.js'
import { createMockRuns, type MockCaller, type MockRuns } from './mock-runs.js'
import { MockWorld, type WorldState } from './mock-world.js'
import { createMswHandlers } from './msw-handlers.js'
import { type OrderedOverride, type Override, Overrides, type ProxyOverride } from './override.js'
import { prepareWorld } from './prepared-worlds.js'

/** A benchmark: the name of one in `@carebench/fixtures`, or a definition as `benchmark.json` has it. */
export type MockBenchmark = FixtureName | BenchmarkDefinition

export interface CarebenchMockOptions {
  /** What is published; default `'prior-auth'`. Several are published in this order. */
  readonly benchmark?: MockBenchmark | readonly MockBenchmark[] | undefined
  /** An integer that decides all ids, tokens and generated data; default 1. */
  readonly seed?: number | undefined
  /** Where the mock answers; default `https://carebench.test`. A path prefix is kept. */
  readonly baseUrl?: string | undefined
  /** What the clock shows at first, RFC 3339; default `2026-01-05T09:00:00.000Z`. It moves with `advance` only. */
  readonly now?: string | undefined
  /** True: publish although the audit of a benchmark finds errors. Default false. */
  readonly allowFindings?: boolean | undefined
  /** The simulated systems that environments can have; default `defaultSystems`. */
  readonly systems?: readonly System[] | undefined
}

/** The state of a mock's service, for {@link CarebenchMock.restore}. Says nothing else. */
export class MockSnapshot {
  readonly #state: WorldState

  constructor(state: WorldState) {
    this.#state = state
  }

  /** For the mock alone. */
  static stateOf(snapshot: MockSnapshot): WorldState {
    return snapshot.#state
  }
}

/** A carebench service in this process. Everything that it tells of the service has its keys as on the wire. */
export interface CarebenchMock {
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** For `setupServer(...mock.handlers)` and `setupWorker(...mock.handlers)` of msw. */
  readonly handlers: HttpHandler[]
  /** For the option `fetch` of a client: reaches the mock without msw, and nothing else. */
  readonly fetch: typeof globalThis.fetch
  /** The first benchmark, for example `prior-auth@1`. */
  readonly benchmark: string
  readonly organizationId: string
  /** An API key of the internal API, `vk_…`. */
  readonly organizationKey: string
  /** A Solver key, which creates runs, `vrl_slv_…`. */
  readonly solverKey: string
  /** Looks into the runs. */
  readonly runs: MockRuns
  /** The calls that reached the mock since it was made or reset, oldest first. */
  readonly calls: readonly MockCall[]
  /** What the clock shows, RFC 3339. */
  readonly now: string
  /** Calls an operation with the organization key, past faults and overrides. Rejects with an ApiError. */
  readonly call: MockCaller
  /** Publishes a further benchmark; answers its reference. It is gone after `reset`. */
  publish(benchmark: MockBenchmark): Promise<string>
  /**
   * Orders that calls go wrong: `mock.fail('completeTaskRun', { status: 503, times: 2 })`. Of several that fit a call, the
   * one ordered first happens. Throws a TypeError or RangeError for what cannot be ordered.
   */
  fail(target: FaultTarget, fault: Fault): OrderedFault
  /** Answers one operation by hand. The last one put in place counts. */
  override<K extends JsonOperationId>(operation: K, override: Override<K>): OrderedOverride
  override(operation: ProxyOperationId, override: ProxyOverride): OrderedOverride
  /** Moves the clock by seconds from 0 and settles what became due by then: timeouts, expired tokens. Answers `now`. */
  advance(seconds: number): Promise<string>
  /** Back to the state right after the mock was made; forgets faults, overrides and `calls`. */
  reset(): void
  /** Takes down the state of the service and its clock. */
  snapshot(): Promise<MockSnapshot>
  /** Goes on from a snapshot of this mock, as often as wanted. Faults, overrides and `calls` stay. */
  restore(snapshot: MockSnapshot): void
}

/**
 * Makes a carebench service inside this process: the service itself over a store in memory, not an imitation of it. With
 * equal options and calls it answers byte by byte the same. Rejects with a TypeError for options that cannot be used, and
 * with what publishing rejects with.
 *
 * ```ts
 * const mock = await carebenchMock({ benchmark: 'prior-auth', seed: 7 })
 * const server = setupServer(...mock.handlers)
 * ```
 */
export async function carebenchMock(options: CarebenchMockOptions = {}): Promise<CarebenchMock> {
  const { benchmark = 'prior-auth', seed = 1, now = '2026-01-05T09:00:00.000Z', allowFindings = false } = options
  const { systems = defaultSystems } = options
  const known = operationsOf(systems)
  const baseUrl = readBase(options.baseUrl ?? 'https://carebench.test')
  if (!Number.isSafeInteger(seed)) throw new TypeError(`seed must be an integer, got ${seed}.`)
  if (Number.isNaN(Date.parse(now))) throw new TypeError(`now must be a time like 2026-01-05T09:00:00Z, got ${now}.`)
  const definitions = [benchmark].flat().map(readBenchmark)

  const names = [benchmark].flat().filter((one) => typeof one === 'string')
  // A definition of one's own may be changed between two mocks.
  const isKept = names.length === definitions.length && systems === defaultSystems
  const prepared = await prepareWorld(
    isKept ? JSON.stringify([names, seed, Date.parse(now), allowFindings]) : null,
    async () => {
      const empty = MockWorld.create(systems, seed, Date.parse(now))
      const keys = await empty.service.provisionOrganization('Mock clinic')
      const references: string[] = []
      for (const definition of definitions) {
        references.push(await publishTo(empty, keys.organizationKey, definition, { allowFindings, systems }))
      }
      return { keys, references, beginning: await empty.capture() }
    },
  )
  const { beginning, references } = prepared
  const { organizationId, organizationKey, solverKey } = prepared.keys
  let world = MockWorld.of(beginning)
  const call: MockCaller = (operation, input = {}) => callInMemory(world.service, organizationKey)(operation, input)

  const faults = new FaultPlans(known)
  const overrides = new Overrides()
  const gateway = new MockGateway(() => world, systems, faults, overrides)
  return {
    baseUrl,
    handlers: createMswHandlers(gateway, baseUrl),
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
      // The overloads say which kind of override belongs to an operation.
      return isJsonOperationId(operation)
        ? overrides.addJson(operation, override as Override<typeof operation>)
        : overrides.addProxy(operation as ProxyOperationId, override as ProxyOverride)
    },
    async advance(seconds) {
      const { now } = await call('advanceClock', { body: { advance_seconds: seconds } })
      return now
    },
    reset() {
      world = MockWorld.of(beginning)
      faults.clear()
      overrides.clear()
      gateway.calls = []
    },
    snapshot: async () => new MockSnapshot(await world.capture()),
    restore(snapshot) {
      world = MockWorld.of(MockSnapshot.stateOf(snapshot))
    },
  }
}

async function publishTo(
  { service, verifier }: MockWorld,
  organizationKey: string,
  definition: BenchmarkDefinition,
  options: { readonly allowFindings: boolean; readonly systems: readonly System[] },
): Promise<string> {
  const { version } = await publishBenchmark(callInMemory(service, organizationKey), definition, {
    ...options,
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

function readBenchmark(benchmark: MockBenchmark): BenchmarkDefinition {
  if (typeof benchmark !== 'string') return benchmark
  if (isFixtureName(benchmark)) return fixtures[benchmark]
  throw new TypeError(`There is no benchmark ${JSON.stringify(benchmark)}; there are: ${fixtureNames.join(', ')}.`)
}
