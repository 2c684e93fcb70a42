import { connect, type TLSSocket } from 'node:tls'
import { type BenchmarkDefinition, systemClock } from '@carebench/protocol'
import { createServer, defaultLimits, type Listening, type ServerLimits } from '@carebench/server'
import {
  callInMemory,
  createIdSource,
  createMemoryStore,
  createService,
  defaultSystems,
  publishBenchmark,
  type Service,
  secureRandom,
} from '@carebench/service'
import { Agent, request } from 'undici'
import { expect, onTestFinished } from 'vitest'

const definition: BenchmarkDefinition = {
  name: 'files',
  environment: { name: 'Files', simulators: [{ type: 'Files', name: 'Files' }], datasets: [] },
  tasks: [{ name: 'write', criteria: [] }],
}

/** Options of `vi.waitFor`: long enough for a busy machine. What never happens fails after this time. */
export const patiently = { timeout: 60_000, interval: 100 }

/** Replaces the waits of agents: each lasts until its client disconnects, so that nothing here depends on time. */
class Sleepers {
  asleep = 0
  /** The number of waits that have begun, ended ones included. */
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
  /** The path of the run: `/v1/benchmark-runs/{id}`. */
  readonly run: string
  readonly runToken: string
  readonly organizationKey: string
  readonly taskRunId: string
  send(method: string, path: string, token: string, body?: string): Promise<{ status: number; text: string }>
  /** Sends a request on a connection of its own, and does not wait for the response. */
  leave(method: string, path: string, token: string, body?: unknown): Promise<TLSSocket>
}

/** A server with one started task run, over HTTPS. */
export async function openSite(limits: Partial<ServerLimits>): Promise<Site> {
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
