import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { readPlainFile } from './plain-file.js'

/** Thrown if another process uses a folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/** Who uses a folder. */
interface Holder {
  readonly pid: number
  readonly host: string
  /** RFC 3339. */
  readonly since: string
}

/** The lock files that this process holds: after a crash in a container, the next process may have the same id. */
const held = new Set<string>()

/**
 * Takes a folder for this process, until the returned function is called. Throws a {@link FolderInUseError} that names the
 * process that has it. The lock of a process of this machine that has ended counts for nothing; that of another machine,
 * or container, which cannot be examined, counts until somebody removes the file.
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock')
  const own = `${file}.${process.pid}`
  const holder: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() }
  writeFileSync(own, `${JSON.stringify(holder)}\n`, { mode: 0o600 })
  try {
    // A link appears with its content, and only one process can make it.
    while (!isLinked(own, file)) {
      const text = read(file)
      if (text === undefined) continue
      assertAbandoned(file, text)
      removeAbandoned(file, text)
    }
  } finally {
    rmSync(own, { force: true })
  }
  held.add(file)
  return () => {
    if (held.delete(file)) rmSync(file, { force: true })
  }
}

function isLinked(own: string, file: string): boolean {
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function assertAbandoned(file: string, text: string): void {
  const { pid, host, since } = holderIn(text)
  if (host !== hostname()) {
    throw new FolderInUseError(
      `The folder is used by process ${pid} of ${host}, since ${since}. If that process has ended, remove ${file}.`,
    )
  }
  if (pid === process.pid ? held.has(file) : isAlive(pid)) {
    throw new FolderInUseError(
      `The folder is used by process ${pid} of this machine, since ${since} (${file}). Stop it, or use another folder.`,
    )
  }
}

/** Of several processes that find an abandoned lock, none removes the one of a faster one. */
function removeAbandoned(file: string, text: string): void {
  const aside = `${file}.${process.pid}.old`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  // Another process has taken the lock in between: it gets it back, unless a third one was faster.
  if (read(aside) !== text) isLinked(aside, file)
  rmSync(aside, { force: true })
}

function holderIn(text: string): Holder {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = null
  }
  const { pid, host, since } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Holder>
  return {
    pid: typeof pid === 'number' ? pid : 0,
    host: typeof host === 'string' ? host : 'an unknown machine',
    since: typeof since === 'string' ? since : 'an unknown time',
  }
}

function read(file: string): string | undefined {
  try {
    return readPlainFile(file)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 1) return false
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Whether a process has ended, and only its parent has not asked how: in a container perhaps nobody ever does. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
