import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type OpenedBenchmark, openHere } from '../../running/benchmark-source.js'
import { startTaskServer } from './task-server.js'

const benchmark = {
  name: 'answers',
  environment: { name: 'Desk', simulators: [{ type: 'Files', name: 'Inbox' }], datasets: [] },
  tasks: [
    {
      name: 'Report six times seven',
      task_item: { instruction: 'Report six times seven.' },
      criteria: [
        { label: 'It is 42', assertion: { assert: 'output-match', fields: [{ path: 'answer', expected: 42 }] } },
      ],
    },
  ],
}

const folder = mkdtempSync(join(tmpdir(), 'carebench-serve-task-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const key = 'key-of-the-verifier'
let opened: OpenedBenchmark

beforeAll(async () => {
  const file = join(folder, 'benchmark.json')
  writeFileSync(file, JSON.stringify(benchmark))
  const silent = () => {}
  const terminal = { out: silent, err: silent, isTTY: false, errColumns: undefined, environment: {}, now: () => 0 }
  const progress = { step: silent, detail: silent, note: silent, clear: silent, finish: silent }
  opened = await openHere(file, { terminal, progress: progress as never })
})

async function start() {
  const { service, benchmark: published } = opened
  const results = mkdtempSync(join(folder, 'results-'))
  const server = await startTaskServer({
    folder: results,
    service,
    benchmark: published,
    task: 'Report six times seven',
    host: '127.0.0.1',
    port: 0,
    verifierKey: key,
  })
  onTestFinished(server.close)
  const call = async (name: string, args: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const response = await fetch(`${server.url}/mcp`, { method: 'POST', headers, body })
    return { status: response.status, text: await response.text() }
  }
  const verify = (token: string) =>
    fetch(`${server.url}/verify`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  return { server, call, verify }
}

it('serves the tools without a token, and returns the result only to the verifier', async () => {
  const { server, call, verify } = await start()
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
  expect((await fetch(`${server.url}/verify`)).status).toBe(404)
  expect((await verify('another key')).status).toBe(401)
  expect((await call('start_task', {})).text).toContain('Report six times seven.')
  const submitted = await call('submit', { output: { answer: 42 } })
  expect(submitted.text).not.toContain('verdict')
  const verified = await verify(key)
  expect(await verified.json()).toEqual({ reward: 1, score: 1 })
  // A repeated request gets the same response, and the agent can do nothing more.
  expect(await (await verify(key)).json()).toMatchObject({ reward: 1 })
  expect(await call('submit', { output: { answer: 41 } })).toMatchObject({ status: 410 })
})

it('scores the state that an agent leaves, even if it did nothing', async () => {
  const { call, verify } = await start()
  expect((await call('start_task', {})).status).toBe(200)
  expect(await (await verify(key)).json()).toMatchObject({ reward: 0, score: 0 })
  const idle = await start()
  expect(await (await idle.verify(key)).json()).toMatchObject({ reward: 0 })
})
