import { type Dirent, existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'

/** Maximum number of files and folders examined below readable folders; more would take seconds. */
const maxEntries = 200_000

/** System folders with installed packages, which agents can always see. */
const systemPackages = ['/usr/lib/node_modules', '/usr/local/lib/node_modules', '/usr/src', '/usr/local/src']

/** Pseudo file systems, which show processes, devices and descriptors of the machine. */
const machine = ['/proc', '/sys', '/dev']

/** Path suffixes of folders that store packages or their text under opaque names. */
const stores = [
  '.git',
  '_cacache',
  '.pnpm-store',
  'pnpm/store',
  '.yarn/cache',
  '.bun/install/cache',
  '.cache/carebench',
]

/**
 * Finds the paths in an agent's readable folders and files that a sandbox must hide, because they contain benchmarks,
 * results or their history: packages and checkouts of carebench with their caches, benchmarks, results folders,
 * databases of a server, packed packages, and stores of packages under opaque names. Sockets and pipes are also
 * covered, because through them even a read-only agent reaches programs outside.
 *
 * @throws a RangeError for a path that is such a place or lies in one; that is a socket, a pipe or a device; that is,
 * contains or lies in a folder of the machine such as `/proc`; or that is or contains the folder of temporary files.
 * Also if the folders have more than 200,000 entries together
 */
export function findCoveredPaths(reads: readonly string[]): readonly string[] {
  const covered: string[] = []
  const count = { left: maxEntries }
  for (const path of reads) {
    const real = realpathSync(path)
    assertReadable(path, real)
    const stat = statSync(real)
    if (stat.isDirectory()) walk(real, { covered, count, path })
    else if (!stat.isFile()) {
      throw new RangeError(
        `Expected a folder or file of the agent to read in the sandbox; got ${path}, a socket, a pipe or a device.`,
      )
    }
  }
  const system = { covered, count: { left: Number.POSITIVE_INFINITY } }
  for (const path of systemPackages) if (existsSync(path)) walk(realpathSync(path), { ...system, path })
  return covered
}

/** Whether a path is a folder or below it. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}

function assertReadable(path: string, real: string): void {
  const found = [...machine, realpathSync(tmpdir())].find((place) => isInside(place, real))
  if (found !== undefined || machine.some((place) => isInside(real, place))) {
    const problem = found === undefined ? 'which belongs to the machine' : `which contains ${found}`
    throw new RangeError(`Expected a folder or file of the agent to read in the sandbox; got ${path}, ${problem}.`)
  }
  for (let folder = real; folder !== dirname(folder); folder = dirname(folder)) {
    const reason = describeFolder(folder)
    if (reason === undefined || isExample(real, folder)) continue
    const place = folder === real ? `is ${reason}` : `lies in ${folder}, ${reason}`
    throw new RangeError(
      `Expected a folder or file of the agent to read in the sandbox; got ${path}, which ${place}: it holds what ` +
        'agents must not see. Copy what the agent needs to a folder of its own, and name that.',
    )
  }
}

/**
 * Whether a path is an example of a checkout. Examples contain agents; benchmark data in examples is found separately.
 */
function isExample(path: string, folder: string): boolean {
  return relative(folder, path).startsWith(`examples${sep}`)
}

interface Walk {
  readonly covered: string[]
  readonly count: { left: number }
  /** The path as named by the user. */
  readonly path: string
}

function walk(folder: string, { covered, count, path }: Walk): void {
  const folders = [folder]
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = listFolder(next)
    count.left -= entries.length
    if (count.left < 0) {
      throw new RangeError(
        `Expected at most ${maxEntries} files and folders that the sandbox may read; ${path} has more. Name the ` +
          'folder of the agent alone.',
      )
    }
    if (describeFolder(next, entries) !== undefined) {
      covered.push(next)
      continue
    }
    for (const entry of entries) {
      const inside = join(next, entry.name)
      if (entry.isDirectory()) folders.push(inside)
      else if (isCoveredFile(entry.name) || isWayOut(entry)) covered.push(inside)
    }
  }
}

/**
 * Whether an entry is a socket, a pipe or a device: read-only mounts do not prevent connecting to
 * sockets or writing to pipes.
 */
function isWayOut(entry: Dirent): boolean {
  return !entry.isFile() && !entry.isSymbolicLink()
}

function isCoveredFile(name: string): boolean {
  return ['.git', 'record.json.gz', 'files.json.br'].includes(name) || /^carebench.*\.(tgz|tar|tar\.gz|zip)$/.test(name)
}

/** Describes a folder that must be covered; undefined for all others. */
function describeFolder(folder: string, entries: readonly Dirent[] = listFolder(folder)): string | undefined {
  if (stores.some((end) => folder.endsWith(`${sep}${end}`))) return 'a store of packages or of history'
  const names = new Set(entries.map(({ name }) => name))
  if (['benchmark.json', 'benchmark.yaml', 'benchmark.yml'].some((name) => names.has(name))) return 'a benchmark'
  if (names.has('index.jsonl') && (names.has('run.json') || names.has('lock.json'))) return 'a folder of results'
  if (names.has('PG_VERSION')) return 'a database'
  const name = names.has('package.json') ? readName(join(folder, 'package.json')) : ''
  if (name === 'carebench-monorepo') return 'a checkout of carebench'
  const isOurs = name === 'carebench' || (name.startsWith('@carebench/') && !name.startsWith('@carebench/example-'))
  return isOurs ? 'a package of carebench' : undefined
}

/** Lists the entries of a folder; none if it is unreadable, because the agent cannot read it either. */
function listFolder(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function readName(file: string): string {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : ''
  } catch {
    return ''
  }
}
