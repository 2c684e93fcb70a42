import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { ApiError, type Wire } from '@carebench/protocol'
import type { WiredSandbox } from '@carebench/service'
import type { Admission } from '../admission.js'
import { callsOf, type WiredService } from '../agent-calls.js'
import type { WireLimits } from '../limits.js'
import { Pace } from '../pace.js'
import type { PortRange, Ports } from '../port-range.js'
import { Acknowledged } from './acknowledged.js'
import { answerMessage } from './answer-message.js'
import { deliverTo } from './delivery.js'
import { MllpConnection } from './mllp-connection.js'

/** What all MLLP ports of a process share. */
export interface MllpOptions {
  readonly service: () => WiredService
  readonly ports: Ports
  /** The host given to agents. */
  readonly host: string
  readonly tls: { readonly cert: string; readonly key: string } | undefined
  readonly listeners: Listeners | undefined
  readonly limits: WireLimits
  readonly admission: Admission
  readonly now: () => number
}

/** Where agents listen for messages: on this host, one port for each sandbox. */
export interface Listeners {
  readonly host: string
  readonly ports: PortRange
  /** Those that sandboxes have. */
  readonly taken: Set<number>
}

/** An open wire. */
export interface OpenWire {
  readonly wire: Wire
  close(): Promise<void>
}

/** Opens an MLLP port for a sandbox. Throws an ApiError `UNAVAILABLE` if none is left. */
export async function openMllp(sandbox: WiredSandbox, options: MllpOptions): Promise<OpenWire> {
  const { service, ports, tls, limits, admission, now } = options
  const call = callsOf(service, sandbox, 'hl7', new Pace(limits.callsPerSecond, limits.callBurst))
  const acknowledged = new Acknowledged(limits.rememberedMessages)
  const connections = new Map<Socket, MllpConnection>()
  const sockets = new Set<Socket>()
  const answer = (message: Uint8Array) => acknowledged.answer(message, () => answerMessage(call, message, now))
  const admit = (socket: Socket) => {
    const release = sockets.size < limits.connectionsOfSandbox ? admission.admit(socket.remoteAddress ?? '') : undefined
    if (release === undefined) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      release()
    })
  }
  const serve = (socket: Socket) => {
    if (socket.destroyed) return
    socket.on('error', () => socket.destroy())
    socket.on('close', () => connections.delete(socket))
    connections.set(socket, new MllpConnection(socket, { answer, limits, now }))
  }
  // A peer may end its side, as `nc` does after its input, before it has read the last acknowledgment.
  const server: Server =
    tls === undefined
      ? createServer({ allowHalfOpen: true, noDelay: true }, serve)
      : createTlsServer({ ...tls, allowHalfOpen: true, noDelay: true, handshakeTimeout: limits.stallMs }, serve)
  server.prependListener('connection', admit)
  const port = await ports.listen(server)
  if (port === undefined) throw noPortLeft()
  const listener = takeListener(options.listeners)
  if (listener === null) {
    server.close()
    ports.release(port)
    throw noPortLeft()
  }
  const delivery = listener && deliverTo(listener, callsOf(service, sandbox, 'hl7'), limits)
  return {
    wire: { kind: 'mllp', host: options.host, port, tls: tls !== undefined, ...(listener && { listener }) },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      await delivery?.stop()
      if (listener) options.listeners?.taken.delete(listener.port)
      for (const connection of connections.values()) connection.end()
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, 2_000)
      // Those that have not finished their handshake.
      for (const socket of sockets) if (tls === undefined && !connections.has(socket)) socket.destroy()
      await closed
      clearTimeout(timer)
      ports.release(port)
    },
  }
}

/** A free port of the listeners; undefined if nothing is delivered, null if none is left. */
function takeListener(
  listeners: Listeners | undefined,
): { readonly host: string; readonly port: number } | undefined | null {
  if (listeners === undefined) return undefined
  const { host, ports, taken } = listeners
  for (let port = ports.from; port <= ports.to; port++) {
    if (taken.has(port)) continue
    taken.add(port)
    return { host, port }
  }
  return null
}

function noPortLeft(): ApiError {
  return new ApiError(
    'UNAVAILABLE',
    'All ports for MLLP are in use by other sandboxes. Complete task runs or tear down playgrounds that are not needed any more, and try again.',
    { headers: { 'retry-after': '5' } },
  )
}
