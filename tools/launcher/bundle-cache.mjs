/**
 * The cache of bundles of the command line, each in a folder `node_modules/.cache/carebench/<key>/`, whose key is a
 * digest of the sources:
 *
 *   main.js, …     the bundle
 *   inputs.json    every file and folder that the bundle depends on, as [name, stamp, digest], and every file of the
 *                  bundle, as [name, size]
 *   in-use/<mark>  marks a process that runs the bundle, and may load another part of it later: <pid>@<host>
 */
import { createHash } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'

/** Returns the folder of the bundles of a checkout. */
export const cacheFolder = (root) => join(root, 'node_modules', '.cache', 'carebench')

/** The name of the file, in the folder of a bundle, that lists what the bundle depends on and consists of. */
export const inputsFile = 'inputs.json'

/** The prefix of folders in which bundles are being built. */
export const buildingPrefix = 'building-'

/** How long a bundle that no process runs is kept after its last use, in milliseconds. */
const keptFor = 60_000

/** How long a process of another host counts as running, in milliseconds, because that cannot be checked from here. */
const believedFor = 86_400_000

/** Host name and pid namespace, within which a pid means one process. Containers can share the name of a machine. */
const host = `${encodeURIComponent(hostname())}-${pidNamespace()}`
const thisProcess = `${process.pid}@${host}`

/** Returns the folder of the bundle of the present sources, undefined if there is none yet. */
export function findBundle(root) {
  const latestFirst = pathsIn(cacheFolder(root)).sort((a, b) => lastStart(b) - lastStart(a))
  // A folder in which a bundle is being built is renamed when the bundle is complete.
  return latestFirst.find((folder) => !basename(folder).startsWith(buildingPrefix) && isCurrent(root, folder))
}

/** Marks a bundle as in use by this process, until it exits, so that no other process removes it. */
export function holdBundle(folder) {
  const mark = join(folder, 'in-use', thisProcess)
  try {
    mkdirSync(join(folder, 'in-use'), { recursive: true })
    writeFileSync(mark, '')
  } catch {
    // If this process cannot write to the folder, others cannot remove it either.
    return
  }
  process.once('exit', () => rmSync(mark, { force: true }))
}

/** Removes all bundles but `kept` that no process runs any more, and the remains of builds that were killed. */
export function removeOldBundles(root, kept) {
  for (const folder of pathsIn(cacheFolder(root))) {
    if (folder === kept || Date.now() - lastStart(folder) < keptFor) continue
    if (!pathsIn(join(folder, 'in-use')).some(isHeld)) rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the size and the times of a file, which are quick to read and change with it; `absent` if there is none. */
export function readStamp(path) {
  const stats = readStats(path)
  return stats === undefined ? 'absent' : `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`
}

/** Returns the size of a file in bytes, undefined if there is none. */
export function readSize(path) {
  return readStats(path)?.size
}

/** Returns the digest of a file, `absent` if there is none, or `unreadable`, which equals no stored digest. */
export function digestOfFile(path) {
  try {
    return digest(readFileSync(path))
  } catch (error) {
    return error.code === 'ENOENT' ? 'absent' : 'unreadable'
  }
}

/** Returns a digest of the file names in a folder that imports can resolve to: a new file may take precedence. */
export function digestOfFolder(path) {
  return digest(
    namesIn(path)
      .filter((name) => /\.([cm]?[jt]sx?|json)$/.test(name))
      .sort()
      .join('\n'),
  )
}

/** Returns half of the SHA-256 of bytes or text, as 32 hexadecimal digits, short enough for the name of a folder. */
export function digest(content) {
  return createHash('sha256').update(content).digest('hex').slice(0, 32)
}

function isCurrent(root, folder) {
  const inputs = readInputs(folder)
  if (inputs === undefined || inputs.root !== root) return false
  if (inputs.outputs.some(([name, size]) => readSize(`${folder}/${name}`) !== size)) return false
  let isRefreshed = false
  for (const [entries, digestOf] of [
    [inputs.files, digestOfFile],
    [inputs.folders, digestOfFolder],
  ]) {
    for (const entry of entries) {
      const [name, stamp, digest] = entry
      // join() would take longer than the rest.
      const path = `${root}/${name}`
      const present = readStamp(path)
      if (present === stamp) continue
      if (digestOf(path) !== digest) return false
      entry[1] = present
      isRefreshed = true
    }
  }
  if (isRefreshed) refreshInputs(folder, inputs)
  return true
}

/** Reads what a bundle depends on and consists of; undefined if the file is missing or malformed. */
function readInputs(folder) {
  try {
    const inputs = JSON.parse(readFileSync(join(folder, inputsFile), 'utf8'))
    return [inputs?.files, inputs?.folders, inputs?.outputs].every(Array.isArray) ? inputs : undefined
  } catch {
    return undefined
  }
}

/** Writes the new stamps of unchanged files, so that the next start need not read the files again. */
function refreshInputs(folder, inputs) {
  const written = join(folder, `${inputsFile}.${thisProcess}`)
  try {
    writeFileSync(written, JSON.stringify(inputs))
    renameSync(written, join(folder, inputsFile))
  } catch {
    // Then the next start reads the files again.
  }
}

function pathsIn(path) {
  return namesIn(path).map((name) => join(path, name))
}

function namesIn(path) {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

/**
 * Returns when a process last began or ended to run a bundle: adding or removing its mark changes the folder's time.
 */
function lastStart(folder) {
  return (readStats(join(folder, 'in-use')) ?? readStats(folder))?.mtimeMs ?? 0
}

function readStats(path) {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // For example, because a folder above it is a file now.
    return undefined
  }
}

/** Whether the process of a mark may still run. */
function isHeld(mark) {
  const [pid, where] = basename(mark).split('@')
  if (where === host) return isRunning(Number(pid))
  return Date.now() - (readStats(mark)?.mtimeMs ?? 0) < believedFor
}

/** Returns the number of the pid namespace, of which each Linux container has its own; '' on other systems. */
function pidNamespace() {
  try {
    return readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '')
  } catch {
    return ''
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
