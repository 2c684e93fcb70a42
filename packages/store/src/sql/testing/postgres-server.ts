import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// For tests only.

/** A PostgreSQL server in a temporary folder. */
export interface PostgresServer {
  /** Creates an empty database, and returns its URL. */
  createDatabase(name: string): string
  /** Creates a role that may only log in. */
  createRole(name: string): void
  /** Stops the server without a checkpoint, as a power failure would. */
  kill(): void
  /**
   * Kills its first process with SIGKILL, as the system does when memory runs out; its child processes notice and
   * end.
   */
  crash(): void
  /** Restarts the server. */
  start(): void
  /** Stops the server and removes its folder. */
  stop(): void
}

/** Returns the folder with the programs of PostgreSQL; undefined if it is not installed. */
export function findPostgres(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(root, version, 'bin')), '/usr/local/bin', '/opt/homebrew/bin']
  return folders.find((folder) => existsSync(join(folder, 'initdb')))
}

/** Why tests with PostgreSQL are skipped; undefined if they run. `.ci/run` requires them. */
export function whyNoPostgres(): string | undefined {
  if (findPostgres() !== undefined) return undefined
  if (process.env.CAREBENCH_REQUIRE_POSTGRES !== undefined) {
    throw new Error('Expected PostgreSQL in /usr/lib/postgresql; install it: apt-get install postgresql')
  }
  return 'PostgreSQL is not installed'
}

/** Creates a cluster and starts it on a free port of loopback. */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = findPostgres()
  if (programs === undefined) throw new Error('PostgreSQL is not installed.')
  const root = mkdtempSync(join(tmpdir(), 'carebench-postgres-'))
  // The server refuses to run as root.
  const asOwner = process.getuid?.() === 0
  chmodSync(root, 0o755)
  const data = join(root, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (asOwner) execFileSync('chown', ['-R', 'postgres', root])
  const run = (program: string, ...args: readonly string[]) => {
    const command = [join(programs, program), ...args]
    const [file = '', ...rest] = asOwner ? ['runuser', '-u', 'postgres', '--', ...command] : command
    // A server keeps inherited descriptors open, so its output is discarded.
    const { status, stderr } = spawnSync(file, rest, {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`)
  }
  run('initdb', '-D', data, '-U', 'carebench', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync')
  const port = await freePort()
  // The data need not survive a crash of the machine.
  const settings =
    `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${root} -c fsync=off -c ` +
    'full_page_writes=off'
  const startOnce = () => run('pg_ctl', '-D', data, '-o', settings, '-l', join(root, 'log'), '-w', 'start')
  const start = () => {
    // After a crash, it refuses to start until all processes of the previous server have ended.
    for (let attempt = 1; ; attempt++) {
      try {
        return startOnce()
      } catch (error) {
        if (attempt === 20) throw error
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
      }
    }
  }
  start()
  const url = (database: string) => `postgres://carebench@127.0.0.1:${port}/${database}`
  return {
    createDatabase(name) {
      run('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'carebench', name)
      return url(name)
    },
    createRole: (name) => run('createuser', '-h', '127.0.0.1', '-p', String(port), '-U', 'carebench', name),
    kill: () => run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop'),
    crash() {
      const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    start,
    stop() {
      run('pg_ctl', '-D', data, '-m', 'fast', '-w', 'stop')
      rmSync(root, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
