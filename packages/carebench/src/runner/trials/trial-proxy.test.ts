import { Agent, request } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import type { Ended } from '../ended.js'
import { ServiceConnection } from '../service-connection.js'
import { StallWatch } from './stall-watch.js'
import { startTrialProxy, type TrialProxy } from './trial-proxy.js'

const proxies: TrialProxy[] = []
afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.close()
})

interface Started {
  readonly proxy: TrialProxy
  readonly ends: Ended[]
  /** Whether the agent may have learned of its task. */
  readonly isConnected: () => boolean
  /** Advances the clock as if the process had been stalled. */
  readonly standStill: (ms: number) => void
}

/** Starts a proxy of a service whose responses take as long as `respond` does. */
async function start(respond: () => Promise<Response>): Promise<Started> {
  let now = 0
  const ends: Ended[] = []
  let isConnected = false
  const proxy = await startTrialProxy({
    connection: new ServiceConnection({
      baseUrl: 'http://service.test',
      solverKey: 's',
      organizationKey: 'o',
      fetch: respond,
    }),
    taskRun: { runId: 'run_1', taskRunId: 'tr_1', runToken: 't', created: {}, started: {} },
    holdsSecret: () => false,
    onCall: () => {},
    onSubmit: () => {},
    onConnected: () => {
      isConnected = true
    },
    onBrokenService: (ended) => ends.push(ended),
    stalls: new StallWatch({ now: () => now, used: () => 0 }),
  })
  proxies.push(proxy)
  return {
    proxy,
    ends,
    isConnected: () => isConnected,
    standStill: (ms) => {
      now += ms
    },
  }
}

const below = '/v1/benchmark-runs/run_1/'
const path = `${below}fhir/Patient/p1`

function send({ baseUrl, token }: TrialProxy, agent?: Agent) {
  const sent = request(baseUrl + path, { headers: { authorization: `Bearer ${token}` }, ...(agent && { agent }) })
  const headers = new Promise<Readonly<Record<string, unknown>>>((resolve, reject) => {
    sent.on('response', (response) => response.resume().on('end', () => resolve(response.headers)))
    sent.on('error', reject)
  })
  headers.catch(() => {})
  sent.end()
  return { sent, headers }
}

it('announces no timeout of idle connections, and announces each close if an agent keeps many open', async () => {
  const { proxy } = await start(async () => new Response('{}'))
  const agent = new Agent({ keepAlive: true, maxSockets: 130 })
  const first = await send(proxy, agent).headers
  // Node announces in this header after how many seconds it closes an idle connection.
  expect(first).toMatchObject({ connection: 'keep-alive' })
  expect(first['keep-alive']).toBeUndefined()
  const all = await Promise.all(Array.from({ length: 130 }, () => send(proxy, agent).headers))
  agent.destroy()
  const closed = all.filter(({ connection }) => connection === 'close')
  expect(closed.length).toBeGreaterThan(0)
  expect(all.length - closed.length).toBeGreaterThan(100)
})

/** Ends of a trial whose agent gives up a call while the service works on it, before or after the service responds. */
async function endsAfterGivingUp(ms: number, isRespondedFirst: boolean): Promise<readonly Ended[]> {
  const responses: ((response: Response) => void)[] = []
  let arrived = () => {}
  const isThere = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const { proxy, ends, standStill } = await start(() => {
    arrived()
    return responses.length > 0
      ? Promise.resolve(new Response('{}'))
      : new Promise((resolve) => responses.push(resolve))
  })
  const { sent } = send(proxy)
  await isThere
  standStill(ms)
  sent.destroy()
  if (isRespondedFirst) responses[0]?.(new Response('{}'))
  // When later calls have their responses, the proxy has seen the earlier connection close.
  for (let later = 0; later < 2; later++) await send(proxy).headers
  return ends
}

it('takes a call that the agent gave up for an infrastructure error if the runner stood still, \
and only then', async () => {
  for (const isRespondedFirst of [true, false]) {
    expect((await endsAfterGivingUp(6000, isRespondedFirst))[0]).toMatchObject({ kind: 'infra', reason: 'stalled' })
    expect(await endsAfterGivingUp(50, isRespondedFirst)).toEqual([])
  }
})

it('counts an agent as connected from the first call that could reveal its task', async () => {
  const call = async (method: string, url: string, body?: object) => {
    const { proxy, isConnected } = await start(async () => new Response('{}'))
    const headers = { authorization: `Bearer ${proxy.token}` }
    await fetch(proxy.baseUrl + url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return isConnected()
  }
  expect(await call('GET', '/openapi.json')).toBe(true)
  expect(await call('GET', path)).toBe(true)
  expect(await call('POST', `${below}mcp`, { method: 'tools/list' })).toBe(true)
  expect(await call('POST', `${below}mcp`, { method: 'initialize' })).toBe(false)
})
