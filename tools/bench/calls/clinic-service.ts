import { hash } from 'node:crypto'
import { type BenchmarkDefinition, type Clock, createSeededRandom, systemClock } from '@carebench/protocol'
import {
  callInMemory,
  createIdSource,
  createMemoryStore,
  createRequest,
  createService,
  defaultSystems,
  publishBenchmark,
  type Service,
  secureRandom,
  textOfBody,
} from '@carebench/service'

/** A service in memory on which a benchmark is published, with the keys of its organization. */
interface ClinicService {
  readonly service: Service
  readonly solverKey: string
  readonly organizationKey: string
  /** Makes a call and returns its JSON. Throws an Error for a status of 400 or more. */
  call(token: string, method: string, target: string, body?: object): Promise<ReturnType<typeof JSON.parse>>
}

/** Creates a service in memory and publishes a benchmark on it. The audit of the benchmark is stopped. */
export async function createClinicService(
  definition: BenchmarkDefinition,
  clock: Clock = systemClock,
): Promise<ClinicService> {
  const secret = new Uint8Array(32).fill(7)
  const service = createService({
    store: createMemoryStore(),
    clock,
    random: secureRandom,
    sha256: (text) => hash('sha256', text),
    ids: createIdSource(clock, createSeededRandom(7)),
    systems: defaultSystems,
    secret,
    cursorKeys: [{ id: '1', secret }],
  })
  const { organizationKey, solverKey } = await service.provisionOrganization('Sample clinic')
  await publishBenchmark(callInMemory(service, organizationKey), definition, { allowFindings: true })
  service.stopAudits()
  return {
    service,
    solverKey,
    organizationKey,
    async call(token, method, target, body) {
      const bytes = body && new TextEncoder().encode(JSON.stringify(body))
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
      const response = await service.handle(createRequest(method, target, headers, bytes))
      const text = textOfBody(response)
      if (response.status >= 400) throw new Error(`${method} ${target} was answered ${response.status}: ${text}`)
      return JSON.parse(text)
    },
  }
}
