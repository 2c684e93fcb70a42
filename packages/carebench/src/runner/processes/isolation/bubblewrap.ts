import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isInside } from './covered-paths.js'

/** What a sandboxed process sees of the machine, beside the system's programs and libraries. */
export interface SandboxView {
  /** The folder it may write: its working directory and home. */
  readonly work: string
  /** Folders and files that it may read, such as its own program. */
  readonly reads: readonly string[]
  /** Folders and files that it must not see even if they are below what it may read. */
  readonly hides: readonly string[]
}

/** Descriptors of `bwrap`: what it reports of the sandbox, and the gate that holds the agent back until its end. */
export const sandboxDescriptors = { status: 3, gate: 4 } as const

/** Programs and libraries of the system; what of it is absent here is left out. */
const system = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store']

/** What programs need of the configuration: names of users, the linker, certificates, time zones. No secrets. */
const configuration = [
  'alternatives',
  'ca-certificates',
  'ca-certificates.conf',
  'crypto-policies',
  'group',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'localtime',
  'nsswitch.conf',
  'passwd',
  'pki/ca-trust',
  'pki/tls/certs',
  'ssl/certs',
  'ssl/openssl.cnf',
].map((name) => `/etc/${name}`)

/**
 * Arguments of `bwrap`, up to its command: own namespaces of all kinds (no network but loopback, no processes of
 * others), no capabilities, the system read-only, empty `/tmp`, and nothing else of the file system but what the view
 * names.
 *
 * Needs the two descriptors of {@link sandboxDescriptors}. bwrap waits for the end of the gate, which it takes for the
 * text of a file, while the sandbox has its network and no process of the agent.
 */
export function bubblewrapArguments(view: SandboxView): readonly string[] {
  const args = ['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--hostname', 'agent']
  args.push('--json-status-fd', `${sandboxDescriptors.status}`)
  for (const path of system) args.push(...bindSystem(path))
  args.push(...configuration.flatMap((path) => ['--ro-bind-try', path, path]))
  args.push('--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp')
  const node = realpathSync(process.execPath)
  const reads = [node, ...view.reads.map((path) => realpathSync(path))].filter((path) => !isInside(path, '/usr'))
  for (const path of reads) args.push('--ro-bind', path, path)
  const visible = ['/usr', '/nix/store', ...reads]
  for (const path of findHidden([...view.hides, ...findOwnPackages()], visible)) args.push(...cover(path))
  args.push('--bind', view.work, view.work)
  args.push('--file', `${sandboxDescriptors.gate}`, '/carebench-gate')
  // Only what is bound above can be written. The root is a file system in memory; below /proc are switches of the
  // kernel, which obey a root of the machine even without capabilities.
  args.push('--remount-ro', '/', '--remount-ro', '/proc', '--chdir', view.work)
  return args
}

/** Merged systems have links for `/bin` and its like; they are made again. */
function bindSystem(path: string): readonly string[] {
  if (!existsSync(path)) return []
  return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
}

/** The paths that the sandbox would see, without those in others: nothing can be mounted in what is covered. */
function findHidden(paths: readonly string[], visible: readonly string[]): readonly string[] {
  const there = paths.map((path) => resolve(path)).filter((path) => existsSync(path))
  const seen = [...new Set(there.map((path) => realpathSync(path)))].filter((path) =>
    visible.some((folder) => isInside(path, folder)),
  )
  return seen.filter((path) => !seen.some((other) => other !== path && isInside(path, other)))
}

/** Covers a path with nothing. */
function cover(path: string): readonly string[] {
  return statSync(path).isDirectory() ? ['--tmpfs', path, '--remount-ro', path] : ['--ro-bind', '/dev/null', path]
}

/**
 * Our own packages where they are installed, and where links lead from there: the benchmarks among them have criteria
 * in them.
 */
function findOwnPackages(): readonly string[] {
  const found: string[] = []
  let folder = dirname(realpathSync(fileURLToPath(import.meta.url)))
  while (folder !== dirname(folder)) {
    const scope = join(folder, 'node_modules', '@carebench')
    if (existsSync(scope)) found.push(scope, ...readdirSync(scope).map((name) => join(scope, name)))
    found.push(join(folder, 'node_modules', 'carebench'))
    folder = dirname(folder)
  }
  return found
}
