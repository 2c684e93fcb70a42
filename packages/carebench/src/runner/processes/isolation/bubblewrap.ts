import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isInside } from './covered-paths.js'

/** The files that a sandboxed process sees in addition to the system's programs and libraries. */
export interface SandboxView {
  /** The folder it may write: its working directory and home. */
  readonly work: string
  /** Folders and files that it may read, such as its own program. */
  readonly reads: readonly string[]
  /** Folders and files that it must not see, even below `reads`. */
  readonly hides: readonly string[]
}

/**
 * Descriptors of `bwrap`: its status reports, the gate that holds the agent back until it is closed, and the filter of
 * system calls.
 */
export const sandboxDescriptors = { status: 3, gate: 4, filter: 5 } as const

/** Programs and libraries of the system; missing paths are skipped. */
const system = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store']

/** Configuration that programs need: user names, the linker, certificates, time zones. No secrets. */
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
 * Returns the arguments of `bwrap` before its command: new namespaces of all kinds (only the loopback network, no other
 * processes), no capabilities, a read-only system, an empty `/tmp`, and no other files than those of the view.
 *
 * Needs the descriptors of {@link sandboxDescriptors}. bwrap reads the gate as the content of a file, so it waits
 * until the gate is closed; by then the sandbox has its network, but no process of the agent.
 */
export function bubblewrapArguments(view: SandboxView): readonly string[] {
  const args = ['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--hostname', 'agent']
  args.push('--json-status-fd', `${sandboxDescriptors.status}`, '--seccomp', `${sandboxDescriptors.filter}`)
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
  // Only the paths bound above are writable. The root is an in-memory file system; /proc has kernel switches that obey
  // the machine's root even without capabilities.
  args.push('--remount-ro', '/', '--remount-ro', '/proc', '--chdir', view.work)
  return args
}

/** Binds a system path; on merged systems, `/bin` and similar paths are links, which are recreated. */
function bindSystem(path: string): readonly string[] {
  if (!existsSync(path)) return []
  return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
}

/**
 * Returns the hidden paths that the sandbox would see, without nested ones, because nothing can be mounted in a covered
 * path.
 */
function findHidden(paths: readonly string[], visible: readonly string[]): readonly string[] {
  const there = paths.map((path) => resolve(path)).filter((path) => existsSync(path))
  const seen = [...new Set(there.map((path) => realpathSync(path)))].filter((path) =>
    visible.some((folder) => isInside(path, folder)),
  )
  return seen.filter((path) => !seen.some((other) => other !== path && isInside(path, other)))
}

/** Covers a path with an empty file or folder. */
function cover(path: string): readonly string[] {
  return statSync(path).isDirectory() ? ['--tmpfs', path, '--remount-ro', path] : ['--ro-bind', '/dev/null', path]
}

/**
 * Finds our own packages as installed, and the targets of links there, because benchmarks among them contain criteria.
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
