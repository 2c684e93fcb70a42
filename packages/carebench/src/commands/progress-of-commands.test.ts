import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalServer, startLocalServer } from '../serving/local-server.js'
import { doneCriterion, makeEvidence, makeRunRecord, makeTaskRecord } from '../testing/make-records.js'
import { runInProcess } from '../testing/run-in-process.js'

const folder = mkdtempSync(join(tmpdir(), 'carebench-progress-'))
const benchmark = join(folder, 'visits')
let server: LocalServer
let environment: NodeJS.ProcessEnv

beforeAll(async () => {
  await runInProcess(['init', benchmark])
  server = await startLocalServer({ port: 0, host: '127.0.0.1', fixtures: [] })
  environment = {
    CAREBENCH_URL: server.url,
    CAREBENCH_CA: server.caFile,
    CAREBENCH_ORGANIZATION_KEY: server.organizationKey,
  }
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function write(name: string, value: unknown): string {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(value))
  return file
}

const record = write(
  'record.json',
  makeRunRecord([makeTaskRecord({ name: 'first' }), makeTaskRecord({ name: 'second' })]),
)
const other = write('other.json', makeRunRecord([makeTaskRecord()], { id: 'run_2' }))
const criteria = write('criteria.json', [doneCriterion])
const evidence = write('evidence.json', makeEvidence('done'))

const erase = '\r\u001b[2K'

describe.each([
  ['audit', () => [benchmark], 'Auditing 1 task of visits'],
  ['validate', () => [benchmark], `Validating ${join(benchmark, 'benchmark.json')}`],
  ['publish', () => [benchmark, '--allow-findings'], 'Auditing visits'],
  [
    'conformance',
    () => [server.url, '--only', 'transport.head', '--rate', '10000'],
    'Reading with an organization key',
  ],
  ['regrade', () => [record], '2/2 Judging second'],
  ['replay', () => [record], '1/2 Replaying first'],
  ['report', () => [record, other], `1/2 Reading ${record}`],
  ['verify', () => [criteria, evidence], `Scoring ${evidence}`],
  ['demo', () => ['--agent', 'idle', '--benchmark', 'eligibility'], 'Publishing eligibility'],
] as const)('carebench %s', (command, args, step) => {
  it('shows progress on a line that is removed at the end', async () => {
    const { out, err } = await runInProcess([command, ...args()], { errColumns: 200, environment })
    const lines = err.split(erase)
    expect(lines.filter((line) => line.startsWith(step)).length).toBeGreaterThan(0)
    expect(lines.at(-1)).not.toContain(step)
    expect(out).not.toContain(step)
  })

  it('shows no progress to a machine', async () => {
    const { err } = await runInProcess([command, ...args(), '--json'], { errColumns: 200, environment })
    // The record has no log to replay, which is an error.
    expect(err.replace(/^carebench: .*\n$/, '')).toBe('')
  })
})
