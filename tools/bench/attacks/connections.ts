import { once } from 'node:events'
import { Agent, get } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type TLSSocket } from 'node:tls'
import type { LoadOpening } from '../load/workload.js'

// Attacks by connections, most of them without a key. Meanwhile, an honest client sends a request every 20 ms.

/** How long each request of the honest client took during an attack: milliseconds in ascending order. */
type Times = readonly number[]

export interface ConnectionAttack {
  readonly attack: string
  /** What the attack cost before the service was hardened, such as `1.4 s`. */
  readonly before?: string
  /** Whether the attacked server has the limits that it has by default on addresses other than loopback. */
  readonly limited?: boolean
  /** Attacks the server. Resolves when all connections of the attack are closed. */
  run(target: Target): Promise<void>
}

/** The attacked server, with a started run for attacks that need a token. */
export interface Target extends LoadOpening {
  readonly token: string
  /** `/v1/benchmark-runs/{id}` */
  readonly run: string
  /** Scales the size and the duration of each attack; 1 is the full size. */
  readonly share: number
}

const health = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'

export const connectionAttacks: readonly ConnectionAttack[] = [
  {
    attack: '50 connections with 10,000 requests sent ahead',
    run: (target) =>
      withConnections(target, 50, async (sockets) => {
        for (const socket of sockets) socket.resume().write(health.repeat(atLeastOne(10_000 * target.share)))
        await sleep(5000 * target.share)
      }),
  },
  {
    attack: '20 connections with 2,000 searches sent ahead, of which nothing is read',
    run: (target) =>
      withConnections(target, 20, async (sockets) => {
        const search = writeHeaders(target, 'GET', 'fhir/Patient?_count=100')
        for (const socket of sockets) socket.pause().write(search.repeat(atLeastOne(2000 * target.share)))
        await sleep(5000 * target.share)
      }),
  },
  {
    attack: '12 bodies of 180,000 chunks of one byte, half of them without a key',
    before: '1.4 s',
    run: (target) =>
      withConnections(target, 12, async (sockets) => {
        const chunks = '1\r\n \r\n'.repeat(atLeastOne(10_000 * target.share))
        const send = async (socket: TLSSocket, number: number) => {
          const more = 'Content-Type: application/fhir+json\r\nTransfer-Encoding: chunked\r\n'
          const head = writeHeaders(target, 'POST', 'fhir', more)
          socket.resume().write(number % 2 === 0 ? head : head.replace(target.token, 'unknown'))
          for (let count = 0; count < 18 && socket.writable; count++) {
            if (!socket.write(chunks)) await Promise.race([once(socket, 'drain'), once(socket, 'close'), sleep(5000)])
          }
        }
        await Promise.all(sockets.map(send))
      }),
  },
  {
    attack: '1,000 connections whose headers never end',
    run: (target) =>
      withConnections(target, atLeastOne(1000 * target.share), async (sockets) => {
        for (const socket of sockets) socket.resume().write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n')
        await sleep(5000 * target.share)
      }),
  },
  {
    attack: '60 half-sent bodies of 15 MiB',
    before: '1.2 GB',
    limited: true,
    run: (target) =>
      withConnections(target, atLeastOne(60 * target.share), async (sockets) => {
        const part = Buffer.alloc(1024 * 1024, ' ')
        const more = 'Content-Type: application/fhir+json\r\nContent-Length: 15728640\r\n'
        const upload = async (socket: TLSSocket) => {
          socket.resume().write(writeHeaders(target, 'POST', 'fhir', more))
          for (let count = 0; count < 14 && socket.writable; count++) {
            if (!socket.write(part)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
          }
        }
        // The server stops reading a body that it has rejected, so that not all uploads end.
        await Promise.race([Promise.all(sockets.map(upload)), sleep(10_000)])
        await sleep(2000 * target.share)
      }),
  },
  {
    attack: '1,000 uploads that break off',
    run: async (target) => {
      for (let count = 0; count < atLeastOne(10 * target.share); count++) {
        await withConnections(target, atLeastOne(100 * target.share), async (sockets) => {
          const more = 'Content-Type: application/fhir+json\r\nContent-Length: 1000000\r\n'
          for (const socket of sockets)
            socket.resume().write(writeHeaders(target, 'POST', 'fhir', more) + ' '.repeat(1e5))
          await sleep(50)
        })
      }
    },
  },
]

/** Attacks the target and measures the requests of an honest client meanwhile. Rejects if one of them is not a 200. */
export async function timesDuring(target: Target, attack: ConnectionAttack): Promise<Times> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: target.ca })
  const times: number[] = []
  let isOver = false
  const honest = async () => {
    do {
      const began = performance.now()
      const status = await fetchStatus(`${target.url}/healthz`, agent)
      if (status !== 200) throw new Error(`${attack.attack}: an honest client was answered ${status}.`)
      times.push(performance.now() - began)
      await sleep(20)
    } while (!isOver)
  }
  const watching = honest()
  await Promise.race([attack.run(target), watching])
  isOver = true
  await watching
  agent.destroy()
  return times.sort((one, other) => one - other)
}

async function withConnections(
  { url, ca }: LoadOpening,
  count: number,
  use: (sockets: readonly TLSSocket[]) => Promise<void>,
): Promise<void> {
  const { hostname, port } = new URL(url)
  const sockets: TLSSocket[] = []
  // At most 100 at a time: the operating system limits how many connections wait to be accepted.
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(100, count - sockets.length) }, async () => {
      const socket = connect({ host: hostname, port: Number(port), ca })
      await once(socket, 'secureConnect')
      // The server may close the connection, which must not end this process.
      socket.on('error', () => undefined)
      return socket
    })
    sockets.push(...(await Promise.all(some)))
  }
  try {
    await use(sockets)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

function writeHeaders({ run, token }: Target, method: string, path: string, more = ''): string {
  return `${method} ${run}/${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${more}\r\n`
}

async function fetchStatus(url: string, agent: Agent): Promise<number | undefined> {
  const [response] = await once(get(url, { agent }), 'response')
  response.resume()
  await once(response, 'end')
  return response.statusCode
}

function atLeastOne(count: number): number {
  return Math.max(1, Math.round(count))
}
