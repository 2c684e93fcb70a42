// What do MLLP messages, SFTP files, and texts and faxes over the APIs of providers cost, beside HTTPS?
//
// Each call is one message that is acknowledged with AA, one new file of 1 KiB, one text message or one fax of a line.
// All go to one service in this process, over connections that are kept: HTTPS with `fetch`, MLLP with a socket, SFTP
// with the client of ssh2. So the figures have the cost of both sides. All but one contender are encrypted, as HTTPS
// is; that one has a service of its own.
//
// The contenders of a case make the same number of calls in a round, each round in a playground of its own. Opening and
// closing a connection is not measured: with few calls in a round, the figure of a file was that of opening the session
// and listing the folder.

import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { nodeFetch } from '@carebench/client/node'
import { createManualClock, createSeededRandom, type Wire, type WireKind } from '@carebench/protocol'
import { type Certificate, createCertificate, createServer } from '@carebench/server'
import { createChannels } from '@carebench/server/channels'
import { callInMemory, createIdSource, createMemoryStore, createService, defaultSystems } from '@carebench/service'
import ssh2, { type SFTPWrapper } from 'ssh2'
import type { Bench } from './src/benchmark.js'
import type { Contender } from './src/race.js'

const content = 'mrn,value\n'.repeat(102)
const sms = { to: '+15550100142', body: 'Your visit is booked.' }
const fax = { to: '+15550100142', document: btoa('Referral of Ada Okafor.') }
/** Calls of a contender in a round. */
const turns = 100
let sent = 0

/** Returns a message with a new control id, so that none counts as sent again. */
function nextMessage(): string {
  sent++
  return (
    `MSH|^~\\&|EHR|CLINIC|HUB|SITE|||ADT^A01^ADT_A01|B${sent}` +
    '|P|2.5.1\rEVN||20260302\rPID|1||100^^^CLINIC^MR||OKAFOR^ADA\rPV1|1|O\r'
  )
}

/** A connection of a contender: makes one call, and closes the connection. */
interface Way {
  readonly call: () => Promise<unknown>
  readonly end?: () => Promise<unknown>
}

/** Creates a service with these channels; `open` creates sandboxes on it. */
async function openSide(kinds: readonly WireKind[], tls?: Certificate) {
  const clock = createManualClock(Date.parse('2026-03-02T18:00:00Z'))
  const random = createSeededRandom(1)
  const secret = new Uint8Array(32).fill(7)
  // Over HTTP, the server has no limits either.
  const limits = { callsPerSecond: Number.POSITIVE_INFINITY }
  const place = { address: '127.0.0.1', ports: 'any', hostKeySeed: secret, limits } as const
  const wires = await createChannels({ ...place, service: () => service, kinds, ...(tls && { tls }) })
  const service = createService({
    store: createMemoryStore(),
    clock,
    random,
    ids: createIdSource(clock, random),
    systems: defaultSystems,
    secret,
    cursorKeys: [{ id: '1', secret }],
    wires,
  })
  const { organizationKey } = await service.provisionOrganization('Bench')
  const call = callInMemory(service, organizationKey)
  /** Creates a sandbox of a type in a playground of its own, so that each round begins with an empty one. */
  const open = async (type: string) => {
    const environment = await call('createEnvironment', { body: { name: type } })
    const simulator = await call('createSimulator', { body: { type, name: type } })
    await call('linkSimulator', { params: { id: environment.id, simulator_id: simulator.id } })
    const playground = await call('createPlayground', { body: { environment_id: environment.id } })
    const { data } = await call('listSandboxes', { query: { playground_id: playground.id } })
    const sandbox = await call('getSandbox', { params: { id: data[0]?.id ?? '' } })
    return { id: sandbox.id, wires: sandbox.wires ?? [] }
  }
  return { service, organizationKey, open, close: () => wires.close() }
}

export async function run(bench: Bench): Promise<void> {
  const tls = await createCertificate(new Date())
  const clear = await openSide(['mllp'])
  const sealed = await openSide(['mllp', 'sftp', 'sms-api', 'fax-api'], tls)
  const { organizationKey } = sealed
  const server = createServer({ service: sealed.service, limits: null })
  const { url, caPem } = await server.listen({ port: 0 })
  const fetchOver = nodeFetch({ ca: caPem })
  const fetchApi = nodeFetch({ ca: tls.cert })

  const contender = (
    name: string,
    type: string,
    make: (opened: Awaited<ReturnType<typeof sealed.open>>) => Promise<Way>,
    side = sealed,
  ) => {
    let way: Way | undefined
    const work = () => way?.call()
    const begun: Contender = {
      name,
      ...(name === 'HTTPS' && { floor: name }),
      run: work,
      answer: work,
      async begin() {
        way = await make(await side.open(type))
        // The first call, which is not measured, also logs in, shakes hands, and lists the folder.
        await way.call()
      },
      end: () => way?.end?.(),
    }
    return begun
  }
  const own = async (target: string, method: string, type: string, body: string) => {
    const headers = { authorization: `Bearer ${organizationKey}`, 'content-type': type }
    return fetchOver(target, { method, headers, body })
  }
  const statusOf = async (answer: Response) => {
    await answer.arrayBuffer()
    return Math.floor(answer.status / 100)
  }
  const ownJson = (type: string, group: string, body: object) =>
    contender('HTTPS', type, async ({ id }) => ({
      call: async () =>
        statusOf(await own(`${url}/sandboxes/${id}/${group}`, 'POST', 'application/json', JSON.stringify(body))),
    }))
  const byApi = (kind: string, type: string, request: (wire: Wire) => [path: string, init: RequestInit]) =>
    contender(kind, type, async ({ wires }) => {
      const wire = findWire(wires, (one) => one.kind === kind)
      const [path, init] = request(wire)
      return { call: async () => statusOf(await fetchApi(wire.url + path, { method: 'POST', ...init })) }
    })

  await bench.race({
    case: 'one message',
    expected: 'AA',
    turns,
    contenders: [
      contender('HTTPS', 'HL7', async ({ id }) => ({
        call: async () => {
          const answer = await own(
            `${url}/sandboxes/${id}/hl7/outbound`,
            'POST',
            'x-application/hl7-v2+er7',
            nextMessage(),
          )
          return String(Object(await answer.json()).ack_code)
        },
      })),
      contender('MLLP', 'HL7', ({ wires }) => byMllp(findWire(wires, ({ kind }) => kind === 'mllp')), clear),
      contender('MLLP over TLS', 'HL7', ({ wires }) =>
        byMllp(
          findWire(wires, ({ kind }) => kind === 'mllp'),
          tls.cert,
        ),
      ),
    ],
  })
  await bench.race({
    case: 'one file',
    expected: 2,
    turns,
    contenders: [
      contender('HTTPS', 'Files', async ({ id }) => {
        let number = 0
        return {
          call: async () =>
            statusOf(await own(`${url}/sandboxes/${id}/files/outbound/${number++}.csv`, 'PUT', 'text/csv', content)),
        }
      }),
      contender('SFTP', 'Files', ({ wires }) => bySftp(findWire(wires, ({ kind }) => kind === 'sftp'))),
    ],
  })
  await bench.race({
    case: 'one text message',
    expected: 2,
    turns,
    contenders: [
      ownJson('Message', 'messages', { channel: 'sms', ...sms }),
      byApi('sms-api', 'Message', ({ username, password }) => [
        `/2010-04-01/Accounts/${username}/Messages.json`,
        {
          headers: { authorization: `Basic ${btoa(`${username}:${password}`)}` },
          body: new URLSearchParams({ To: sms.to, From: '+15550100100', Body: sms.body }),
        },
      ]),
    ],
  })
  await bench.race({
    case: 'one fax',
    expected: 2,
    turns,
    contenders: [
      ownJson('Fax', 'faxes', {
        to_number: fax.to,
        document_type: 'other',
        media_type: 'text/plain',
        content_base64: fax.document,
      }),
      byApi('fax-api', 'Fax', ({ password }) => [
        '/faxes',
        {
          headers: { authorization: `Bearer ${password}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            to: fax.to,
            from: '+15550100100',
            media_url: `data:text/plain;base64,${fax.document}`,
          }),
        },
      ]),
    ],
  })
  await Promise.all([clear.close(), sealed.close()])
  await server.close()
}

function findWire(wires: readonly Wire[], isWanted: (wire: Wire) => boolean): Wire {
  const wire = wires.find(isWanted)
  if (wire === undefined) throw new Error('The sandbox has no such wire.')
  return wire
}

async function byMllp({ host, port, tls }: Wire, ca?: string): Promise<Way> {
  const socket = tls ? connectTls({ host, port, ca }) : connect({ host, port })
  socket.setNoDelay(true)
  await once(socket, tls ? 'secureConnect' : 'connect')
  return {
    call: () =>
      new Promise<string>((resolve) => {
        socket.once('data', (bytes: Buffer) => resolve(/MSA\|(\w+)/.exec(bytes.toString())?.[1] ?? ''))
        socket.write(`\x0b${nextMessage()}\x1c\r`)
      }),
    end: () => {
      socket.end()
      return once(socket, 'close')
    },
  }
}

async function bySftp({ host, port, username = '', password = '' }: Wire): Promise<Way> {
  const client = new ssh2.Client()
  const ready = once(client, 'ready')
  // ssh2 writes a packet in parts: without this, each waits until the one before is acknowledged, up to 40 ms.
  client.connect({ username, password, sock: connect({ host, port, noDelay: true }) })
  await ready
  const sftp = await new Promise<SFTPWrapper>((resolve, reject) => {
    client.sftp((error, opened) => (error ? reject(error) : resolve(opened)))
  })
  let number = 0
  return {
    call: () =>
      new Promise<number>((resolve) => {
        sftp.writeFile(`/outbound/${number++}.csv`, content, (error) => resolve(error ? 5 : 2))
      }),
    end: () => {
      client.end()
      return once(client, 'close')
    },
  }
}
