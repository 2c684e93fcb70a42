import { connect, type TLSSocket } from 'node:tls'
import { type BenchmarkDefinition, systemClock } from '@carebench/protocol'
import { createServer, defaultLimits, type Listening, type ServerLimits } from '@carebench/server'
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
} from '@carebench/service'
import { Agent, request } from 'undici'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

const definition: BenchmarkDefinition = {
  name: 'files',
  environment: { name: 'Files', simulators: [{ type: 'Files', name: 'Files' }], datasets: [] },
  tasks: [{ name: 'write', criteria: [] }],
}

/** A wait of the agent lasts until its client leaves, so that nothing here depends on time. */
class Sleepers {
  asleep = 0
  /** All that have been. */
  begun = 0

  async sleep(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return
    this.asleep++
    this.begun++
    await new Promise((resolve) => signal?.addEventListener('abort', resolve))
    this.asleep--
  }
}

interface Site {
  readonly at: Listening
  readonly service: Service
  readonly sleepers: Sleepers
  /** The path of the run. */
  readonly run: string
  readonly runToken: string
  readonly organizationKey: string
  readonly taskRunId: string
  send(method: string, path: string, token: string, body?: string): Promise<{ status: number; text: string }>
  /** Sends a request on a connection of its own, and does not wait for the response. */
  leave(method: string, path: string, token: string, body?: unknown): Promise<TLSSocket>
}

/** A server with one started task run, over HTTPS. */
async function open(limits: Partial<ServerLimits>): Promise<Site> {
  const sleepers = new Sleepers()
  const secret = new Uint8Array(32).fill(7)
  const service = createService({
    store: createMemoryStore(),
    clock: systemClock,
    random: secureRandom,
    ids: createIdSource(systemClock, secureRandom),
    systems: defaultSystems,
    secret,
    cursorKeys: [{ id: '1', secret }],
    sleep: (_, signal) => sleepers.sleep(signal),
  })
  const { organizationKey, solverKey } = await service.provisionOrganization('Alder Creek')
  await publishBenchmark(callInMemory(service, organizationKey), definition, { allowFindings: true })
  const server = createServer({ service, limits: { ...defaultLimits, ...limits } })
  const at = await server.listen({ port: 0 })
  onTestFinished(() => server.close({ graceMs: 0 }))
  const dispatcher = new Agent({ connect: { ca: at.caPem } })
  onTestFinished(() => dispatcher.destroy())
  const send = async (method: string, path: string, token: string, body?: string) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const response = await request(at.url + path, { method, headers, dispatcher, ...(body && { body }) })
    return { status: response.statusCode, text: await response.body.text() }
  }
  const created = JSON.parse((await send('POST', '/v1/benchmark-runs', solverKey, '{"benchmark":"files@1"}')).text)
  const [taskRun] = created.task_runs
  expect((await send('POST', taskRun.start_url, created.bearer_token)).status).toBe(200)
  return {
    at,
    service,
    sleepers,
    run: `/v1/benchmark-runs/${created.benchmark_run_id}`,
    runToken: created.bearer_token,
    organizationKey,
    taskRunId: taskRun.id,
    send,
    async leave(method, path, token, body) {
      const text = body === undefined ? '' : JSON.stringify(body)
      const socket = connect({ host: '127.0.0.1', port: at.port, ca: at.caPem, servername: 'localhost' })
      onTestFinished(() => void socket.destroy())
      socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n` +
          `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      )
      return socket
    },
  }
}

const tool = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'wait', arguments: { seconds: 0.1 } } }

describe('a client that leaves', () => {
  it.each<[string, string, unknown]>([
    ['a wait', 'wait', { seconds: 30 }],
    ['a wait for an event', 'wait', { until: 'event', at_most_seconds: 30 }],
    ['a wait over MCP', 'mcp', { ...tool, id: 1 }],
    ['100 waits in one batch over MCP', 'mcp', Array.from({ length: 100 }, (_, id) => ({ ...tool, id }))],
  ])('ends %s, which counts no more [time.departed]', async (_, path, body) => {
    const { sleepers, run, runToken, leave, send } = await open({ concurrent: 1 })
    const socket = await leave('POST', `${run}/${path}`, runToken, body)
    await vi.waitFor(() => expect(sleepers.asleep).toBe(1))
    expect((await send('GET', `${run}/clock`, runToken)).status).toBe(429)
    socket.destroy()
    await vi.waitFor(async () => expect((await send('GET', `${run}/clock`, runToken)).status).toBe(200))
    // None of the others of a batch has begun to wait.
    expect([sleepers.asleep, sleepers.begun]).toEqual([0, 1])
  })

  it('frees what it has not read of a long response', async () => {
    const { runToken, run, organizationKey, taskRunId, leave, send } = await open({ bytes: 3_000_000 })
    for (const name of ['a', 'b']) {
      const text = name.repeat(900_000)
      expect((await send('PUT', `${run}/files/outbound/${name}.json`, runToken, `"${text}"`)).status).toBe(201)
    }
    expect((await send('POST', `/v1/task-runs/${taskRunId}/complete`, runToken)).status).toBe(200)
    const path = `/task-runs/${taskRunId}/record`
    const whole = await send('GET', path, organizationKey)
    expect([whole.status, whole.text.length > 1_600_000]).toEqual([200, true])
    // It reads the beginning, so that the response has been made and waits to be sent.
    const reader = await leave('GET', path, organizationKey)
    await new Promise<void>((resolve) => reader.once('readable', () => resolve()))
    expect((await send('GET', path, organizationKey)).status).toBe(429)
    reader.destroy()
    await vi.waitFor(async () => expect((await send('GET', path, organizationKey)).status).toBe(200))
    expect((await send('GET', path, organizationKey)).text).toBe(whole.text)
  })

  it('gets no record made that waits for another', async () => {
    const { runToken, organizationKey, taskRunId, send, service } = await open({})
    expect((await send('POST', `/v1/task-runs/${taskRunId}/complete`, runToken)).status).toBe(200)
    const leaving = new AbortController()
    const read = (signal?: AbortSignal) =>
      service.handle({
        ...createRequest('GET', `/task-runs/${taskRunId}/record`, { authorization: `Bearer ${organizationKey}` }),
        signal,
      })
    const answers = Promise.all([read(), read(leaving.signal), read()])
    leaving.abort()
    const [first, left, last] = await answers
    expect([first.status, left.status, last.status]).toEqual([200, 400, 200])
    expect(left.body).toMatch(/disconnected/)
    expect(Buffer.from(last.body ?? '')).toEqual(Buffer.from(first.body ?? ''))
  })
})
