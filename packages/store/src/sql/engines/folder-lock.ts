import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  answers,
  bootId,
  isSocketName,
  type LivenessSocket,
  openLivenessSocket,
  othersAnswer,
} from './liveness-socket.js'
import { readPlainFile } from './plain-file.js'

/** Thrown if another process uses a folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/** The process that uses a folder. */
interface Holder {
  /** A unique id of this lock. */
  readonly id: string
  readonly pid: number
  readonly host: string
  /** RFC 3339. */
  readonly since: string
  /** Milliseconds between two heartbeats, which update the time of the file. Undefined for older versions. */
  readonly refresh?: number
  /** The boot id of the kernel; undefined outside Linux, and for a holder of an older version. */
  readonly boot?: string
  /** The PID namespace of its process id. */
  readonly pids?: string
  /** The name of its {@link LivenessSocket}, if it has one. */
  readonly socket?: string
}

/** Options for taking and keeping a lock; times in milliseconds. */
interface LockOptions {
  /** Called before waiting for a heartbeat, if the lock of another machine may be abandoned. */
  readonly onWait?: (message: string) => void
  /** The time between two heartbeats. Default: 5 s. */
  readonly refresh?: number
  /**
   * The time without a heartbeat after which a lock counts as abandoned, unless its process is known to run. Default:
   * 30 s.
   */
  readonly patience?: number
  /**
   * Called if another process has taken the folder from this one, or may have: this process must stop writing. Default:
   * throws, which ends the process.
   */
  readonly onLost?: (error: FolderInUseError) => void
}

/** The lock files that this process holds: after a crash in a container, the next process may have the same id. */
const held = new Set<string>()
/** Longer than another process takes from reading an abandoned lock to removing it. */
const settleMs = 100
const defaultPatienceMs = 30_000
/** Maximum number of times that this process yields to others that take the folder at the same moment. */
const maxYields = 10

/**
 * Locks a folder for this process, until the returned function is called. Rejects with a {@link FolderInUseError} that
 * names the process that holds the lock. The lock of an ended process on this kernel, in any container, is ignored: its
 * {@link LivenessSocket} does not respond. The lock of another machine, or of a container on a file system without
 * sockets, is ignored once its heartbeat has been missing for a while, by the clock of the file system. The lock of an
 * older version without heartbeats counts until its process has ended, or, if that is on another machine, until its
 * file is removed.
 */
export async function lockFolder(folder: string, options: LockOptions = {}): Promise<() => void> {
  for (let yields = 1; ; yields++) {
    const socket = await openLivenessSocket(folder)
    let lock: Lock | undefined
    let isAlone = false
    try {
      lock = await takeLock(folder, socket, options)
      // A process opens its socket before it takes the folder, so of two concurrent processes at least one sees the
      // other. Look even if this process could not open a socket.
      isAlone = !(await othersAnswer(folder, socket?.name))
      if (isAlone) return keep(lock, socket, options)
    } finally {
      if (!isAlone) release(lock, socket)
    }
    if (yields === maxYields) {
      throw new FolderInUseError(`Other processes take the folder ${folder} at the same moment. Start only one.`)
    }
    await sleep(settleMs * yields * Math.random())
  }
}

/** A lock of this process. */
interface Lock {
  readonly file: string
  readonly text: string
  readonly refresh: number
}

/** Creates the lock file, or throws a {@link FolderInUseError}. */
async function takeLock(folder: string, socket: LivenessSocket | undefined, options: LockOptions): Promise<Lock> {
  const { refresh = 5000, patience = defaultPatienceMs, onWait } = options
  const file = join(folder, 'lock')
  const id = randomUUID()
  const own = `${file}.${id}`
  const holder: Holder = {
    id,
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
    refresh,
    ...(bootId !== undefined && { boot: bootId }),
    ...(pidNamespace !== undefined && { pids: pidNamespace }),
    ...(socket !== undefined && { socket: socket.name }),
  }
  const text = `${JSON.stringify(holder)}\n`
  try {
    writeFileSync(own, text, { mode: 0o600 })
    let isRemoved = false
    // A link appears together with its content, and only one process can create it.
    for (;;) {
      const isOurs = tryLink(own, file) || read(file) === text
      if (isOurs && (!isRemoved || (await stillHolds(file, text)))) return { file, text, refresh }
      const present = read(file)
      if (isOurs || present === undefined) continue
      await assertAbandoned(file, present, { folder, patience, own, ...(onWait && { onWait }) })
      removeAbandoned(file, present)
      isRemoved = true
    }
  } finally {
    rmSync(own, { force: true })
  }
}

/** Sends heartbeats until the returned function is called. Retries a failed one until others would ignore the lock. */
function keep(lock: Lock, socket: LivenessSocket | undefined, options: LockOptions): () => void {
  const { file, text, refresh } = lock
  const { patience = defaultPatienceMs, onLost = raise } = options
  held.add(file)
  let shownAt = performance.now()
  const lose = (why: string, cause?: unknown) => {
    clearInterval(timer)
    held.delete(file)
    const result = 'This process ends, because two writing processes would damage the database.'
    onLost(new FolderInUseError(`${why} ${result}`, { cause }))
  }
  const refreshLock = () => {
    let isOurs: boolean
    try {
      isOurs = writeHeartbeat(file, text)
    } catch (error) {
      const silence = performance.now() - shownAt
      // The next heartbeat would come too late.
      if (silence + refresh < patience) return
      const reason = error instanceof Error ? error.message : String(error)
      lose(
        `${file} could not be written for ${Math.round(silence / 1000)} s (${reason}): others see it as abandoned.`,
        error,
      )
      return
    }
    if (!isOurs) {
      lose(`${file} is no longer the lock of this process.`)
      return
    }
    shownAt = performance.now()
    socket?.touch()
  }
  const timer = setInterval(refreshLock, refresh)
  timer.unref()
  return () => {
    clearInterval(timer)
    release(held.delete(file) ? lock : undefined, socket)
  }
}

/**
 * Removes the lock, and closes the socket even if that fails: without the socket, the lock counts as abandoned.
 */
function release(lock: Lock | undefined, socket: LivenessSocket | undefined): void {
  try {
    if (lock !== undefined && read(lock.file) === lock.text) rmSync(lock.file, { force: true })
  } finally {
    socket?.close()
  }
}

function raise(error: Error): void {
  throw error
}

/** Whether a lock still exists once other processes that saw the abandoned one before it have had time to act. */
async function stillHolds(file: string, text: string): Promise<boolean> {
  await sleep(settleMs)
  return read(file) === text
}

/** Rewrites a lock unchanged, which updates its time. Returns false if another process holds the lock. */
function writeHeartbeat(file: string, text: string): boolean {
  if (read(file) !== text) return false
  writeFileSync(file, text, { flag: 'r+' })
  return true
}

function tryLink(own: string, file: string): boolean {
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (readCode(error) === 'EEXIST') return false
    throw error
  }
}

interface Watch {
  readonly folder: string
  readonly patience: number
  /** The path of a file of this process in the same folder. */
  readonly own: string
  readonly onWait?: (message: string) => void
}

async function assertAbandoned(file: string, text: string, watch: Watch): Promise<void> {
  const holder = parseHolder(text)
  const { pid, host, since, refresh } = holder
  const isHere = await runsHere(watch.folder, file, holder)
  if (isHere === false) return
  if (isHere) {
    const where = host === hostname() ? 'this machine' : host
    throw new FolderInUseError(
      `The folder is used by process ${pid} of ${where}, since ${since} (${file}). Stop it, or use another folder.`,
    )
  }
  const use = `The folder is used by process ${pid} of ${host}, since ${since}.`
  if (refresh === undefined) throw new FolderInUseError(`${use} If that process has ended, remove ${file}.`)
  if (await hasHeartbeat(file, refresh, watch, use)) {
    throw new FolderInUseError(`${use} It is running: stop it, or use another folder.`)
  }
}

/**
 * Whether a holder runs; undefined if this process cannot tell, because the holder is on another machine or in another
 * container.
 */
async function runsHere(folder: string, file: string, holder: Omit<Holder, 'id'>): Promise<boolean | undefined> {
  const { pid, host, refresh, boot, pids, socket } = holder
  if (boot !== undefined && boot === bootId && socket !== undefined) {
    const isReached = await answers(folder, socket)
    if (isReached !== undefined) return isReached
  }
  // An older version on Linux does not record its PID namespace; its heartbeats count if it has any.
  const isNear =
    boot === undefined
      ? host === hostname() && (bootId === undefined || refresh === undefined)
      : boot === bootId && pids === pidNamespace
  if (!isNear) return undefined
  return pid === process.pid ? held.has(file) : isAlive(pid)
}

/** The PID namespace, in which process ids are unique: each container has its own. */
const pidNamespace = readPidNamespace()

function readPidNamespace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return undefined
  }
}

/**
 * Whether a lock changes or disappears before it counts as abandoned. It is watched for longer than the time between
 * two heartbeats.
 */
async function hasHeartbeat(
  file: string,
  refresh: number,
  { patience, own, onWait }: Watch,
  use: string,
): Promise<boolean> {
  const first = changedAt(file)
  // By the clock of the file system, which may differ from that of the machine.
  const age = (changedAt(own) ?? 0) - (first ?? 0)
  const watched = Math.max(patience - age, refresh * 1.2)
  onWait?.(
    `${use} Waiting up to ${Math.ceil(watched / 1000)} s for a heartbeat; without one, its lock counts as abandoned.`,
  )
  for (let left = watched; left > 0; left -= refresh / 5) {
    await sleep(Math.min(left, refresh / 5))
    const now = changedAt(file)
    // The holder has released it, so try again.
    if (now === undefined) return false
    if (now !== first) return true
  }
  return false
}

/** Returns when a file was last written, in milliseconds; undefined if it is gone. */
function changedAt(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs
}

/** Removes an abandoned lock. If several processes find it, none removes the new lock of a faster one. */
function removeAbandoned(file: string, text: string): void {
  const aside = `${file}.${randomUUID()}.old`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (readCode(error) === 'ENOENT') return
    throw error
  }
  // Another process has taken the lock in between: restore its lock, unless a third process was faster.
  if (read(aside) !== text) tryLink(aside, file)
  rmSync(aside, { force: true })
}

function parseHolder(text: string): Omit<Holder, 'id'> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = null
  }
  const { pid, host, since, refresh, boot, pids, socket } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Partial<Holder>
  return {
    pid: typeof pid === 'number' ? pid : 0,
    host: typeof host === 'string' ? host : 'an unknown machine',
    since: typeof since === 'string' ? since : 'an unknown time',
    ...(typeof refresh === 'number' && refresh > 0 && { refresh }),
    ...(typeof boot === 'string' && { boot }),
    ...(typeof pids === 'string' && { pids }),
    ...(typeof socket === 'string' && isSocketName(socket) && { socket }),
  }
}

function read(file: string): string | undefined {
  try {
    return readPlainFile(file)
  } catch (error) {
    if (readCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 1) return false
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return readCode(error) === 'EPERM'
  }
}

/**
 * Whether a process has ended but its parent has not collected its status; in a container, perhaps it never does.
 */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false
  }
}

function readCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
