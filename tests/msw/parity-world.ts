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
import { makeCalls } from '../../packages/service/src/testing/service-under-test.js'
import { furnish, type Tenant } from '../../packages/service/src/testing/two-organizations.js'

/** One of the two that are compared: the server or the mock, each at its own address. */
export interface Side {
  readonly name: string
  readonly baseUrl: string
  readonly fetch: typeof fetch
  readonly organizationKey: string
  readonly solverKey: string
  close(): Promise<void>
}

/** A response without what depends on the transport: hop-by-hop headers, the date and what TLS adds. */
export interface SeenAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const ofTransport = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date', 'strict-transport-security'])

/**
 * The real server over TLS, assembled by hand to match the documentation of a mock with the same seed: ids and seeds
 * drawn as by `carebench serve --seed`, tokens from a separate stream, and a stopped clock.
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
  // As in a mock: between two calls, all audits are done.
  const audited: Service = {
    ...service,
    async handle(request) {
      await service.finishAudits()
      return service.handle(request)
    },
  }
  const server = createServer({ service: audited })
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
  // The addresses have the same length, so that responses that contain them do too.
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

/** Sends a request and reads the whole response. */
export async function ask(side: Side, target: string, init: RequestInit): Promise<SeenAnswer> {
  const response = await side.fetch(side.baseUrl + target, init)
  // Responses may differ in the address only.
  const withoutAddress = (text: string) => text.replaceAll(side.baseUrl, 'https://side')
  const headers = [...response.headers]
    .filter(([name]) => !ofTransport.has(name))
    .map(([name, value]) => [name, withoutAddress(value)] as const)
  return { status: response.status, headers: Object.fromEntries(headers), body: withoutAddress(await response.text()) }
}

/** Gives the organization of a side a resource of every kind, by ordinary calls. */
export function furnishSide(side: Side, name: string): Promise<Tenant> {
  const service: Pick<Service, 'handle'> = {
    async handle({ method, target, headers, readBody, hasBody }) {
      const body = hasBody === false ? null : new Uint8Array(await readBody(Number.POSITIVE_INFINITY))
      return ask(side, target, { method, headers, body })
    },
  }
  return furnish({ service, ...makeCalls(service, side.solverKey) }, side, name)
}
