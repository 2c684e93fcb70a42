import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Bridge, type BridgeProcess, startBridges } from './bridge.js'
import { bubblewrapArguments } from './bubblewrap.js'
import { findCoveredPaths, isInside } from './covered-paths.js'
import { parseTarget, startGateway } from './gateway.js'
import { limitProcesses } from './process-limit.js'
import { type Listener, startRelay } from './relay.js'

/** Options of {@link createSandbox}. */
export interface SandboxOptions {
  /**
   * Folders and files that the agent may read, such as its program and its interpreter; the system's are always there.
   */
  readonly reads?: readonly string[]
  /** Folders and files that it must not read, even below `reads`: benchmarks, results. */
  readonly hides?: readonly string[]
  /** Hosts that it may reach over an HTTP proxy, as `host:port`, for example its model. None by default. */
  readonly hosts?: readonly string[]
  /**
   * Maximum number of concurrent processes and threads; default 512. Not enforced on a machine with neither control
   * groups nor `prlimit`.
   */
  readonly processes?: number
}

/** A bubblewrap sandbox; each trial opens its own. */
export interface Sandbox {
  readonly kind: 'bwrap'
  readonly options: SandboxOptions
}

/** The sandbox of one trial. */
export interface OpenSandbox {
  /** Wraps the agent's command to run inside: bwrap with its descriptors. */
  readonly wrap: (command: readonly string[]) => readonly [string, ...string[]]
  /**
   * Opens the bridges of a sandbox whose agent is held back, and sets its limits. Resolves with a promise of the
   * bridges' end; rejects if the agent must not begin.
   */
  readonly prepare: (leader: number) => Promise<Pick<BridgeProcess, 'ended'>>
  /** Environment variables for the proxy to the allowed hosts. */
  readonly variables: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

/** Thrown when this machine cannot run a sandbox; the message says what to do. */
export class SandboxUnavailableError extends Error {
  override readonly name = 'SandboxUnavailableError'
}

/**
 * Creates a sandbox that hides benchmarks and results wherever they are below `reads`.
 *
 * Throws a {@link SandboxUnavailableError} unless bubblewrap works on this machine, and a RangeError for malformed
 * hosts, and for `reads` that agents must not see.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  for (const host of options.hosts ?? []) parseTarget(host)
  const problem = findSandboxProblem()
  if (problem !== null) throw new SandboxUnavailableError(problem)
  const hides = [...(options.hides ?? []), ...findCoveredPaths(options.reads ?? [])]
  return { kind: 'bwrap', options: { ...options, hides } }
}

/** Returns why bubblewrap does not work on this machine, and how to fix it; null if it works. */
export function findSandboxProblem(): string | null {
  const instead = 'or run without --sandbox: the results then say "isolation": "none".'
  if (process.platform !== 'linux') {
    return (
      `--sandbox bwrap needs Linux; this is ${process.platform}. Run in a Linux container or virtual machine, ` +
      `${instead}`
    )
  }
  const enters = spawnSync('nsenter', ['--version'])
  if (enters.error !== undefined) {
    const reason = `which could not be started (${enters.error.message})`
    return `--sandbox bwrap needs the program nsenter of util-linux, ${reason}. Install it, ${instead}`
  }
  const options = [
    '--unshare-all',
    '--die-with-parent',
    '--ro-bind',
    '/',
    '/',
    '--proc',
    '/proc',
    '--json-status-fd',
    '1',
  ]
  const tried = spawnSync('bwrap', [...options, '/bin/sh', '-c', ':'], { encoding: 'utf8', timeout: 10_000 })
  if (tried.error !== undefined) {
    return (
      `--sandbox bwrap needs the program bwrap of bubblewrap, which could not be started (${tried.error.message}). ` +
      `Install it, for example with apt-get install bubblewrap, ${instead}`
    )
  }
  if (tried.status === 0) return null
  return (
    `--sandbox bwrap needs user namespaces, and bwrap could not make its own (${tried.stderr.trim()}). Allow them ` +
    'for bwrap (the sysctl kernel.unprivileged_userns_clone, an AppArmor profile, or the options of the container), ' +
    `${instead}`
  )
}

/** Throws a RangeError if the sandbox hides one of the files of a command. */
export function assertVisible({ options }: Sandbox, files: readonly string[]): void {
  for (const file of files) {
    const cover = options.hides?.find((path) => existsSync(path) && isInside(realpathSync(file), realpathSync(path)))
    if (cover === undefined) continue
    const problem = `${file} is hidden in the sandbox with ${cover}`
    throw new RangeError(`Expected files of the agent in its command; ${problem}. Copy it to a folder of the agent.`)
  }
}

/**
 * Opens a sandbox whose only ways out are the proxy of the trial, at the same address as outside, and the allowed
 * hosts. Rejects with a RangeError if `baseUrl` is not on loopback, or has no port.
 *
 * @param work - the folder that the agent may write
 * @param baseUrl - the proxy of the trial, on loopback
 */
export async function openSandbox(sandbox: Sandbox, work: string, baseUrl: string): Promise<OpenSandbox> {
  const { reads = [], hides = [], hosts = [], processes = 512 } = sandbox.options
  const folder = mkdtempSync(join(tmpdir(), 'carebench-ways-'))
  const listeners: Listener[] = []
  const trial = bridgeTo(baseUrl, join(folder, 'trial'))
  const bridges = [trial]
  const variables: Record<string, string> = {}
  listeners.push(await startRelay(trial))
  if (hosts.length > 0) {
    const port = trial.port === 3128 ? 3129 : 3128
    const gateway = { host: '127.0.0.1', port, socket: join(folder, 'hosts') }
    bridges.push(gateway)
    const targets = hosts.map(parseTarget).map((target) => `${target.host}:${target.port}`)
    listeners.push(await startGateway(gateway.socket, targets))
    Object.assign(variables, proxyVariables(`http://127.0.0.1:${port}`))
  }
  const limit = limitProcesses(processes, basename(folder))
  let bridge: BridgeProcess | undefined
  return {
    wrap: (command) => {
      const sandboxed = ['bwrap', ...bubblewrapArguments({ work, reads, hides }), ...command]
      const [first = 'bwrap', ...rest] = [...(limit?.outside ?? []), ...sandboxed]
      return [first, ...rest]
    },
    prepare: async (leader) => {
      limit?.apply(leader)
      // If memory runs out, the kernel should end the agent, not the runner. The agent cannot undo this, because its
      // `/proc` is read-only.
      writeFileSync(`/proc/${leader}/oom_score_adj`, '1000')
      bridge = await startBridges(leader, bridges)
      return bridge
    },
    variables,
    close: async () => {
      bridge?.stop()
      await Promise.all(listeners.map((listener) => listener.close()))
      await limit?.release()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns a bridge at the proxy's own address, so that addresses are the same inside and outside. */
function bridgeTo(baseUrl: string, socket: string): Bridge {
  const { hostname, port } = new URL(baseUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (!/^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host) || port === '') {
    throw new RangeError(`Expected the address of a proxy on loopback, with its port; got ${baseUrl}.`)
  }
  return { host, port: Number(port), socket }
}

/** Returns the variables in which programs look for a proxy. */
function proxyVariables(proxy: string): Readonly<Record<string, string>> {
  const direct = '127.0.0.1,localhost,::1'
  return {
    HTTPS_PROXY: proxy,
    https_proxy: proxy,
    NO_PROXY: direct,
    no_proxy: direct,
    // Node reads the variables above only with this option.
    NODE_USE_ENV_PROXY: '1',
  }
}
