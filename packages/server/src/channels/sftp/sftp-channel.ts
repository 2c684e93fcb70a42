import { createServer, type Socket } from 'node:net'
import type { Wire } from '@carebench/protocol'
import type { WiredSandbox } from '@carebench/service'
import type { AuthContext, Connection } from 'ssh2'
import { equalSecrets } from '../../http/equal-secrets.js'
import { Admission } from '../admission.js'
import { AdmittedSockets, writePeer } from '../admitted-sockets.js'
import { makeCalls } from '../agent-calls.js'
import { FailedLogins } from '../failed-logins.js'
import type { ChannelPlace, OpenChannel, SharedOptions } from '../open-channel.js'
import { Pace } from '../pace.js'
import { ByteBudget } from './byte-budget.js'
import { createHostKey } from './host-key.js'
import { loadSsh } from './load-ssh.js'
import { RemoteFiles } from './remote-files.js'
import { SftpSession } from './sftp-session.js'

export interface SftpOptions extends SharedOptions {
  readonly hostKeySeed: Uint8Array
}

/** The SFTP port of a process. */
export interface SftpPort {
  /** Grants access to the agent of a sandbox. */
  open(sandbox: WiredSandbox, place: Pick<ChannelPlace, 'group' | 'holding'>): OpenChannel
  close(): Promise<void>
}

/** The SFTP account of a sandbox's agent. */
interface Account {
  readonly username: string
  readonly password: string
  /** Shared by all its connections: what one writes, the others see at once. */
  readonly files: RemoteFiles
  readonly sockets: Set<Socket>
}

/** Delay of a rejected login from an address with many failed ones, in milliseconds. */
const slowedMs = 1_000
/** Maximum number of SFTP sessions of one connection. */
const maxSessions = 4
/** Number of unread bytes from which on the session waits for the client. */
const sentBytes = 1_048_576

/** Opens the SFTP port. Undefined if no port is free. Throws a MissingSshError if ssh2 is not installed. */
export async function openSftpPort(options: SftpOptions): Promise<SftpPort | undefined> {
  const { service, ports, limits, now } = options
  const ssh = await loadSsh()
  const hostKey = createHostKey(options.hostKeySeed)
  const admission = new Admission(limits)
  const failures = new FailedLogins(limits.failedLogins, now)
  const allBytes = new ByteBudget(limits.openBytes)
  const accounts = new Map<string, Account>()
  const sockets = new AdmittedSockets((...of) => admission.admit(...of))
  const greetings = new WeakMap<Socket, NodeJS.Timeout>()
  const engine = new ssh.Server({ hostKeys: [hostKey.privateKey], ident: 'carebench' })
  // ssh2 reports a connection only after the SSH greeting of its client.
  const arriving = new Map<string, Socket>()
  engine.on('connection', (connection, { ip, port }) => {
    const socket = arriving.get(writePeer({ remoteAddress: ip, remotePort: port }))
    if (socket === undefined) connection.end()
    else serve(connection, socket)
  })

  const serve = (connection: Connection, socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const budget = new ByteBudget(limits.sessionBytes, allBytes)
    const sessions = new Set<SftpSession>()
    let account: Account | undefined
    let attempts = 0
    let open = 0
    // Also for clients that have sent nothing yet, until they have logged in.
    let timer = greetings.get(socket)
    const touch = () => {
      clearTimeout(timer)
      timer = setTimeout(() => socket.destroy(), limits.idleMs)
      timer.unref()
    }
    connection.on('error', () => socket.destroy())
    connection.on('authentication', (context) => {
      const asked = findAccount(accounts, context.username)
      const mayTry = asked !== undefined && !failures.isBarred(address, asked.username)
      const found = mayTry && hasPassword(asked, context) ? asked : undefined
      if (found !== undefined && found.sockets.size < limits.connectionsOfSandbox) {
        account = found
        found.sockets.add(socket)
        sockets.prove(socket)
        context.accept()
        return
      }
      if (context.method === 'password') {
        attempts++
        if (found === undefined) failures.add(address, asked?.username)
      }
      const refuse = () => {
        context.reject(['password'])
        if (attempts >= limits.loginAttempts) connection.end()
      }
      if (context.method === 'password' && failures.isSlowed(address)) setTimeout(refuse, slowedMs).unref()
      else refuse()
    })
    connection.on('ready', () => {
      const user = account
      if (user === undefined) return
      touch()
      const { files } = user
      connection.on('session', (accept, reject) => {
        if (open >= maxSessions) {
          reject()
          return
        }
        const session = accept()
        open++
        session.on('close', () => open--)
        // Shells, commands and forwarding have no listeners, so ssh2 rejects them.
        session.on('sftp', (acceptSftp) => {
          const sftp = acceptSftp()
          const served = new SftpSession(sftp, {
            files,
            limits,
            budget,
            drained: () => drained(socket, limits.readMs),
            onRequest: touch,
            cutOff: () => socket.destroy(),
          })
          sessions.add(served)
          const end = () => {
            served.close()
            sessions.delete(served)
          }
          // A client that ends its side waits for the other side to end.
          sftp.on('end', () => {
            end()
            sftp.end()
          })
          sftp.on('close', end).on('error', end)
        })
      })
    })
    socket.on('close', () => {
      clearTimeout(timer)
      for (const session of sessions) session.close()
      account?.sockets.delete(socket)
    })
  }

  // An upload causes many short responses; none may wait for more data to fill a packet.
  const server = createServer({ noDelay: true }, (socket) => {
    if (!sockets.take(socket)) return
    const peer = writePeer(socket)
    socket.on('close', () => {
      arriving.delete(peer)
      clearTimeout(greetings.get(socket))
    })
    arriving.set(peer, socket)
    const timer = setTimeout(() => socket.destroy(), limits.loginMs)
    timer.unref()
    greetings.set(socket, timer)
    engine.injectSocket(socket)
  })
  const port = await ports.listen(server)
  if (port === undefined) return undefined

  return {
    open(sandbox, { group, holding }) {
      const { id, credentials } = sandbox
      const { username, password } = credentials
      const call = makeCalls(service, sandbox, group, {
        pace: new Pace(limits.callsPerSecond, limits.callBurst),
        holding,
      })
      const account: Account = { username, password, files: new RemoteFiles(call, now), sockets: new Set() }
      accounts.set(id, account)
      const wire: Wire = {
        kind: 'sftp',
        host: options.host,
        port,
        username,
        password,
        host_key_fingerprint: hostKey.fingerprint,
      }
      return {
        wire,
        async close() {
          accounts.delete(id)
          for (const socket of account.sockets) socket.destroy()
        },
      }
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      sockets.cutOffAll()
      await closed
      ports.release(port)
    },
  }
}

function findAccount(accounts: ReadonlyMap<string, Account>, name: string): Account | undefined {
  for (const account of accounts.values()) if (account.username === name) return account
  return undefined
}

function hasPassword({ password }: Account, context: AuthContext): boolean {
  return context.method === 'password' && equalSecrets(password, context.password)
}

/**
 * Resolves at once if a client has read most of the sent data, else once it has read all of it; cuts off a client that
 * does not do so within `readMs`.
 */
function drained(socket: Socket, readMs: number): Promise<void> {
  if (socket.writableLength < sentBytes || socket.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.destroy(), readMs)
    const done = () => {
      clearTimeout(timer)
      socket.off('drain', done).off('close', done)
      resolve()
    }
    socket.on('drain', done).on('close', done)
  })
}
