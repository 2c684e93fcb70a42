import { nodeFetch } from '@carebench/client/node'
import { carebenchMock } from '@carebench/msw'
import { type BenchmarkDefinition, createManualClock, createSeededRandom } from '@carebench/protocol'
import { createServer } from '@carebench/server'
import {
  callInMemory,
  createIdSource,
  createMemoryStore,
  createService,
  defaultSystems,
  publishBenchmark,
  type Service,
  type Store,
} from '@carebench/service'
import { setupServer } from 'msw/node'
import { callsOf } from '../../packages/service/src/testing/service-under-test.js'
import { furnish, type Tenant } from '../../packages/service/src/testing/two-organizations.js'

/** Something that answers as carebench does, under an address of its own. */
export interface Side {
  readonly name: string
  readonly baseUrl: string
  readonly fetch: typeof fetch
  readonly organizationKey: string
  readonly solverKey: string
  close(): Promise<void>
}

/** An answer, without what belongs to its transport: hop-by-hop headers, the date and what TLS adds. */
export interface SeenAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const ofTransport = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date', 'strict-transport-security'])

/**
 * The server itself over TLS, assembled by hand as the documentation says that a mock of the same seed is: ids and seeds as
 * `carebench serve --seed` draws them, tokens from a stream of their own, on a clock that stands still.
 */
export async function startServer(
  benchmark: BenchmarkDefinition,
  seed: number,
  store: Store = createMemoryStore(),
): Promise<Side> {
  const clock = createManualClock()
  const secret = new Uint8Array(32).fill(7)
  const service = createService({
    store,
    clock,
    testingClock: clock,
    random: createSeededRandom(seed, 3),
    seeds: createSeededRandom(seed, 1),
    ids: createIdSource(clock, createSeededRandom(seed, 2)),
    systems: defaultSystems,
    secret,
    cursorKeys: [{ id: '1', secret }],
  })
  const { organizationKey, solverKey } = await service.provisionOrganization('Mock clinic')
  await publishBenchmark(callInMemory(service, organizationKey), benchmark)
  const server = createServer({ service })
  const { url, caPem } = await server.listen({ port: 0 })
  return {
    name: 'server',
    baseUrl: url,
    fetch: nodeFetch({ ca: caPem, connections: 1 }),
    organizationKey,
    solverKey,
    close: () => server.close({ graceMs: 0 }),
  }
}

/** A mock of a server, reached through msw or through its own `fetch`. */
export async function startMock(
  { baseUrl }: Side,
  benchmark: BenchmarkDefinition,
  seed: number,
  through: 'msw' | 'mock.fetch',
) {
  // Answers that tell the address shall be of one length.
  const mock = await carebenchMock({ benchmark, seed, baseUrl: baseUrl.replace('127.0.0.1', '127.0.0.2') })
  const interceptor = through === 'msw' ? setupServer(...mock.handlers) : null
  interceptor?.listen({ onUnhandledRequest: 'bypass' })
  const side: Side = {
    name: through,
    baseUrl: mock.baseUrl,
    fetch: through === 'msw' ? (input, init) => globalThis.fetch(input, init) : mock.fetch,
    organizationKey: mock.organizationKey,
    solverKey: mock.solverKey,
    close: async () => interceptor?.close(),
  }
  return { mock, side }
}

/** Sends a request, and reads all of the answer. */
export async function ask(side: Side, target: string, init: RequestInit): Promise<SeenAnswer> {
  const response = await side.fetch(side.baseUrl + target, init)
  // Answers that tell the address differ in nothing else.
  const withoutAddress = (text: string) => text.replaceAll(side.baseUrl, 'https://side')
  const headers = [...response.headers]
    .filter(([name]) => !ofTransport.has(name))
    .map(([name, value]) => [name, withoutAddress(value)] as const)
  return { status: response.status, headers: Object.fromEntries(headers), body: withoutAddress(await response.text()) }
}

/** Gives the organization of a side a resource of every kind, by calls that go the way of all others. */
export function furnishSide(side: Side, name: string): Promise<Tenant> {
  const service: Pick<Service, 'handle'> = {
    async handle({ method, target, headers, readBody, hasBody }) {
      const body = hasBody === false ? null : new Uint8Array(await readBody(Number.POSITIVE_INFINITY))
      return ask(side, target, { method, headers, body })
    },
  }
  return furnish({ service, ...callsOf(service, side.solverKey) }, side, name)
}
