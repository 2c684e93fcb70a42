import { constants, copyFileSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRegularFile } from './regular-file.js'

/** Error when another process holds the lock of the folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/** Finds the id of the process that writes to a folder; undefined if there is none on this machine. */
export function findWriter(path: string): number | undefined {
  const pid = readPid(join(path, 'pid'))
  return pid !== undefined && isAlive(pid) ? pid : undefined
}

/** Error codes of file systems without hard links. */
const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** The lock files of this process. */
const held = new Set<string>()

/**
 * Takes the lock of a folder, which only one process may write to. Throws a {@link FolderInUseError} if another process
 * has it, and a file system error if the folder is not writable. The lock file appears with its content, and an
 * abandoned one is removed by renaming it, so that among several processes that find it abandoned, none removes the
 * file of a faster one.
 */
export function lockFolder(path: string): void {
  const file = join(path, 'pid')
  const own = `${file}.${process.pid}`
  writeFileSync(own, `${process.pid}\n`, { mode: 0o600 })
  try {
    while (!isLinked(own, file)) {
      const pid = readPid(file)
      if (pid === undefined) continue
      assertAbandoned(file, pid)
      removeAbandoned(file, pid)
    }
    held.add(file)
  } finally {
    rmSync(own, { force: true })
  }
}

/** Releases a lock that this process took with {@link lockFolder}. */
export function unlockFolder(path: string): void {
  const file = join(path, 'pid')
  held.delete(file)
  rmSync(file, { force: true })
}

function isLinked(own: string, file: string): boolean {
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (!withoutLinks.has(code)) throw error
  }
  try {
    copyFileSync(own, file, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Maximum size of a lock file in bytes. */
const maxPidBytes = 64

/** Reads the process id in a lock file; undefined if the file is gone, NaN if no process has written it. */
function readPid(file: string): number | undefined {
  try {
    return Number(readRegularFile(file, maxPidBytes))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // The folder may come from a stranger, with gigabytes in the place of an id.
    if (code === undefined) return Number.NaN
    if (code === 'ENOENT') return undefined
    throw error
  }
}

function assertAbandoned(file: string, pid: number): void {
  // In a container, the process after a crash may have the same id.
  if (pid === process.pid ? held.has(file) : isAlive(pid)) {
    throw new FolderInUseError(
      `Process ${pid} writes to this folder (${file}). Wait for its end, stop it, or use another folder.`,
    )
  }
}

function removeAbandoned(file: string, pid: number): void {
  const aside = `${file}.${process.pid}.old`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  // Another process has taken the lock meanwhile: restores its file, unless a third process was faster.
  if (!Object.is(readPid(aside), pid)) isLinked(aside, file)
  rmSync(aside, { force: true })
}

function isAlive(pid: number): boolean {
  // A crash between creating the file and writing to it leaves it empty.
  if (!Number.isInteger(pid) || pid < 1) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
