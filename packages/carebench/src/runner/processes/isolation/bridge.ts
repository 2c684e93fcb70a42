import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { maxConnections } from './relay.js'

/** A port on loopback inside a sandbox, and the Unix socket that its connections are passed to. */
export interface Bridge {
  readonly host: string
  readonly port: number
  readonly socket: string
}

/** The process that forwards the connections of a sandbox. */
export interface BridgeProcess {
  /** Resolves when it has ended. */
  readonly ended: Promise<void>
  readonly stop: () => void
}

/**
 * The program of the bridge process: opens the bridges, writes `ready` or an error to stdout, and exits when stdin
 * ends.
 */
const program = `
'use strict'
const net = require('node:net')
function open({ host, port, socket }) {
  return new Promise((resolve, reject) => {
    const server = net.createServer({ allowHalfOpen: true }, (inside) => {
      const outside = net.connect({ path: socket, allowHalfOpen: true })
      for (const [from, to] of [[inside, outside], [outside, inside]]) {
        from.on('error', () => to.destroy())
        from.on('close', () => to.destroySoon())
        from.pipe(to)
      }
    })
    server.maxConnections = ${maxConnections}
    server.on('error', reject).listen(port, host, resolve)
  })
}
process.stdin.on('error', () => process.exit()).on('end', () => process.exit()).resume()
Promise.all(JSON.parse(process.argv[1]).map(open)).then(
  () => process.stdout.write('ready\\n'),
  (error) => process.stdout.write(error.message.split('\\n')[0] + '\\n', () => process.exit(1)),
)
`

/**
 * Opens bridges in the network of a sandbox from outside. The bridge process joins only the user and network namespaces
 * of `leader`, so the agent can neither see, signal nor trace it.
 *
 * @param leader - a process of the sandbox, before it leaves the user namespace that owns the network
 * @throws an Error that says why there is no bridge
 */
export async function startBridges(leader: number, bridges: readonly Bridge[]): Promise<BridgeProcess> {
  const enter = ['--preserve-credentials', '--user', '--net', `--target=${leader}`, '--']
  const child = spawn('nsenter', [...enter, process.execPath, '-e', program, JSON.stringify(bridges)], {
    // A terminal interrupt must not end the bridges, because the agent still needs its network while it ends.
    detached: true,
    env: { PATH: process.env.PATH },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const printed = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (printed.out += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (printed.err += chunk))
  child.stdin.on('error', () => {})
  const closed = once(child, 'close').then(
    () => {},
    (error: Error) => {
      printed.err ||= error.message
    },
  )
  await Promise.race([once(child.stdout, 'data'), closed])
  if (printed.out !== 'ready\n') {
    child.kill('SIGKILL')
    throw new Error(`nsenter could not open the network of the sandbox: ${(printed.out || printed.err).trim()}`)
  }
  return { ended: closed, stop: () => child.kill('SIGKILL') }
}
