// What does a message by MLLP, and a file by SFTP, cost beside the same by HTTP?
//
// Each call is one message that is acknowledged with AA, or one file of 1 KiB that is stored. All go to the same service, in this
// process, over connections that are kept: HTTPS with `fetch`, MLLP with a socket, SFTP with the client of ssh2. So the figures have
// the cost of both sides. A message has a new control id each time, so that none is one that was sent again.

import { connect, type Socket } from 'node:net'
import { nodeFetch } from '@carebench/client/node'
import { createManualClock, createSeededRandom } from '@carebench/protocol'
import { createServer } from '@carebench/server'
import { callInMemory, createIdSource, createMemoryStore, createService, defaultSystems } from '@carebench/service'
import { createWires } from '@carebench/wires'
import ssh2, { type SFTPWrapper } from 'ssh2'
import type { Bench } from './src/benchmark.js'

const content = 'mrn,value\n'.repeat(102)
let sent = 0

function nextMessage(): string {
  sent++
  return `MSH|^~\\&|EHR|CLINIC|HUB|SITE|20260302||ADT^A01^ADT_A01|B${sent}|P|2.5.1\rEVN||20260302\rPID|1||100^^^CLINIC^MR||OKAFOR^ADA\rPV1|1|O\r`
}

export async function run(bench: Bench): Promise<void> {
  const clock = createManualClock(Date.parse('2026-03-02T18:00:00Z'))
  const random = createSeededRandom(1)
  const secret = new Uint8Array(32).fill(7)
  // Over HTTP, the server has no limits either.
  const limits = { callsPerSecond: Number.POSITIVE_INFINITY }
  const place = { address: '127.0.0.1', ports: 'any', hostKeySeed: secret, limits } as const
  const wires = await createWires({ ...place, kinds: ['mllp', 'sftp'], service: () => service })
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
  const server = createServer({ service, limits: null })
  const { url, caPem } = await server.listen({ port: 0 })
  const fetchOver = nodeFetch({ ca: caPem })
  const call = callInMemory(service, organizationKey)
  const authorization = `Bearer ${organizationKey}`

  /** The sandbox of a type, in a playground of its own: each measurement begins with an empty one. */
  const open = async (type: string) => {
    const environment = await call('createEnvironment', { body: { name: type } })
    const simulator = await call('createSimulator', { body: { type, name: type } })
    await call('linkSimulator', { params: { id: environment.id, simulator_id: simulator.id } })
    const playground = await call('createPlayground', { body: { environment_id: environment.id } })
    const { data } = await call('listSandboxes', { query: { playground_id: playground.id } })
    const sandbox = await call('getSandbox', { params: { id: data[0]?.id ?? '' } })
    return { ...sandbox, wire: sandbox.wires?.[0] }
  }

  let path = ''
  const http = (type: string, group: string) => ({
    floor: 'HTTPS',
    begin: async () => {
      path = `${url}/sandboxes/${(await open(type)).id}/${group}`
    },
  })
  let socket: Socket
  let sftp: SFTPWrapper
  let client: ssh2.Client

  const byHttp = async () => {
    const headers = { authorization, 'content-type': 'x-application/hl7-v2+er7' }
    const answer = await fetchOver(path, { method: 'POST', headers, body: nextMessage() })
    return String(Object(await answer.json()).ack_code)
  }
  const byMllp = () =>
    new Promise<string>((resolve) => {
      socket.once('data', (bytes: Buffer) => resolve(/MSA\|(\w+)/.exec(bytes.toString())?.[1] ?? ''))
      socket.write(`\x0b${nextMessage()}\x1c\r`)
    })
  await bench.race({
    case: 'one message',
    expected: 'AA',
    contenders: [
      { name: 'HTTPS', ...http('HL7', 'hl7/outbound'), run: byHttp, answer: byHttp },
      {
        name: 'MLLP',
        run: byMllp,
        answer: byMllp,
        begin: async () => {
          const { wire } = await open('HL7')
          socket = connect({ host: '127.0.0.1', port: wire?.port ?? 0, noDelay: true })
          await new Promise((resolve) => socket.once('connect', resolve))
        },
        end: () => {
          socket.destroy()
        },
      },
    ],
  })

  const putByHttp = async () => {
    const answer = await fetchOver(path, { method: 'PUT', headers: { authorization }, body: content })
    await answer.arrayBuffer()
    return answer.ok
  }
  const putBySftp = () =>
    new Promise<boolean>((resolve) => {
      sftp.writeFile('/outbound/a.csv', content, (error) => resolve(!error))
    })
  await bench.race({
    case: 'one file',
    expected: true,
    contenders: [
      { name: 'HTTPS', ...http('Files', 'files/outbound/a.csv'), run: putByHttp, answer: putByHttp },
      {
        name: 'SFTP',
        run: putBySftp,
        answer: putBySftp,
        begin: async () => {
          const { wire } = await open('Files')
          client = new ssh2.Client()
          const { host, port, username, password } = wire ?? {}
          await new Promise<void>((resolve, reject) => {
            client.on('ready', resolve).on('error', reject)
            client.connect({ host: host ?? '', port: port ?? 0, username: username ?? '', password: password ?? '' })
          })
          sftp = await new Promise<SFTPWrapper>((resolve, reject) => {
            client.sftp((error, opened) => (error ? reject(error) : resolve(opened)))
          })
        },
        end: () => {
          client.end()
        },
      },
    ],
  })
  await wires.close()
  await server.close()
}
