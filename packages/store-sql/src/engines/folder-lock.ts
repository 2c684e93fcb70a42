import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPlainFile } from './plain-file.js'

/** Thrown if another process uses a folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/** Who uses a folder. */
interface Holder {
  /** Of this lock, so that no two are the same. */
  readonly id: string
  readonly pid: number
  readonly host: string
  /** RFC 3339. */
  readonly since: string
  /** Milliseconds between two signs of life: the time of the file. A holder of an older version gives none. */
  readonly refresh?: number
}

/** How a lock is taken and kept; times in milliseconds. */
interface LockOptions {
  /** Told once, if the lock of another machine may be an abandoned one. */
  readonly onWait?: (message: string) => void
  /** Between two signs of life. Default: 5 s. */
  readonly refresh?: number
  /** After so long without one, the lock of another machine is abandoned. Default: 30 s. */
  readonly patience?: number
  /** Told if another process has taken the folder from this one, which must not write any more. Default: throws, which ends the process. */
  readonly onLost?: (error: FolderInUseError) => void
}

/** The lock files that this process holds: after a crash in a container, the next process may have the same id. */
const held = new Set<string>()
/** Milliseconds: longer than another process is between reading an abandoned lock and removing it. */
const settling = 100

/**
 * Takes a folder for this process, until the returned function is called. Rejects with a {@link FolderInUseError} that names the
 * process that has it. The lock of a process of this machine that has ended counts for nothing; that of another machine,
 * or container, once it has shown no sign of life for a while, by the clock of the file system and while this process watched. One of
 * an older version, which shows none, counts until somebody removes the file.
 */
export async function lockFolder(folder: string, options: LockOptions = {}): Promise<() => void> {
  const { refresh = 5000, patience = 30_000, onWait, onLost = raise } = options
  const file = join(folder, 'lock')
  const own = `${file}.${process.pid}`
  const holder: Holder = {
    id: randomUUID(),
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
    refresh,
  }
  const text = `${JSON.stringify(holder)}\n`
  writeFileSync(own, text, { mode: 0o600 })
  try {
    let isRemoved = false
    // A link appears with its content, and only one process can make it.
    for (;;) {
      const isOurs = isLinked(own, file) || read(file) === text
      if (isOurs && (!isRemoved || (await remains(file, text)))) break
      const present = read(file)
      if (isOurs || present === undefined) continue
      await assertAbandoned(file, present, { patience, own, ...(onWait && { onWait }) })
      removeAbandoned(file, present)
      isRemoved = true
    }
  } finally {
    rmSync(own, { force: true })
  }
  held.add(file)
  const timer = setInterval(() => {
    if (showLife(file, text)) return
    clearInterval(timer)
    held.delete(file)
    onLost(
      new FolderInUseError(
        `${file} is not of this process any more. It ends, because two that write would damage the database.`,
      ),
    )
  }, refresh)
  timer.unref()
  return () => {
    clearInterval(timer)
    if (held.delete(file) && read(file) === text) rmSync(file, { force: true })
  }
}

function raise(error: Error): void {
  throw error
}

/** Whether a lock is still there when those have acted that had found the former one abandoned. */
async function remains(file: string, text: string): Promise<boolean> {
  await sleep(settling)
  return read(file) === text
}

/** Writes a lock as it is, so that the file system gives it its time. Returns false if it is another one. */
function showLife(file: string, text: string): boolean {
  if (read(file) !== text) return false
  writeFileSync(file, text, { flag: 'r+' })
  return true
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

interface Watch {
  readonly patience: number
  /** A file of this process in the same folder. */
  readonly own: string
  readonly onWait?: (message: string) => void
}

async function assertAbandoned(file: string, text: string, watch: Watch): Promise<void> {
  const { pid, host, since, refresh } = holderIn(text)
  if (host !== hostname()) {
    const use = `The folder is used by process ${pid} of ${host}, since ${since}.`
    if (refresh === undefined) throw new FolderInUseError(`${use} If that process has ended, remove ${file}.`)
    if (await showsLife(file, refresh, watch, use)) {
      throw new FolderInUseError(`${use} It is at work: stop it, or use another folder.`)
    }
    return
  }
  if (pid === process.pid ? held.has(file) : isAlive(pid)) {
    throw new FolderInUseError(
      `The folder is used by process ${pid} of this machine, since ${since} (${file}). Stop it, or use another folder.`,
    )
  }
}

/** Whether a lock changes, or goes, before it counts as abandoned. It is watched for longer than from one sign of life to the next. */
async function showsLife(
  file: string,
  refresh: number,
  { patience, own, onWait }: Watch,
  use: string,
): Promise<boolean> {
  const first = changedAt(file)
  // By the clock of the file system, which may be another than that of the machine.
  const age = (changedAt(own) ?? 0) - (first ?? 0)
  const watched = Math.max(patience - age, refresh * 1.2)
  onWait?.(
    `${use} Waiting up to ${Math.ceil(watched / 1000)} s for a sign of life; without one, its lock is abandoned.`,
  )
  for (let left = watched; left > 0; left -= refresh / 5) {
    await sleep(Math.min(left, refresh / 5))
    const now = changedAt(file)
    // Whoever held it has let go, so that the next attempt says more.
    if (now === undefined) return false
    if (now !== first) return true
  }
  return false
}

/** When a file was written last, in milliseconds; undefined if it is gone. */
function changedAt(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs
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

function holderIn(text: string): Omit<Holder, 'id'> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = null
  }
  const { pid, host, since, refresh } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Holder>
  return {
    pid: typeof pid === 'number' ? pid : 0,
    host: typeof host === 'string' ? host : 'an unknown machine',
    since: typeof since === 'string' ? since : 'an unknown time',
    ...(typeof refresh === 'number' && refresh > 0 && { refresh }),
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
