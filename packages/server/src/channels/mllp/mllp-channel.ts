import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { ApiError } from '@carebench/protocol'
import type { WiredSandbox } from '@carebench/service'
import { Admission, type Place } from '../admission.js'
import { AdmittedSockets, writePeer } from '../admitted-sockets.js'
import { makeCalls } from '../agent-calls.js'
import type { ChannelLimits } from '../limits.js'
import type { ChannelPlace, OpenChannel, SharedOptions } from '../open-channel.js'
import { Pace } from '../pace.js'
import { Acknowledged } from './acknowledged.js'
import { answerMessage, makeRefusal } from './answer-message.js'
import { deliverTo } from './delivery.js'
import { EarlierMessages } from './earlier-messages.js'
import { MllpConnection } from './mllp-connection.js'

/** Options shared by all MLLP ports of a process. */
export interface MllpOptions extends SharedOptions {
  readonly tls: { readonly cert: string; readonly key: string } | undefined
  readonly admission: Admission
}

/** Opens an MLLP port for a sandbox. Throws an ApiError `UNAVAILABLE` if none is left. */
export async function openMllp(
  sandbox: WiredSandbox,
  { group, holding, bell }: ChannelPlace,
  options: MllpOptions,
): Promise<OpenChannel> {
  const { service, ports, tls, limits, admission, now } = options
  const call = makeCalls(service, sandbox, group, { pace: new Pace(limits.callsPerSecond, limits.callBurst), holding })
  const isNew = holding.before === undefined
  const earlier = isNew ? undefined : new EarlierMessages(service(), sandbox.id, limits.rememberedMessages)
  const acknowledged = new Acknowledged(limits.rememberedMessages)
  const connections = new Map<Socket, MllpConnection>()
  const ofSandbox = makeAdmission(limits)
  const answer = (message: Uint8Array) =>
    acknowledged.answer(message, async (digest) => {
      if (digest === undefined) return answerMessage(call, message, now)
      try {
        const answered = await earlier?.answer(digest)
        if (answered !== undefined) return answered
      } catch {
        return makeRefusal(
          message,
          { status: 503, reason: 'The storage cannot be reached. Send the message again.' },
          now,
        )
      }
      return answerMessage(call, message, now)
    })
  const sockets = new AdmittedSockets((...of) => {
    // The limits for all sandboxes come first: they bound the rate of an address, and so how often it displaces others
    // of a sandbox.
    const ofAll = admission.admit(...of)
    const own = ofAll && ofSandbox.admit(...of)
    if (own !== undefined && ofAll !== undefined) return both(own, ofAll)
    ofAll?.release()
    return undefined
  })
  const serve = (socket: Socket) => {
    if (socket.destroyed) return
    socket.on('error', () => socket.destroy())
    socket.on('close', () => connections.delete(socket))
    const onMessage = () => sockets.prove(socket)
    connections.set(socket, new MllpConnection(socket, { answer, onMessage, limits, now }))
  }
  // A peer may end its side before it has read the last acknowledgment, as `nc` does after its input.
  const server: Server =
    tls === undefined
      ? createServer({ allowHalfOpen: true, noDelay: true }, serve)
      : createTlsServer({ ...tls, allowHalfOpen: true, noDelay: true, handshakeTimeout: limits.loginMs }, serve)
  server.prependListener('connection', (socket: Socket) => sockets.take(socket))
  for (const { kind, host, port } of holding.before ?? []) {
    if (kind === 'mllp' && host === options.host) ports.reserve(port, sandbox.id, limits.portRestMs)
  }
  if (!ports.mayHave(sandbox.organizationId)) throw noPortLeft('The organization has its share of the ports for MLLP.')
  const port = await ports.listen(server, { ...sandbox, sandboxId: sandbox.id })
  if (port === undefined) throw noPortLeft('All ports for MLLP are in use by other sandboxes, or were a moment ago.')
  const { listener } = holding.doc
  const delivery = listener && deliverTo(listener, makeCalls(service, sandbox, group), holding, bell, limits)
  return {
    wire: { kind: 'mllp', host: options.host, port, tls: tls !== undefined, ...(listener && { listener }) },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      await delivery?.stop()
      for (const connection of connections.values()) connection.end()
      const timer = setTimeout(() => sockets.cutOffAll(), 2_000)
      // Sockets that have not finished their TLS handshake. A TLS socket has the peer of the TCP socket below it.
      const served = new Set([...connections.keys()].map(writePeer))
      for (const socket of sockets) if (!served.has(writePeer(socket))) socket.destroy()
      await closed
      clearTimeout(timer)
      ports.release(port)
    },
  }
}

/** Returns an admission that limits the connections to one sandbox. */
function makeAdmission({ connectionsOfSandbox: most }: ChannelLimits): Admission {
  const newConnections = Number.POSITIVE_INFINITY
  return new Admission({ connections: most, connectionsOfAddress: most, newConnections })
}

function both(one: Place, other: Place): Place {
  return {
    prove() {
      one.prove()
      other.prove()
    },
    release() {
      one.release()
      other.release()
    },
  }
}

function noPortLeft(reason: string): ApiError {
  return new ApiError(
    'UNAVAILABLE',
    `${reason} Complete task runs or tear down playgrounds that are not needed any more, and try again.`,
    { headers: { 'retry-after': '10' } },
  )
}
