import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Carebench, CarebenchSolver } from '@carebench/client'
import { checkRecord, parseRecord } from '@carebench/verifier'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { trustingFetch } from '../../calling/connection.js'
import { type LocalServer, startLocalServer } from '../../serving/local-server.js'
import { runInProcess } from '../../testing/run-in-process.js'

const folder = mkdtempSync(join(tmpdir(), 'carebench-record-'))
let server: LocalServer
let environment: NodeJS.ProcessEnv

beforeAll(async () => {
  server = await startLocalServer({ port: 0, host: '127.0.0.1', fixtures: [] })
  environment = {
    CAREBENCH_URL: server.url,
    CAREBENCH_CA: server.caFile,
    CAREBENCH_ORGANIZATION_KEY: server.organizationKey,
    CAREBENCH_SOLVER_KEY: server.solverKey,
  }
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function record(...argv: readonly string[]) {
  return runInProcess(['record', ...argv], { environment })
}

it('rejects the id of anything else before it calls the server, and reports the error of the server', async () => {
  const { code, err } = await record('bench_1')
  expect([code, err]).toEqual([2, expect.stringContaining('expected the id of a task run (tr_…) or of a run (run_…)')])
  const unknown = await record('tr_01ke6p4ym0yfmsjxs31h265cw2', '--output', join(folder, 'none.json'))
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('There is no such resource')])
  expect(() => readFileSync(join(folder, 'none.json'))).toThrow()
})

it('writes a record to a file or to stdout, with its environment or without', async () => {
  const id = await taskRun()
  const file = join(folder, 'record.json')
  expect(await record(id, '--output', file)).toMatchObject({ code: 0, out: '' })
  const saved = JSON.parse(readFileSync(file, 'utf8'))
  expect([saved.kind, saved.version, 'environment' in saved]).toEqual(['task-run', 1, true])
  expect(checkRecord(parseRecord(saved)).ok).toBe(true)
  const versionOf = async (...options: readonly string[]) => JSON.parse((await record(id, ...options)).out).version
  expect([await versionOf('--self-contained'), await versionOf('--no-self-contained')]).toEqual([1, 2])
  const { out } = await record(String(saved.about.benchmark_run_id), '--no-self-contained')
  expect(JSON.parse(out)).toMatchObject({ kind: 'benchmark-run', version: 2, task_runs: [{ version: 2 }] })
})

/** Completes a task run; returns its id. */
async function taskRun(): Promise<string> {
  const options = { baseUrl: server.url, fetch: trustingFetch(server.caFile) }
  const author = new Carebench({ ...options, apiKey: server.organizationKey })
  const environment = await author.call('createEnvironment', { body: { name: 'Desk' } })
  const benchmark = await author.call('createBenchmark', { body: { name: 'answer', environmentId: environment.id } })
  const task = await author.call('createTask', { body: { benchmarkId: benchmark.id, name: 'Answer' } })
  const assertion = { assert: 'output-match', fields: [{ path: 'a', expected: 1 }] }
  await author.call('createCriterion', { body: { taskId: task.id, label: 'Right', assertion } })
  const { version } = await author.call('publishBenchmarkVersion', {
    params: { id: benchmark.id },
    body: { allowFindings: true },
  })
  await author.waitForAudit({ id: benchmark.id, version })
  const solver = new CarebenchSolver({ ...options, solverKey: server.solverKey })
  const run = await solver.runs.create({ benchmark: `answer@${version}` })
  const [first] = run.tasks
  if (first === undefined) throw new Error('Expected a task.')
  await (await first.start()).complete({ output: { a: 1 } })
  return first.id
}
