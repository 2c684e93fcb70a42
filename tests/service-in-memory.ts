import type { Fetch } from '@carebench/client'
import { type BenchmarkDefinition, createManualClock, createSeededRandom } from '@carebench/protocol'
import {
  callInMemory,
  createDefaultSimulators,
  createIdSource,
  createMemoryStore,
  createRequest,
  createService,
  type ProvisionedOrganization,
  publishBenchmark,
  type Service,
} from '@carebench/service'

/** A service in this process whose organization owns one published benchmark. */
export interface ServiceInMemory extends ProvisionedOrganization {
  readonly service: Service
  /** Reaches the service under any base URL. */
  readonly fetch: Fetch
}

/** Nothing moves its clock. */
export async function createServiceInMemory(benchmark: BenchmarkDefinition): Promise<ServiceInMemory> {
  const clock = createManualClock(Date.parse('2026-03-02T18:00:00Z'))
  const random = createSeededRandom(1)
  const secret = new Uint8Array(32).fill(7)
  const service = createService({
    store: createMemoryStore(),
    clock,
    random,
    ids: createIdSource(clock, random),
    simulators: createDefaultSimulators(),
    secret,
    cursorKeys: [{ id: '1', secret }],
  })
  const organization = await service.provisionOrganization('Clinic')
  await publishBenchmark(callInMemory(service, organization.organizationKey), benchmark)
  const fetch: Fetch = async (url, { method, headers, body = '' }) => {
    const { pathname, search } = new URL(url)
    const bytes = new TextEncoder().encode(body)
    const answer = await service.handle(createRequest(method, pathname + search, headers, bytes))
    const content = answer.body instanceof Uint8Array ? new Uint8Array(answer.body) : answer.body
    return new Response(content, { status: answer.status, headers: answer.headers })
  }
  return { ...organization, service, fetch }
}
