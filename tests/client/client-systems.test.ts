import { createServer as createProxy } from 'node:http'
import { connect } from 'node:net'
import {
  Carebench,
  CarebenchSolver,
  ClientError,
  NotFoundError,
  SimulatedSystemError,
  type TaskSession,
} from '@carebench/client'
import { nodeFetch } from '@carebench/client/node'
import { undiciFetch } from '@carebench/client/undici'
import { type CarebenchMock, carebenchMock } from '@carebench/msw'
import {
  type BenchmarkDefinition,
  createManualClock,
  createSeededRandom,
  listSystemOperations,
  systemClock,
} from '@carebench/protocol'
import { createServer } from '@carebench/server'
import { createIdSource, createMemoryStore, createService, defaultSystems, secureRandom } from '@carebench/service'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

const message = [
  'MSH|^~\\&|LAB|CLINIC|EHR|CLINIC|||ORU^R01|7|P|2.5.1',
  'PID|1||p1^^^CLINIC^MR||Okafor^Ada||19800101|F',
  'OBR|1|||718-7^Hemoglobin^LN',
  'OBX|1|NM|718-7^Hemoglobin^LN||13.1|g/dL|12-16|N|||F',
].join('\r')

const benchmark: BenchmarkDefinition = {
  name: 'everything',
  environment: {
    name: 'Everything',
    simulators: [
      { type: 'HL7', name: 'Interface' },
      { type: 'Files', name: 'Exchange' },
      {
        type: 'X12',
        name: 'Clearinghouse',
        config: { members: [{ member_id: 'M1', patient_id: 'p1', last_name: 'Doe' }] },
      },
    ],
    datasets: [
      { type: 'HL7', name: 'messages', config: { messages: [message, message.replace('|7|', '|8|')] } },
      {
        type: 'Files',
        name: 'files',
        config: {
          files: [
            { path: 'inbox/note é.json', content: '{"a": 1.0}', media_type: 'application/json' },
            { path: 'inbox/raw.bin', content_base64: 'AP+A', media_type: 'application/octet-stream' },
          ],
        },
      },
    ],
  },
  tasks: [
    {
      name: 'any',
      criteria: [{ label: 'ok', assertion: { assert: 'output-match', fields: [{ path: 'ok', expected: true }] } }],
    },
  ],
}

let mock: CarebenchMock
beforeAll(async () => {
  mock = await carebenchMock({ benchmark })
})
afterEach(() => mock.reset())

async function start(): Promise<TaskSession> {
  const { baseUrl, solverKey, fetch } = mock
  const run = await new CarebenchSolver({ baseUrl, solverKey, fetch }).runs.create({ benchmark: mock.benchmark })
  const session = await run.tasks[0]?.start()
  if (session === undefined) throw new Error('The run has no task.')
  return session
}

describe('a session', () => {
  it('reads the HL7 inbox and sends messages', async () => {
    const { hl7 } = await start()
    const inbox = await hl7.inbox().toArray({ max: 9 })
    expect(inbox.map(({ message_type, control_id }) => [message_type, control_id])).toEqual([
      ['ORU^R01', '8'],
      ['ORU^R01', '7'],
    ])
    expect(await hl7.send(message)).toMatchObject({ ack_code: 'AA', ack: expect.stringMatching(/^MSH/) })
    expect(await hl7.send('no message')).toMatchObject({ ack_code: 'AR' })
  })

  it('lists, reads, writes and deletes files, with bytes and JSON unchanged', async () => {
    const { files } = await start()
    expect((await files.list().toArray({ max: 9 })).map(({ path }) => path).sort()).toEqual([
      'inbox/note é.json',
      'inbox/raw.bin',
    ])
    expect(await files.read('inbox/note é.json')).toBe('{"a": 1.0}')
    expect([...(await files.readBytes('inbox/raw.bin'))]).toEqual([0, 255, 128])
    await files.write('outbound/a b/c.txt', 'Grüße', 'text/plain')
    expect(await files.read('outbound/a b/c.txt')).toBe('Grüße')
    await files.write('outbound/a b/c.txt', new Uint8Array([1, 254]))
    expect([...(await files.readBytes('outbound/a b/c.txt'))]).toEqual([1, 254])
    await files.delete('outbound/a b/c.txt')
    const gone = await files.read('outbound/a b/c.txt').catch((error: unknown) => error)
    expect(gone).toMatchObject({ code: 'RESOURCE_NOT_FOUND', status: 404 })
    await expect(files.read('../etc')).rejects.toBeInstanceOf(TypeError)
  })

  it('talks to the clearinghouse in JSON and in EDI', async () => {
    const { clearinghouse } = await start()
    const answer = await clearinghouse.checkEligibility({ patient_id: 'p1' })
    expect(answer).toMatchObject({ status: 'active', x12: expect.stringMatching(/^ISA/) })
    const kinds = (await clearinghouse.transactions().toArray({ max: 9 })).map(({ transaction }) => transaction)
    expect(kinds.toSorted()).toEqual(['270', '271'])
    const [sent] = (await clearinghouse.transactions().toArray({ max: 9 })).filter(
      (transaction) => transaction.transaction === '270',
    )
    expect(await clearinghouse.exchange('eligibility', String(sent?.payload))).toMatch(/^ISA.*ST\*271/s)
    await expect(clearinghouse.submitClaim({})).rejects.toThrow(Error)
  })

  it('calls any other group, and gets its errors', async () => {
    const session = await start()
    for (const row of listSystemOperations(defaultSystems).values()) {
      if (row.kind !== 'proxy' || row.auth !== 'run') continue
      const error = await session
        .system(row.group)
        .request('DELETE', 'x')
        .catch((thrown: unknown) => thrown)
      expect(
        error instanceof NotFoundError ||
          error instanceof SimulatedSystemError ||
          Reflect.get(Object(error), 'status') >= 400,
      ).toBe(true)
      expect(mock.calls.at(-1)?.target).toContain(`/${row.group}/x`)
    }
  })

  it('reaches its systems with an organization key, too', async () => {
    const session = await start()
    const { baseUrl, organizationKey: apiKey, fetch } = mock
    const carebench = new Carebench({ baseUrl, apiKey, fetch })
    const id = session.sandboxes.find(({ type }) => type === 'Files')?.id ?? ''
    expect(await carebench.sandbox(id).files.read('inbox/note é.json')).toBe('{"a": 1.0}')
    expect(await carebench.call('checkHealth')).toBeDefined()
  })
})

describe('over TLS', () => {
  const secret = new Uint8Array(32).fill(7)
  const service = createService({
    store: createMemoryStore(),
    clock: systemClock,
    random: secureRandom,
    ids: createIdSource(createManualClock(), createSeededRandom(1)),
    systems: defaultSystems,
    secret,
    cursorKeys: [{ id: '1', secret }],
  })
  const server = createServer({ service })
  const tunnels: string[] = []
  const proxy = createProxy().on('connect', ({ url = '' }, socket) => {
    tunnels.push(url)
    const [host = '', port] = url.split(':')
    const upstream = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
    socket.on('error', () => upstream.destroy())
    upstream.on('error', () => socket.destroy())
  })
  let baseUrl = ''
  let ca = ''
  let proxyUrl = ''
  let apiKey = ''

  beforeAll(async () => {
    const listening = await server.listen({ port: 0 })
    baseUrl = listening.url
    ca = listening.caPem
    apiKey = (await service.provisionOrganization('Clinic')).organizationKey
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const address = proxy.address()
    proxyUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  })
  afterAll(async () => {
    await server.close({ graceMs: 0 })
    proxy.closeAllConnections()
    proxy.close()
  })

  it.each(['undici', 'fetch through a proxy', 'undici through a proxy'])('%s works', async (name) => {
    const options = name.endsWith('proxy') ? { ca, proxy: proxyUrl } : { ca }
    const fetch = name.startsWith('undici') ? undiciFetch(options) : nodeFetch(options)
    const before = tunnels.length
    const carebench = new Carebench({ baseUrl, apiKey, fetch })
    const { id } = await carebench.call('createEnvironment', { body: { name: `by ${name}` } })
    expect(await carebench.call('getEnvironment', { params: { id } })).toMatchObject({ name: `by ${name}` })
    expect(await carebench.call('deleteEnvironment', { params: { id } })).toBeUndefined()
    const gone = await carebench.call('getEnvironment', { params: { id } }).catch((error: unknown) => error)
    expect(gone).toBeInstanceOf(NotFoundError)
    expect(gone).toMatchObject({ code: 'RESOURCE_NOT_FOUND', requestId: expect.any(String) })
    expect(tunnels.length > before).toBe(name.endsWith('proxy'))
  })

  it('undici trusts no certificate by default, and ends by signal and timeout', async () => {
    const trusting = new Carebench({ baseUrl, apiKey, fetch: undiciFetch({ ca }) })
    const error = await new Carebench({ baseUrl, apiKey, fetch: undiciFetch(), retry: { retries: 0 } })
      .call('listBenchmarks')
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ClientError)
    expect(error).toMatchObject({ code: 'connection', message: expect.stringMatching(/certificate/) })
    const controller = new AbortController()
    const call = trusting.call('listBenchmarks', {}, { signal: controller.signal })
    controller.abort()
    await expect(call).rejects.toMatchObject({ code: 'aborted' })
  })

  it.each([{ proxy: 'proxy' }, { proxy: 'socks5://u:canary7@h:1' }, { ca: 'ca.pem' }])(
    'rejects the options %j',
    (options) => {
      for (const make of [nodeFetch, undiciFetch]) {
        expect(() => make(options)).toThrow(TypeError)
        expect(() => make(options)).toThrow(/^(?!.*canary7)/)
      }
    },
  )
})
