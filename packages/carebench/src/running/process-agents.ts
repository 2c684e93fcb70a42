import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, resolve } from 'node:path'
import type { Agent } from '../runner/agent.js'
import { createCommandAgent } from '../runner/processes/command-agent.js'
import { createHttpAgent } from '../runner/processes/http-agent.js'
import { createSandbox, type Sandbox, SandboxUnavailableError } from '../runner/processes/isolation/sandbox.js'
import { createMcpAgent } from '../runner/processes/mcp-agent.js'
import { mcpPresets, readMcpPreset } from '../runner/processes/mcp-presets.js'
import { UsageError } from '../terminal/exit-reason.js'
import { splitCommand } from './command-words.js'

/** The options of `carebench run` about agents in other processes. */
export interface ProcessOptions {
  /** Names of environment variables to pass to them. */
  readonly passEnv?: readonly string[]
  /** `bwrap` or `none`. */
  readonly sandbox?: string
  readonly sandboxRead?: readonly string[]
  readonly sandboxHost?: readonly string[]
  /** Whether exit code 75 of a command leaves the trial unscored. */
  readonly trustAgentExit?: boolean
  /** Milliseconds between SIGTERM and SIGKILL. */
  readonly grace?: number
  /** The name of the variable with the bearer token to send to services. */
  readonly agentTokenEnv?: string
  /** Versions: `TEXT` for all agents, or `NAME=TEXT` for one. */
  readonly agentVersion?: readonly string[]
}

/** The settings for starting agents' processes and calling services. */
export interface ProcessSetting {
  readonly passEnv: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly sandbox?: Sandbox
  readonly trustExit?: boolean
  readonly grace?: number
  /** The bearer token to send to services. */
  readonly token?: string
  /** Versions by agent name; the version of `''` applies to all others. */
  readonly versions?: ReadonlyMap<string, string>
}

/** The forms in which users name agents of these kinds, for messages. */
export const processAgentForms = ['command:COMMAND', 'mcp:COMMAND', 'http://…', ...Object.keys(mcpPresets)]

/**
 * Reads the settings of processes. Throws a {@link UsageError} if the sandbox is unknown, or does not work on this
 * machine.
 *
 * @param hidden - files and folders that no agent may read: results and benchmarks
 */
export function readProcessSetting(
  options: ProcessOptions,
  environment: ProcessSetting['environment'],
  hidden: readonly string[],
): ProcessSetting {
  const { passEnv = [], sandbox: kind = 'none', sandboxRead = [], sandboxHost = [] } = options
  const { trustAgentExit: trustExit = false, grace, agentTokenEnv } = options
  const token = agentTokenEnv === undefined ? undefined : environment[agentTokenEnv]
  if (agentTokenEnv !== undefined && !token) {
    throw new UsageError(
      `agent_token_env: the variable ${agentTokenEnv} is not set; it must hold the bearer token for services`,
    )
  }
  const versions = new Map((options.agentVersion ?? []).map(parseVersion))
  const plain = {
    passEnv,
    environment,
    trustExit,
    versions,
    ...(token && { token }),
    ...(grace !== undefined && { grace }),
  }
  if (kind !== 'none' && kind !== 'bwrap') throw new UsageError(`--sandbox must be bwrap or none, got ${kind}`)
  if (kind === 'none') {
    const given = sandboxRead.length > 0 ? 'sandbox_read' : sandboxHost.length > 0 ? 'sandbox_host' : undefined
    if (given !== undefined) throw new UsageError(`${given} needs --sandbox bwrap`)
    return plain
  }
  try {
    const hides = [...hidden.map((path) => resolve(path)), ...findFixtures()]
    const sandbox = createSandbox({ reads: sandboxRead.map((path) => resolve(path)), hosts: sandboxHost, hides })
    return { ...plain, sandbox }
  } catch (error) {
    if (error instanceof SandboxUnavailableError || error instanceof RangeError) {
      throw new UsageError(error.message, { cause: error })
    }
    throw error
  }
}

/** Reads `NAME=TEXT`; `TEXT` alone has the name `''`. */
function parseVersion(text: string): readonly [string, string] {
  const [, name = '', version = text] = /^([A-Za-z0-9._-]+)=(.+)$/s.exec(text) ?? []
  return [name, version]
}

/**
 * Returns warnings about agents whose changes would go unnoticed, because none of their files is hashed, and they have
 * no version. Throws a {@link UsageError} for the version of an unknown agent.
 */
export function reviewIdentities(
  agents: readonly Agent[],
  { versions = new Map() }: ProcessSetting,
): readonly string[] {
  const names = agents.map(({ name }) => name)
  const unknown = [...versions.keys()].find((name) => name !== '' && !names.includes(name))
  if (unknown !== undefined) {
    throw new UsageError(`agent_version: there is no agent ${unknown}; the agents are ${names.join(', ')}`)
  }
  return agents.filter(isUnidentified).map(({ name, kind }) => {
    const what =
      kind === 'http' ? 'a service may change at any time' : 'no argument of its command names one of its files'
    return (
      `Warning: ${name} could change unnoticed, and old results would be kept: ${what}. Name its version with ` +
      'agent_version'
    )
  })
}

function isUnidentified({ kind, identity }: Agent): boolean {
  if (kind !== 'command' && kind !== 'mcp' && kind !== 'http') return false
  const version = identity.version ?? identity.program_version ?? null
  return version === null && Object.keys(identity.files_sha256 ?? {}).length === 0
}

/** Creates an agent that runs in another process or service; undefined if the text does not name one. */
export function createElsewhereAgent(
  spec: string,
  name: string | undefined,
  setting: ProcessSetting,
): Agent | undefined {
  const { token, versions, ...started } = setting
  const versionFor = (agent: string) => {
    const version = versions?.get(agent) ?? versions?.get('')
    return version === undefined ? {} : { version }
  }
  try {
    if (/^https?:\/\//.test(spec)) {
      const called = name ?? new URL(spec).hostname
      return createHttpAgent({ name: called, url: spec, ...versionFor(called), ...(token !== undefined && { token }) })
    }
    const [, kind, text = ''] = /^(command|mcp):(.*)$/s.exec(spec) ?? []
    if (kind !== undefined) {
      const command = splitCommand(text)
      requireScript(command)
      const called = name ?? nameCommand(command)
      const options = { name: called, command, ...started, ...versionFor(called) }
      return kind === 'mcp' ? createMcpAgent(options) : createCommandAgent(options)
    }
    const [, known = '', model, words = ''] = /^([\w-]+)(?::(\S+))?(?:\s+(.+))?$/s.exec(spec) ?? []
    if (!isPreset(known)) return undefined
    const { passEnv, environment } = setting
    const further = words === '' ? [] : splitCommand(words)
    const preset = readMcpPreset(known, model, { passEnv, environment, arguments: further })
    return createMcpAgent({ name: name ?? known, ...started, ...versionFor(name ?? known), ...preset })
  } catch (error) {
    throw error instanceof RangeError || error instanceof TypeError
      ? new UsageError(error.message, { cause: error })
      : error
  }
}

function isPreset(spec: string): spec is keyof typeof mcpPresets {
  return Object.hasOwn(mcpPresets, spec)
}

/**
 * Throws a {@link UsageError} if the script of an interpreter is missing, because every trial would end as a crash of
 * the agent.
 */
function requireScript([program, script = '']: readonly [string, ...string[]]): void {
  const runsScript = /^(?:python[\d.]*|node|tsx|bash|sh|ruby|perl)$/.test(basename(program))
  if (!runsScript || !/^[^-].*\.\w{1,4}$/.test(script) || existsSync(script)) return
  throw new UsageError(`--agent: there is no file ${script} in ${process.cwd()}, the folder for file names in commands`)
}

/** Returns the name of an agent for a command: `agent` for `python3 agent.py`; without a file name, the program. */
function nameCommand(command: readonly [string, ...string[]]): string {
  const file = command.find((word) => /^[^-].*\.\w{1,4}$/.test(word)) ?? command[0]
  return basename(file)
    .replace(/\.\w+$/, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
}

/** Returns the folder of the benchmarks that come with carebench, if it is separate. */
function findFixtures(): readonly string[] {
  try {
    return [dirname(createRequire(import.meta.url).resolve('@carebench/fixtures/package.json'))]
  } catch {
    // The benchmarks are bundled into the program.
    return []
  }
}
