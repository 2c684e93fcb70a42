import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** A running PostgreSQL server on loopback, with a cluster and a database for this example alone. */
export interface Postgres {
  /** Connection URL of the database. */
  readonly url: string
  readonly version: string
  stop(): void
}

/**
 * Returns the folder with the programs of the newest PostgreSQL in /usr/lib/postgresql, 15 or later; if there is none,
 * /usr/local/bin or /opt/homebrew/bin, whatever its version. Throws an Error if PostgreSQL is in none of them.
 */
function findPrograms(): string {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).filter((version) => Number(version) >= 15) : []
  const folders = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'))
    .concat('/usr/local/bin', '/opt/homebrew/bin')
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')))
  if (found !== undefined) return found
  throw new Error(
    'Expected PostgreSQL 15 or newer on this machine; install it, for example: apt-get install postgresql',
  )
}

/**
 * Creates a cluster in an empty folder and starts its server on a free port. PostgreSQL refuses to run as root, so root
 * gives the folder to the user `postgres`, who then runs it.
 */
export async function startPostgres(folder: string): Promise<Postgres> {
  const programs = findPrograms()
  const isRoot = process.getuid?.() === 0
  mkdirSync(folder, { recursive: true })
  if (isRoot) execFileSync('chown', ['-R', 'postgres', folder])
  const data = join(folder, 'data')
  const run = (program: string, ...args: readonly string[]) => {
    const command = [join(programs, program), ...args]
    const [file = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
    // The server inherits open files. It would keep a pipe for stdout open, and spawnSync would wait for its end.
    const { status, stderr } = spawnSync(file, rest, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`)
  }
  const port = await freePort()
  run('initdb', '-D', data, '-U', 'carebench', '-A', 'trust', '-E', 'UTF8', '--locale=C')
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`
  run('pg_ctl', '-D', data, '-o', settings, '-l', join(folder, 'log'), '-w', 'start')
  run('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'carebench', 'carebench')
  const version = execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' }).trim()
  return {
    url: `postgres://carebench@127.0.0.1:${port}/carebench`,
    version,
    stop: () => run('pg_ctl', '-D', data, '-m', 'fast', '-w', 'stop'),
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
