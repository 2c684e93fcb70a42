import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report } from '@carebench/conformance'
import { createManualClock, type ManualClock } from '@carebench/protocol'
import { createServer, workstationPages } from '@carebench/server'
import {
  callInMemory,
  createIdSource,
  createMemoryStore,
  createOperatorKey,
  createService,
  defaultSystems,
  publishBenchmark,
  type Service,
  secureRandom,
} from '@carebench/service'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
import { smallBenchmark } from '../../packages/service/src/testing/small-benchmark.js'

/** Our server over TLS, and the command that checks it, as a user runs it. */
export interface TlsTarget {
  readonly url: string
  /** Keys and certificate in the form that the command reads. */
  readonly environment: Readonly<Record<string, string>>
  /** A temporary folder, removed when the target is closed. */
  readonly folder: string
  /** Runs `carebench conformance` with the capabilities of our server. */
  check(...options: readonly string[]): Promise<{ code: number; out: string; report: Report }>
  close(): Promise<void>
}

const capabilities = new URL('./capabilities.json', import.meta.url).pathname

export interface TlsTargetOptions {
  /** Creates the service on a clock that the kit advances. Default: a service in memory. */
  readonly create?: (clock: ManualClock, operatorKey: string) => Service
}

/** Starts the server. */
export async function startTlsTarget({ create = createInMemory }: TlsTargetOptions = {}): Promise<TlsTarget> {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-conformance-'))
  const clock = createManualClock(Date.parse('2026-03-02T18:00:00Z'))
  const operatorKey = createOperatorKey()
  const service = create(clock, operatorKey)
  const own = await service.provisionOrganization('Alder Creek')
  await publishBenchmark(callInMemory(service, own.organizationKey), smallBenchmark())
  const server = createServer({ service, nextRequestId: () => crypto.randomUUID() })
  const { url, caPem } = await server.listen({ port: 0 })
  const ca = join(folder, 'ca.pem')
  writeFileSync(ca, caPem)
  const environment = {
    CAREBENCH_CA: ca,
    CAREBENCH_ORGANIZATION_KEY: own.organizationKey,
    CAREBENCH_SOLVER_KEY: own.solverKey,
    CAREBENCH_OPERATOR_KEY: operatorKey,
  }
  return {
    url,
    environment,
    folder,
    async check(...options) {
      const fixed = ['--rate', '100000', '--json', '--capabilities', capabilities]
      const { code, out } = await runInProcess(['conformance', url, ...fixed, ...options], { environment })
      return { code, out, report: JSON.parse(out) }
    },
    async close() {
      await server.close({ graceMs: 0 })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function createInMemory(clock: ManualClock, operatorKey: string): Service {
  const secret = new Uint8Array(32).fill(7)
  return createService({
    store: createMemoryStore(),
    clock,
    testingClock: clock,
    random: secureRandom,
    ids: createIdSource(clock, secureRandom),
    systems: defaultSystems,
    workstation: workstationPages,
    operatorKey,
    secret,
    cursorKeys: [{ id: '1', secret }],
  })
}
