import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createOpenApi } from '@carebench/protocol/openapi'
import { defaultSystems } from '@carebench/service'
import { build } from 'esbuild'
import { generateSource } from 'oazapfts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BenchmarkTestbed, createBenchmarkTestbed } from '../benchmark-testbed.js'
import { textAt } from '../contract/contract-testbed.js'

const base = 'https://carebench.example.org'
// Next to the test, so that the generated code finds its runtime.
const folder = mkdtempSync(join(import.meta.dirname, 'generated-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The functions of the generated client that the test uses. */
interface GeneratedClient {
  readonly defaults: { baseUrl: string; fetch: typeof fetch }
  createBenchmarkRun(body: object, headers: object, options: object): Promise<{ status: number; data: unknown }>
  startTaskRun(id: string, options: object): Promise<{ status: number; data: unknown }>
  completeTaskRun(id: string, body: object, options: object): Promise<{ status: number; data: unknown }>
  runFhirSearchType(
    id: string,
    type: string,
    query: object,
    options: object,
  ): Promise<{ status: number; data: unknown }>
  listBenchmarks(query: object, options: object): Promise<{ status: number; data: unknown }>
}

let testbed: BenchmarkTestbed
let client: GeneratedClient
const source = join(folder, 'client.ts')

beforeAll(async () => {
  testbed = await createBenchmarkTestbed()
  const document = join(folder, 'openapi.json')
  writeFileSync(document, JSON.stringify(createOpenApi(defaultSystems)))
  writeFileSync(source, await generateSource(document))
  const outfile = join(folder, 'client.mjs')
  await build({
    entryPoints: [source],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['main'],
    outfile,
  })
  client = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as GeneratedClient
  client.defaults.baseUrl = base
  client.defaults.fetch = testbed.fetch
})

const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

it('a client generated from the document compiles in strict mode', () => {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  const options = ['--strict', '--noEmit', '--target', 'es2023', '--lib', 'es2023,dom,dom.iterable']
  const modules = ['--module', 'nodenext', '--moduleResolution', 'nodenext', '--types', '', '--ignoreConfig']
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, ...modules, source], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, ''])
})

it('a client generated from the document creates, starts and completes a run', async () => {
  const created = await client.createBenchmarkRun({ benchmark: 'prior-auth@1' }, {}, as(testbed.solverKey))
  expect(created.status).toBe(201)
  const run = textAt(created.data, 'benchmark_run_id')
  const taskRun = textAt(created.data, 'task_runs', 0, 'id')
  const token = as(textAt(created.data, 'bearer_token'))
  expect((await client.startTaskRun(taskRun, token)).status).toBe(200)
  const found = await client.runFhirSearchType(run, 'Patient', { count: 2 }, token)
  expect([found.status, textAt(found.data, 'resourceType')]).toEqual([200, 'Bundle'])
  const completed = await client.completeTaskRun(taskRun, { output: null }, token)
  expect([completed.status, textAt(completed.data, 'verdict')]).toEqual([200, 'fail'])
})

it('a client generated from the document reports error responses', async () => {
  const refused = await client.listBenchmarks({ limit: 1 }, as('vk_wrong'))
  expect([refused.status, textAt(refused.data, 'error', 'code')]).toEqual([401, 'UNAUTHORIZED'])
})
