/**
 * Bundles by the content of what they were made of, under `node_modules/.cache/carebench/<key>/`:
 *
 *   main.js, …     the bundle
 *   inputs.json every file and folder that it depends on, as [name, stamp, digest], and every file of it, as [name,
 *   size] in-use/<mark> a process that runs it, and may load another part of it later: <pid>@<host>
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

/** Where the bundles of a checkout are. */
export const cacheFolder = (root) => join(root, 'node_modules', '.cache', 'carebench')

/** What a bundle depends on is written here, in its folder. */
export const inputsFile = 'inputs.json'

/** Folders in which bundles are built begin with this. */
export const buildingPrefix = 'building-'

/** A bundle that nobody runs is kept so long after it was last started, in milliseconds. */
const keptFor = 60_000

/** Nobody can tell here whether a process of another host still runs; it is believed for a day, in milliseconds. */
const believedFor = 86_400_000

/** Where a pid means the same process. Containers on one machine can share its name, but seldom its pids. */
const host = `${encodeURIComponent(hostname())}-${pidNamespace()}`
const thisProcess = `${process.pid}@${host}`

/** The folder of the bundle of the sources as they are now; undefined if there is none yet. */
export function findBundle(root) {
  const latestFirst = pathsIn(cacheFolder(root)).sort((a, b) => lastStart(b) - lastStart(a))
  // A folder that is being built gets another name as soon as it is complete.
  return latestFirst.find((folder) => !basename(folder).startsWith(buildingPrefix) && isCurrent(root, folder))
}

/** Marks a bundle as one that this process runs, so that no other removes it. */
export function holdBundle(folder) {
  const mark = join(folder, 'in-use', thisProcess)
  try {
    mkdirSync(join(folder, 'in-use'), { recursive: true })
    writeFileSync(mark, '')
  } catch {
    // Where nothing can be written, nothing can be removed either.
    return
  }
  process.once('exit', () => rmSync(mark, { force: true }))
}

/** Removes the bundles that nobody runs any more, but for one, and what was left of builds that were ended. */
export function removeOldBundles(root, kept) {
  for (const folder of pathsIn(cacheFolder(root))) {
    if (folder === kept || Date.now() - lastStart(folder) < keptFor) continue
    if (!pathsIn(join(folder, 'in-use')).some(isHeld)) rmSync(folder, { recursive: true, force: true })
  }
}

/** How a file is, by what costs little to ask. */
export function readStamp(path) {
  const stats = readStats(path)
  return stats === undefined ? 'absent' : `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`
}

/** The size of a file in bytes; undefined if there is none. */
export function readSize(path) {
  return readStats(path)?.size
}

/** The content of a file as a digest. What cannot be read equals no file that was. */
export function digestOfFile(path) {
  try {
    return digest(readFileSync(path))
  } catch (error) {
    return error.code === 'ENOENT' ? 'absent' : 'unreadable'
  }
}

/** Which files of a folder an import can name, as a digest: a new one may be found before the present one. */
export function digestOfFolder(path) {
  return digest(
    namesIn(path)
      .filter((name) => /\.([cm]?[jt]sx?|json)$/.test(name))
      .sort()
      .join('\n'),
  )
}

/** A digest of bytes or text, short enough for a name. */
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

/** What a bundle depends on and consists of; undefined if that is not written in the expected form. */
function readInputs(folder) {
  try {
    const inputs = JSON.parse(readFileSync(join(folder, inputsFile), 'utf8'))
    return [inputs?.files, inputs?.folders, inputs?.outputs].every(Array.isArray) ? inputs : undefined
  } catch {
    return undefined
  }
}

/** Saves the next start from reading the files again. */
function refreshInputs(folder, inputs) {
  const written = join(folder, `${inputsFile}.${thisProcess}`)
  try {
    writeFileSync(written, JSON.stringify(inputs))
    renameSync(written, join(folder, inputsFile))
  } catch {
    // They are read again then.
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

/** A start adds a mark to the folder, and its end takes it away: either changes the time of the folder. */
function lastStart(folder) {
  return (readStats(join(folder, 'in-use')) ?? readStats(folder))?.mtimeMs ?? 0
}

function readStats(path) {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // A folder above it is a file now, for example.
    return undefined
  }
}

/** Whether the process that left a mark may still run. */
function isHeld(mark) {
  const [pid, where] = basename(mark).split('@')
  if (where === host) return isRunning(Number(pid))
  return Date.now() - (readStats(mark)?.mtimeMs ?? 0) < believedFor
}

/** The number of the pid namespace on Linux, where each container has one; '' elsewhere. */
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
