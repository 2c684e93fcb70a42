import { setTimeout } from 'node:timers/promises'
import { type ConformanceFetch, type ConformanceOptions, type Report, runConformance } from '@carebench/conformance'
import { wireExchanges } from '@carebench/conformance/node'
import { type BenchmarkDefinition, createManualClock, type ManualClock } from '@carebench/protocol'
import { type ChannelService, type Channels, createChannels } from '@carebench/server/channels'
import { callInMemory, createRequest, publishBenchmark, type Service } from '@carebench/service'
import { freePort } from '../free-port.js'
import { createInMemoryService, operatorKey } from '../in-memory-service.js'
import type { Answered, Asked, BrokenServer } from './broken-server.js'

/** Options of a run against a service in this process. */
export interface InMemoryRun extends Partial<ConformanceOptions> {
  /** A layer between the kit and the service. */
  readonly broken?: Pick<BrokenServer, 'create' | 'wired'>
  /** Whether the service has channels, on ports of this machine. */
  readonly wired?: BrokenServer['wired']
  /** The benchmark that the kit runs, as with `--benchmark`, if it publishes none itself. */
  readonly published?: BenchmarkDefinition
  /** Default: a new service. */
  readonly create?: (clock: ManualClock, wires: Channels | undefined) => Service
}

/** Runs the kit against a service in this process, and advances its clock. */
export async function checkInMemory({
  broken,
  wired = broken?.wired ?? false,
  published,
  create = (clock, wires) => createInMemoryService(clock, undefined, wires && { wires }),
  ...options
}: InMemoryRun = {}): Promise<Report> {
  const clock = createManualClock(Date.parse('2026-03-02T18:00:00Z'))
  const only = wired === 'sparsely' ? await freePort() : 0
  const wires = wired
    ? await createChannels({
        kinds: wired === 'sparsely' ? ['mllp'] : ['mllp', 'sftp', 'sms-api', 'fax-api'],
        address: '127.0.0.1',
        ports: wired === 'sparsely' ? { from: only, to: only } : 'any',
        hostKeySeed: new Uint8Array(32).fill(5),
        limits: { portRestMs: 0 },
        service: () => wiredService,
      })
    : undefined
  const service = create(clock, wires)
  const own = await service.provisionOrganization('Alder Creek')
  const publication = published && (await publishBenchmark(callInMemory(service, own.organizationKey), published))
  const through = broken?.create()
  const handle = async ({ method, target, headers, body }: Asked): Promise<Answered> =>
    service.handle(createRequest(method, target, headers, body))
  const ask = through === undefined ? handle : (asked: Asked) => through(asked, handle)
  // Requests from channels pass through the broken layer, too.
  const wiredService: ChannelService = {
    ...service,
    async handle(request) {
      if (through === undefined) return service.handle(request)
      const { method, target, headers } = request
      const body = await request.readBody(Number.POSITIVE_INFINITY)
      return through({ method, target, headers, body, byWire: true }, async (asked) =>
        service.handle({
          ...createRequest(asked.method, asked.target, asked.headers, asked.body),
          agent: request.agent,
        }),
      )
    },
  }
  const fetch: ConformanceFetch = async (url, { method, headers, body }) => {
    const { pathname, search, host } = new URL(url)
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array())
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    const answered = await ask({ method, target: pathname + search, headers: { host, ...lower }, body: bytes })
    const sent = method === 'HEAD' || answered.status === 204 ? null : answered.body
    return new Response(sent as string | null, { status: answered.status, headers: answered.headers })
  }
  const report = await runConformance({
    baseUrl: 'https://carebench.example.org',
    profile: 'extended',
    keys: { organization: own.organizationKey, solver: own.solverKey, operator: operatorKey },
    fetch,
    perSecond: Number.POSITIVE_INFINITY,
    inFlight: 8,
    advance: async (seconds) => {
      clock.advance(seconds * 1000)
      await service.settleDue()
    },
    // The kit waits for audits, or else for ports.
    sleep: async (milliseconds) => {
      await service.finishAudits()
      if (wired) await setTimeout(milliseconds)
    },
    exchange: wireExchanges(),
    plain: async () => ({ status: 400, text: '{"error":{"code":"HTTPS_REQUIRED","message":"m"}}', closed: true }),
    runId: 'r1',
    cleanUp: false,
    ...(published && publication && { benchmark: `${published.name}@${publication.version}` }),
    ...options,
  })
  await wires?.close()
  return report
}

/** Lists the requirements that failed or passed with a warning, and why. */
export function wrongIn({ results }: Report): readonly string[] {
  return results
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'warned')
    .map(({ id, cause }) => `${id}: ${cause}`)
}

/** Lists the requirements that could not be tested, and why; `--strict` does not accept them. */
export function untriedIn({ results }: Report): readonly string[] {
  return results.filter(({ outcome }) => outcome === 'untestable').map(({ id, cause }) => `${id}: ${cause}`)
}

/** Returns the findings of random requests to a service in this process. */
export async function findingsOfFuzzing(runs: number, broken?: BrokenServer['create']): Promise<Report['findings']> {
  const layer = broken && { broken: { create: broken } }
  return (await checkInMemory({ ...layer, only: ['none'], fuzz: { runs, seed: 7 } })).findings
}
