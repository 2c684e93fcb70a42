import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Report, runConformance } from '@carebench/conformance'
import { createManualClock } from '@carebench/protocol'
import { createServer } from '@carebench/server'
import {
  callInMemory,
  createDefaultSimulators,
  createIdSource,
  createMemoryStore,
  createService,
  publishBenchmark,
  secureRandom,
} from '@carebench/service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
import { clinicBenchmark } from '../contract/clinic-benchmark.js'

// The command against a server of ours over TLS, as a team runs it.

const folder = mkdtempSync(join(tmpdir(), 'carebench-conformance-'))
let url: string
let environment: NodeJS.ProcessEnv
let keys: { readonly organizationKey: string; readonly solverKey: string }
let close: () => Promise<void>

beforeAll(async () => {
  const clock = createManualClock(Date.parse('2026-03-02T18:00:00Z'))
  const secret = new Uint8Array(32).fill(7)
  const service = createService({
    store: createMemoryStore(),
    clock,
    testingClock: clock,
    random: secureRandom,
    ids: createIdSource(clock, secureRandom),
    simulators: createDefaultSimulators(),
    secret,
    cursorKeys: [{ id: '1', secret }],
  })
  keys = await service.provisionOrganization('Alder Creek')
  const other = await service.provisionOrganization('Birch Hill')
  await publishBenchmark(callInMemory(service, keys.organizationKey), clinicBenchmark())
  const server = createServer({ service, nextRequestId: () => crypto.randomUUID() })
  close = () => server.close({ graceMs: 0 })
  const listening = await server.listen({ port: 0 })
  url = listening.url
  const ca = join(folder, 'ca.pem')
  writeFileSync(ca, listening.caPem)
  environment = {
    CAREBENCH_CA: ca,
    CAREBENCH_ORGANIZATION_KEY: keys.organizationKey,
    CAREBENCH_SOLVER_KEY: keys.solverKey,
    CAREBENCH_OTHER_ORGANIZATION_KEY: other.organizationKey,
    CAREBENCH_OTHER_SOLVER_KEY: other.solverKey,
  }
}, 60_000)
afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})

const check = async (...options: readonly string[]) => {
  const ended = await runInProcess(['conformance', url, '--rate', '100000', '--json', ...options], { environment })
  return { ...ended, report: JSON.parse(ended.out) as Report }
}
const wrongIn = ({ results }: Report) =>
  results
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'untestable')
    .map(({ id, cause }) => `${id}: ${cause}`)
const capabilities = new URL('./capabilities.json', import.meta.url).pathname

describe('over TLS', () => {
  it('our server conforms with the profile extended', async () => {
    const { code, report } = await check('--profile', 'extended', '--capabilities', capabilities)
    expect(wrongIn(report)).toEqual([])
    expect(code).toBe(0)
    expect(report.leftovers.filter((left) => !/^\/(environments|simulators|datasets)\//.test(left))).toEqual([])
  }, 120_000)

  it('our server conforms with the profile core, given a benchmark, and no token is told', async () => {
    const files = ['report.json', 'report.xml', 'report.html'].map((name) => join(folder, name))
    const { code, report, out } = await check(
      '--capabilities',
      capabilities,
      '--benchmark',
      'clinic@1',
      '--junit',
      files[1] ?? '',
      '--html',
      files[2] ?? '',
    )
    expect(report.results.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    expect(code).toBe(0)
    expect(report.counts.passed).toBeGreaterThan(100)
    expect(out).not.toMatch(new RegExp(`${keys.organizationKey}|${keys.solverKey}|vrl_run_[0-9A-Za-z]{20}`))
  }, 60_000)
})

describe('an interrupted run', () => {
  it('removes what it has made', async () => {
    const controller = new AbortController()
    const { nodeFetch } = await import('@carebench/client/node')
    const { readFileSync } = await import('node:fs')
    const fetch = nodeFetch({ ca: readFileSync(environment.CAREBENCH_CA ?? '', 'utf8') })
    const names = async () => {
      const answer = await fetch(`${url}/benchmarks?limit=100`, {
        headers: { authorization: `Bearer ${keys.organizationKey}` },
      })
      return JSON.stringify(await answer.json())
    }
    const report = await runConformance({
      baseUrl: url,
      profile: 'core',
      keys: { organization: keys.organizationKey },
      fetch: fetch as never,
      perSecond: 10_000,
      only: ['pagination'],
      runId: 'stopped',
      onProgress: ({ requests }) => {
        if (requests > 50) controller.abort(new Error('enough'))
      },
      signal: controller.signal,
    })
    expect([report.interrupted, report.leftovers]).toEqual([true, []])
    expect(await names()).not.toContain('conformance-stopped')
  }, 60_000)
})
