import { hash } from 'node:crypto'
import { fixtureAudits, fixtures } from '@carebench/fixtures'
import { createManualClock, createSeededRandom } from '@carebench/protocol'
import { workstationPages } from '@carebench/server'
import {
  callInMemory,
  createIdSource,
  createMemoryStore,
  createService,
  defaultSystems,
  publishBenchmark,
  type Service,
} from '@carebench/service'
import { expect, inject, it } from 'vitest'
import { measureStretches } from '../../tools/bench/worst/stretches.js'
import { type FuzzReport, fuzzByOpenApi } from './openapi-fuzzer.js'

const operatorKey = `vop_${'0'.repeat(43)}`

/** A benchmark with every system, so that a run can reach every operation. */
const everySystem = {
  name: 'every-system',
  environment: {
    name: 'Every system',
    simulators: defaultSystems.map(({ type }) => ({ type, name: type })),
    datasets: [{ type: 'FHIR', name: 'patients', config: { generator: { seed: 7, patients: 3 } } }],
  },
  tasks: [{ name: 'anything', criteria: [] }],
}

/** A request, and the most CPU that it used before others had a turn, in milliseconds. */
interface Slow {
  readonly request: string
  readonly longest: number
}

/** Returns the service with a handler that measures each request and keeps the slowest ones. */
function measured(service: Service, slowest: Slow[]): Service {
  const handle: Service['handle'] = async (request) => {
    const { result, cost } = await measureStretches(() => service.handle(request))
    slowest.push({
      request: `${request.method} ${request.target.slice(0, 120)} (${result.status})`,
      longest: cost.longest,
    })
    slowest.sort((one, other) => other.longest - one.longest).splice(10)
    return result
  }
  return { ...service, handle }
}

// CAREBENCH_FUZZ sets the number of requests, and prints how each operation was answered and which requests held the
// thread longest; CAREBENCH_FUZZ_SEED sets the seed.
it('responds as its OpenAPI document says, whatever is sent', async () => {
  const requests = Number(process.env.CAREBENCH_FUZZ ?? 100 * inject('scale'))
  const seed = Number(process.env.CAREBENCH_FUZZ_SEED ?? 1)
  const secret = new Uint8Array(32).fill(7)
  const random = createSeededRandom(seed)
  const clock = createManualClock()
  const service = createService({
    store: createMemoryStore(),
    clock,
    random,
    seeds: createSeededRandom(1),
    ids: createIdSource(clock, random),
    systems: defaultSystems,
    workstation: workstationPages,
    operatorKey,
    secret,
    cursorKeys: [{ id: '1', secret }],
    knownAudits: Object.values(fixtureAudits),
    pause: async () => undefined,
    sleep: async () => undefined,
  })
  const keys = await service.provisionOrganization('Alder Creek')
  for (const name of ['referral', 'prior-auth', 'lab-results', 'claims-followup'] as const) {
    await publishBenchmark(callInMemory(service, keys.organizationKey), fixtures[name])
  }
  await publishBenchmark(callInMemory(service, keys.organizationKey), everySystem, { allowFindings: true })
  const secrets = [Buffer.from(secret).toString('hex'), hash('sha256', keys.organizationKey)]
  const afterEach = async () => {
    clock.advance(10)
    // The same number of requests after each publishing, whatever the audit takes.
    await service.finishAudits()
  }
  const isPrinted = process.env.CAREBENCH_FUZZ !== undefined
  const slowest: Slow[] = []
  const report = await fuzzByOpenApi(
    isPrinted ? measured(service, slowest) : service,
    { ...keys, operatorKey, secrets },
    { requests, seed, afterEach },
  )
  if (isPrinted)
    process.stdout.write(
      writeTable(report) + slowest.map(({ request, longest }) => `${longest.toFixed(1)} ms: ${request}\n`).join(''),
    )
  expect(report.findings).toEqual([])
  expect(succeeded(report.statuses)).toBeGreaterThan(requests / 3)
})

function succeeded(statuses: Readonly<Record<string, number>>): number {
  return Object.entries(statuses).reduce((sum, [status, count]) => sum + (/^2/.test(status) ? count : 0), 0)
}

/**
 * Writes a line for all requests, and one for each operation: the number of requests, the share of 2xx, and the count
 * of each status.
 */
function writeTable({ statuses, operations }: FuzzReport): string {
  const lines = [['all', statuses] as const, ...Object.entries(operations).sort()].map(([operation, counts]) => {
    const count = Object.values(counts).reduce((sum, one) => sum + one, 0)
    const share = `${Math.round((100 * succeeded(counts)) / count)} %`
    return `${operation}: ${count}, ${share} 2xx; ${Object.entries(counts)
      .map(([status, times]) => `${status}: ${times}`)
      .join(', ')}`
  })
  return `${lines.join('\n')}\n`
}
