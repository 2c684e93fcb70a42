import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'

/**
 * A socket by which other processes on the same kernel, even in other containers, see that this process runs. The
 * kernel closes it at any end of the process, and accepts connections even while the process is stopped.
 */
export interface LivenessSocket {
  /** The name of its file in the folder. */
  readonly name: string
  /** Updates the time of the file, so that nobody removes it as old. Without the file, others see only heartbeats. */
  touch(): void
  close(): void
}

const prefix = 'lock.'
const suffix = '.socket'
const newSuffix = '.new'

/** The id of the running kernel, the same in all its containers; undefined on systems without one. */
export const bootId: string | undefined = readBootId()

/** The prefix with the kernel id, because sockets of other kernels look as if their processes had ended. */
const ownPrefix = `${prefix}${bootId?.slice(0, 8)}.`

/** Maximum number of attempts to open a socket, because another process may remove the new one. */
const attempts = 5

/**
 * Opens a socket in a folder. Resolves to undefined where it would prove nothing: on a system without a kernel id, or a
 * file system without sockets.
 */
export async function openLivenessSocket(folder: string): Promise<LivenessSocket | undefined> {
  if (bootId === undefined) return undefined
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const socket = await tryToOpen(folder)
    if (socket !== 'removed') return socket
  }
  return undefined
}

/**
 * Opens a socket; undefined if that fails. Resolves to `removed` if another process has mistaken the new socket for one
 * that a crash left, and removed it.
 */
async function tryToOpen(folder: string): Promise<LivenessSocket | 'removed' | undefined> {
  const name = `${ownPrefix}${randomBytes(6).toString('hex')}${suffix}`
  const file = join(folder, name)
  let server: Server | undefined
  let isRemoved = false
  try {
    server = await listen(folder, `${name}${newSuffix}`)
    // A socket refuses connections until it listens; until then, it has a name that other processes ignore.
    isRemoved = !tryRename(`${file}${newSuffix}`, file)
    if (!isRemoved && (await reach(folder, name)) === 'answers') return createSocket(server, name, file)
  } catch {
    // The lock works without a socket.
  }
  server?.close()
  for (const path of [`${file}${newSuffix}`, file]) rmSync(path, { force: true })
  return isRemoved ? 'removed' : undefined
}

function tryRename(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

function createSocket(server: Server, name: string, file: string): LivenessSocket {
  return {
    name,
    touch() {
      const now = new Date()
      try {
        utimesSync(file, now, now)
      } catch {
        // It was removed, so others see only the heartbeats of the lock.
      }
    },
    close() {
      server.close()
      rmSync(file, { force: true })
    },
  }
}

/** Whether the process of a socket of this kernel runs; undefined if the file is missing, which proves nothing. */
export async function answers(folder: string, name: string): Promise<boolean | undefined> {
  const outcome = await reach(folder, name)
  return outcome === 'missing' ? undefined : outcome === 'answers'
}

/** Whether a socket of this kernel other than `own` has a running process. Removes those without one. */
export async function othersAnswer(folder: string, own: string | undefined): Promise<boolean> {
  if (bootId === undefined) return false
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(ownPrefix) || name === own) continue
    if (name.endsWith(suffix) && (await reach(folder, name)) === 'answers') return true
    // A process that is about to rename its socket notices that it is gone, and retries: see `tryToOpen`.
    rmSync(join(folder, name), { force: true })
  }
  return false
}

export function isSocketName(name: string): boolean {
  return /^lock\.[0-9a-f]+\.[0-9a-f]+\.socket$/.test(name)
}

/** Whether a file in the folder belongs to the lock. */
export function isLockFile(name: string): boolean {
  return name === 'lock' || name.startsWith(prefix)
}

function listen(folder: string, name: string): Promise<Server> {
  return withSocketPath(folder, name, (path) => {
    // Accepting the connection is all that others need to see.
    const server = createServer((socket) => socket.destroy())
    server.unref()
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen({ path, backlog: 64 }, () => resolve(server))
    })
  })
}

function reach(folder: string, name: string): Promise<'answers' | 'refuses' | 'missing'> {
  return withSocketPath(folder, name, (path) => {
    return new Promise((resolve) => {
      const socket = connect({ path })
      socket.once('connect', () => {
        socket.destroy()
        resolve('answers')
      })
      socket.once('error', (error) => {
        const code = 'code' in error ? error.code : undefined
        if (code === 'ENOENT') resolve('missing')
        // Any other error, such as too many connections, means that a process is there.
        else resolve(code === 'ECONNREFUSED' ? 'refuses' : 'answers')
      })
    })
  })
}

/** Runs `work` with the path of a socket relative to the open folder, because a socket's path has at most 107 bytes. */
async function withSocketPath<Result>(
  folder: string,
  name: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const descriptor = openSync(folder, 'r')
  try {
    return await work(`/proc/self/fd/${descriptor}/${name}`)
  } finally {
    closeSync(descriptor)
  }
}

function readBootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
