import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import type { Wire, WireKind } from '@carebench/protocol'
import {
  defaultSystems,
  type PlaygroundDoc,
  playgrounds,
  type WiredSandbox,
  webhookDeliveries,
  wiredSandboxes,
} from '@carebench/service'
import { createMemoryStore, insert, type Store, StoreUnavailableError } from '@carebench/store'
import { afterEach, expect, it, vi } from 'vitest'
import type { ChannelService } from './agent-calls.js'
import { channelLeaseMs } from './channel-holder.js'
import { createChannels } from './channels.js'
import type { Channels } from './held-channels.js'
import type { PortRange } from './port-range.js'

// Processes take over from each other after a lease: a second a test.

const opened: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function listen(server: Server | ReturnType<typeof createHttpServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(() => new Promise((resolve) => server.close(resolve)))
  return (server.address() as AddressInfo).port
}

/** Returns a listener of an agent, with the control ids that it got. */
async function listener() {
  const got: string[] = []
  const port = await listen(
    createServer((socket) =>
      socket
        .on('error', () => undefined)
        .on('data', (data) => {
          got.push(String(data).split('|')[9] ?? '')
          socket.write('\x0bMSH|^~\\&|\rMSA|AA|1\r\x1c\r')
        }),
    ),
  )
  return { got, port }
}

/** Returns a receiver of webhooks, with the ids that it got. */
async function receiver(statuses: number[] = []) {
  const got: string[] = []
  const port = await listen(
    createHttpServer((request, response) => {
      got.push(String(request.headers['webhook-id']))
      request.resume().on('end', () => response.writeHead(statuses.shift() ?? 204).end())
    }),
  )
  return { got, port }
}

/** Sandboxes with inboxes and authorizations in one storage, which several processes use or only one. */
async function world(isShared: boolean) {
  const memory = createMemoryStore()
  const playground: PlaygroundDoc = {
    id: 'pg_1',
    created_at: '2026-03-02T18:00:00.000Z',
    organization_id: 'org_1',
    environment_id: null,
    origin: { kind: 'task_run', task_run_id: 'trun_1' },
    sandboxes: ['one', 'two', 'three', 'payer'].map((id) => ({ id, type: 'HL7' })),
    torn_down_at: null,
  }
  await memory.commit([insert(playgrounds, playground)])
  const store: Store = isShared ? storeWith(memory, { latest: () => ({ commit: 0, time: 0 }) }) : memory
  const inboxes = new Map<string, string[]>()
  const auths: { auth_number: string; status: string }[] = []
  const ended = new Set<string>()
  /** Sandboxes that cannot be read. */
  const unreadable = new Set<string>()
  let time = 1_000_000
  let looks = 0
  const sandbox = (id: string, type: WiredSandbox['type'] = 'HL7', organizationId = 'org_1'): WiredSandbox => ({
    id,
    type,
    playgroundId: 'pg_1',
    organizationId,
    credentials: { username: id, password: 'p', client_id: 'c', client_secret: 's' },
  })
  const row = (id: string) => ({ id, payload: `MSH|^~\\&|A|B|C|D|20260302||ADT^A01|${id}|P|2.5.1\r` })
  const service: ChannelService = {
    systems: defaultSystems,
    store,
    sandboxStatus: async (id) => {
      if (unreadable.has(id)) throw new StoreUnavailableError(`${id} cannot be read`)
      return ended.has(id) ? 'frozen' : 'active'
    },
    wiredSandbox: async (id) => sandbox(id, id.startsWith('payer') ? 'Payer' : 'HL7'),
    async *earlierCalls(id) {
      if (unreadable.has(id)) throw new StoreUnavailableError(`${id} cannot be read`)
      yield* []
    },
    answerAgain: async () => undefined,
    async handle({ agent, method }) {
      if (method === 'POST')
        return { status: 201, headers: {}, body: '{"ack":"MSH|^~\\\\&|\\rMSA|AA|N1\\r","ack_code":"AA"}' }
      looks++
      const id = agent?.sandboxId ?? ''
      const ofPayer = agent?.looks === 'start' ? [{ auth_number: 'PA-0', status: 'approved' }] : auths
      const rows = id.startsWith('payer') ? ofPayer : (inboxes.get(id) ?? []).map(row)
      const body = JSON.stringify({ data: [...rows].reverse(), _meta: { next: null } })
      return { status: 200, headers: {}, body }
    },
  }
  const put = (id: string, ...messages: string[]) => {
    inboxes.set(id, [...(inboxes.get(id) ?? []), ...messages])
  }
  /** A process; `die` ends it like a power cut: nothing it does reaches the storage or the receivers any more. */
  const node = async (
    kinds: WireKind[],
    {
      ports = { from: 1, to: 1 },
      webhook = 1,
      wirePorts = 'any',
      onError = () => undefined,
    }: { ports?: PortRange; webhook?: number; wirePorts?: PortRange | 'any'; onError?: (error: unknown) => void } = {},
  ): Promise<Channels & { die(): Promise<void> }> => {
    let isDead = false
    const reachable = new Proxy(service, {
      get: (of, name: keyof ChannelService) => (name === 'store' && isDead ? deadStore(store) : Reflect.get(of, name)),
    })
    const wires = await createChannels({
      kinds,
      address: '127.0.0.1',
      ports: wirePorts,
      listeners: { host: '127.0.0.1', ports },
      webhooks: { url: new URL(`http://127.0.0.1:${webhook}/`), allowsPrivate: true },
      limits: { webhookPauseMs: 5 },
      onError,
      service: () => reachable,
      now: () => time,
    })
    opened.push(() => wires.close())
    const die = async () => {
      isDead = true
      await wires.close()
    }
    return { ...wires, die }
  }
  /** Resolves once the storage knows that a message of the sandbox `one` has reached the listener and the receiver. */
  const delivered = async (message: string) => {
    for (;;) {
      const reported = await store.get(webhookDeliveries, `one/hl7-received/${message}`)
      const stored = await store.get(wiredSandboxes, 'one')
      if (reported !== undefined && stored?.doc.delivered === message) return
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  return {
    store,
    delivered,
    sandbox,
    put,
    auths,
    end: (id: string) => ended.add(id),
    unreadable,
    node,
    looks: () => looks,
    pass: (milliseconds: number) => {
      time += milliseconds
    },
  }
}

/** A store with some members replaced. */
function storeWith(store: Store, members: Partial<Store>): Store {
  return new Proxy(store, {
    get(of, name) {
      const value: unknown = name in members ? Reflect.get(members, name) : Reflect.get(of, name)
      return typeof value === 'function' ? value.bind(of) : value
    },
  })
}

function deadStore(store: Store): Store {
  const fail = () => Promise.reject(new StoreUnavailableError('cut off'))
  return storeWith(store, { get: fail, getMany: fail, commit: fail, page: fail })
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** Waits long enough for a poll that would find something. */
function looked(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 800))
}

function readListener([wire]: readonly Wire[]): number | undefined {
  return wire?.listener?.port
}

it('gives a listener to one sandbox at a time across processes, and to another one after it has ended', async () => {
  const { node, sandbox, end } = await world(true)
  const ports = { from: 41_000, to: 41_001 }
  const [a, b] = [await node(['mllp'], { ports }), await node(['mllp'], { ports })]
  const both = await Promise.all([a.open(sandbox('one')), b.open(sandbox('two'))])
  expect(both.map(readListener).sort()).toEqual([41_000, 41_001])
  await expect(b.open(sandbox('three'))).rejects.toThrow('All listeners of agents belong to other sandboxes')
  end('one')
  await a.sweep()
  expect(readListener(await b.open(sandbox('three')))).toBe(readListener(both[0]))
})

it('delivers everything once, although two processes read a sandbox', async () => {
  const { node, sandbox, put } = await world(true)
  const [agent, hooks] = [await listener(), await receiver()]
  const options = { ports: { from: agent.port, to: agent.port + 5 }, webhook: hooks.port }
  const [a, b] = [await node(['mllp', 'webhook'], options), await node(['mllp', 'webhook'], options)]
  const wires = await a.open(sandbox('one'))
  expect(await b.open(sandbox('one'))).toEqual(wires)
  put('one', 'm1', 'm2')
  await until(() => agent.got.length >= 2 && hooks.got.length >= 2)
  await looked()
  expect(agent.got).toEqual(['m1', 'm2'])
  expect(hooks.got).toEqual(['one/hl7-received/m1', 'one/hl7-received/m2'])
})

it('continues after the last delivery when a process has died', async () => {
  const { node, sandbox, put, pass, delivered } = await world(true)
  const [agent, hooks] = [await listener(), await receiver()]
  const options = { ports: { from: agent.port, to: agent.port }, webhook: hooks.port }
  const [a, b] = [await node(['mllp', 'webhook'], options), await node(['mllp', 'webhook'], options)]
  const wires = await a.open(sandbox('one'))
  put('one', 'm1')
  await delivered('m1')
  await a.die()
  put('one', 'm2')
  await b.sweep()
  expect(await b.open(sandbox('one'))).toEqual(wires)
  pass(channelLeaseMs)
  await b.sweep()
  await until(() => agent.got.length >= 2 && hooks.got.length >= 2)
  expect(agent.got).toEqual(['m1', 'm2'])
  expect(hooks.got).toEqual(['one/hl7-received/m1', 'one/hl7-received/m2'])
  expect(readListener(await b.open(sandbox('one')))).toBe(agent.port)
  // The addresses are unchanged for agents.
  expect(await b.open(sandbox('one'))).toEqual(wires)
})

it('delivers nothing twice after a restart, resumes by itself, \
and does not wait for a process that cannot live', async () => {
  const { node, sandbox, put, auths, delivered } = await world(false)
  const [agent, hooks] = [await listener(), await receiver()]
  const options = { ports: { from: agent.port, to: agent.port }, webhook: hooks.port }
  const a = await node(['mllp', 'webhook'], options)
  auths.push({ auth_number: 'PA-0', status: 'approved' })
  await a.open(sandbox('one'))
  await a.open(sandbox('payer', 'Payer'))
  put('one', 'm1')
  await delivered('m1')
  await a.die()
  auths.push({ auth_number: 'PA-1', status: 'denied' })
  put('one', 'm2')
  const b = await node(['mllp', 'webhook'], options)
  await b.sweep()
  await until(() => agent.got.length >= 2 && hooks.got.length >= 3)
  await looked()
  expect(agent.got).toEqual(['m1', 'm2'])
  expect([...hooks.got].sort()).toEqual([
    'one/hl7-received/m1',
    'one/hl7-received/m2',
    'payer/prior_auth-decided/PA-1/denied',
  ])
})

it('takes over the sandboxes that a process has released at once', async () => {
  const { node, sandbox } = await world(true)
  const [a, b] = [await node(['mllp']), await node(['mllp'])]
  const [{ port = 0 } = {}] = await a.open(sandbox('one'))
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port }, () => resolve(true)).on('error', () => resolve(false))
      opened.push(async () => socket.destroy())
    })
  await a.close()
  expect(await answers()).toBe(false)
  await b.sweep()
  expect(await answers()).toBe(true)
})

it('counts no message at a process that has lost the sandbox to another', async () => {
  const { node, sandbox, pass } = await world(true)
  const [a, b] = [await node(['mllp']), await node(['mllp'])]
  const [{ port = 0 } = {}] = await a.open(sandbox('one'))
  let reported = ''
  const socket = connect({ host: '127.0.0.1', port })
  opened.push(async () => socket.destroy())
  const answered = new Promise((resolve) => {
    socket.on('data', (data) => {
      reported += data
      if (reported.includes('\x1c')) resolve(reported)
    })
    socket.on('error', resolve).on('close', resolve)
  })
  await new Promise((resolve) => socket.once('connect', resolve))
  pass(channelLeaseMs)
  await b.sweep()
  socket.write('\x0bMSH|^~\\&|A|B|C|D|20260302||ADT^A01|N1|P|2.5.1\rPID|1\r\x1c\r')
  await answered
  // Empty if the process has already noticed, and has cut the peer off.
  expect(reported).toMatch(/^$|\rMSA\|AE\|N1\r/)
})

it('closes the channels of a sandbox that another process has taken after a pause of this one', async () => {
  const { node, sandbox, put, pass } = await world(true)
  const agent = await listener()
  const options = { ports: { from: agent.port, to: agent.port } }
  const [a, b] = [await node(['mllp'], options), await node(['mllp'], options)]
  await a.open(sandbox('one'))
  pass(channelLeaseMs)
  await b.sweep()
  const wires = await b.open(sandbox('one'))
  await a.sweep()
  expect(await a.open(sandbox('one'))).toEqual(wires)
  put('one', 'm1')
  await until(() => agent.got.length > 0)
  await looked()
  expect(agent.got).toEqual(['m1'])
})

it('closes ended sandboxes despite one that cannot be read, and reports its error once', async () => {
  const { node, sandbox, end, unreadable, store } = await world(false)
  const errors: unknown[] = []
  const a = await node(['mllp'], { ports: { from: 42_000, to: 42_010 }, onError: (error) => errors.push(error) })
  for (const id of ['one', 'two']) await a.open(sandbox(id))
  unreadable.add('one')
  end('two')
  await a.sweep()
  await a.sweep()
  expect(await store.get(wiredSandboxes, 'two')).toBeUndefined()
  expect(await store.get(wiredSandboxes, 'one')).toBeDefined()
  expect(errors.map(String)).toEqual([expect.stringContaining('one cannot be read')])
})

it('asks a peer to repeat a message that may have been processed before', async () => {
  const { node, sandbox, unreadable } = await world(true)
  const [a, b] = [await node(['mllp']), await node(['mllp'])]
  await a.open(sandbox('one'))
  await a.close()
  unreadable.add('one')
  const [{ port = 0 } = {}] = await b.open(sandbox('one'))
  const answer = await new Promise<string>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () =>
      socket.write('\x0bMSH|^~\\&|A|B|C|D|20260302||ADT^A01|N1|P|2.5.1\rPID|1\r\x1c\r'),
    )
    socket.on('data', (data) => resolve(String(data))).on('close', () => resolve('cut off'))
    opened.push(async () => socket.destroy())
  })
  expect(answer).toMatch(/\rMSA\|AE\|N1\r/)
})

it('gives back sandboxes that it could not open once the storage is reachable again', async () => {
  const { node, sandbox, store } = await world(true)
  const port = await listen(createServer())
  const a = await node(['mllp'], { wirePorts: { from: port, to: port } })
  const commit = store.commit
  const failing = vi.spyOn(store, 'commit').mockImplementation(async (writes) => {
    if ((await store.get(wiredSandboxes, 'one')) !== undefined) throw new StoreUnavailableError('cut off')
    return commit(writes)
  })
  await expect(a.open(sandbox('one'))).rejects.toThrow('All ports for MLLP are in use')
  failing.mockRestore()
  expect(await store.get(wiredSandboxes, 'one')).toBeDefined()
  await a.sweep()
  expect(await store.get(wiredSandboxes, 'one')).toBeUndefined()
})

it('stores deliveries, and sends nothing more to a receiver that has responded with 410', async () => {
  const { node, sandbox, put, store } = await world(false)
  const hooks = await receiver([503, 204, 410])
  const a = await node(['webhook'], { webhook: hooks.port })
  await a.open(sandbox('one'))
  put('one', 'm1', 'm2', 'm3')
  const reported = async () => (await store.page(webhookDeliveries, { limit: 10 })).docs
  while ((await reported()).every(({ outcome }) => outcome !== 'dropped')) await looked()
  await a.close()
  const b = await node(['webhook'], { webhook: hooks.port })
  await b.sweep()
  await looked()
  expect(hooks.got).toHaveLength(3)
  expect((await reported()).map(({ id, outcome, status, attempt }) => [id, outcome, status, attempt]).sort()).toEqual([
    ['one/hl7-received/m1', 'delivered', 204, 2],
    ['one/hl7-received/m2', 'dropped', 410, 1],
  ])
})

it('gives one organization three quarters of the listeners', async () => {
  const { node, sandbox } = await world(true)
  const a = await node(['mllp'], { ports: { from: 41_000, to: 41_003 } })
  for (const id of ['one', 'two', 'three']) await a.open(sandbox(id))
  await expect(a.open(sandbox('four'))).rejects.toThrow('The organization has 3 listeners of agents, its share')
  expect(readListener(await a.open(sandbox('five', 'HL7', 'org_2')))).toBe(41_003)
})

it('reserves the ports of sandboxes whose process has died', async () => {
  const { node, sandbox } = await world(false)
  const ports = { from: 41_000, to: 41_009 }
  const a = await node(['mllp'], { ports })
  const wires = await a.open(sandbox('one'))
  await a.die()
  const [{ port = 0 } = {}] = wires
  const b = await node(['mllp'], { ports, wirePorts: { from: port, to: port } })
  // The other sandbox is opened first.
  await expect(b.open(sandbox('two'))).rejects.toThrow('All ports for MLLP are in use')
  expect(await b.open(sandbox('one'))).toEqual(wires)
})

it('polls a sandbox at once when its system has changed', async () => {
  const { node, sandbox, looks } = await world(false)
  const a = await node(['webhook'])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await a.open(sandbox('one'))
    // A regular poll could come this late.
    await vi.advanceTimersByTimeAsync(100)
    expect(looks()).toBe(0)
    a.onChange?.('pg_1', new Set(['Fax']))
    a.onChange?.('pg_2', new Set(['HL7']))
    await vi.advanceTimersByTimeAsync(100)
    expect(looks()).toBe(0)
    a.onChange?.('pg_1', new Set(['HL7']))
    await vi.advanceTimersByTimeAsync(100)
    expect(looks()).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})
