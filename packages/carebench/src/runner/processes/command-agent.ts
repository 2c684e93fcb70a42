import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonObject } from '@carebench/protocol'
import type { Agent, AgentCheck, Trial } from '../agent.js'
import { endOfMachine, TrialStopError } from '../ended.js'
import { countAgentFolder, mayFindRoom, whenRoom } from '../results/disk-room.js'
import { createRedact, type Redact } from '../results/redact.js'
import { type AgentProcessEnd, type AgentProcessOptions, runAgentProcess } from './agent-process.js'
import { digestFile, resolveCommand } from './command-files.js'
import { createEnvironment, readPassed } from './environment.js'
import { openControlGroup } from './isolation/control-group.js'
import { killEscapedProcesses } from './isolation/escaped-processes.js'
import { assertVisible, openSandbox, type Sandbox } from './isolation/sandbox.js'
import { type HandInFiles, judgeCommand } from './judge-command.js'
import { type EventReader, readProgramLog } from './program-log.js'
import { removeFolder } from './remove-folder.js'
import { createTaskDocument } from './task-document.js'

/** Milliseconds between attempts to start a process. */
const startInterval = 200

/** Default `outputLimit` for a program that prints events, because these contain the results of all calls. */
const eventLimit = 32 * 1024 * 1024

/** Milliseconds that such a program may take to exit after its submission, because it prints its totals last. */
const reportTime = 30_000

/** Options of {@link createCommandAgent}. */
export interface CommandAgentOptions {
  readonly name: string
  /** The program and its arguments; no shell is involved. Arguments that name files become absolute, and are hashed. */
  readonly command: readonly [string, ...string[]]
  /** Anything else that determines the agent's behavior, such as the version of its modules; part of its identity. */
  readonly version?: string
  /** The folder that file names in `command` and `files` are relative to; default the working directory. */
  readonly base?: string
  /** Further files that determine the agent's behavior; their digests are part of its identity. */
  readonly files?: readonly string[]
  /** Names of environment variables to pass to the agent, such as `OPENAI_API_KEY`. */
  readonly passEnv?: readonly string[]
  /** The sandbox of the agent; default none. */
  readonly sandbox?: Sandbox
  /**
   * Whether exit code 75 leaves the trial unscored instead of counting as a crash; default false. An agent with this
   * option can skip trials that it finds difficult.
   */
  readonly trustExit?: boolean
  /**
   * Maximum number of bytes kept of stdout and of stderr each, half from the beginning and half from the end; default 1
   * MiB.
   */
  readonly outputLimit?: number
  /** Milliseconds between SIGTERM and SIGKILL; default 2 s. */
  readonly grace?: number
  /** Reads the JSON lines that the program prints about itself: tokens, cost, calls. Default: it prints none. */
  readonly readEvent?: EventReader
  /** Replaces further secrets in stored texts; the values of `passEnv` and the trial's token are always replaced. */
  readonly redact?: Redact
  /** The environment of the runner; default `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** Options shared by agents that run as a process: a command agent reads a document, an MCP agent a prompt. */
export interface ProcessAgent extends CommandAgentOptions {
  readonly kind: 'command' | 'mcp'
  /** Returns the agent's stdin, and the files for its folder by path. */
  readonly prepare: (trial: Trial, folder: string) => PreparedAgent
  /** Further members of the identity. */
  readonly identity?: JsonObject
  /** Checks that the agent can work at all; `run` runs it with a different prompt than in a trial. */
  readonly check?: (run: Agent['run'], signal: AbortSignal) => Promise<AgentCheck>
  /** Replaces `prepare` in a check. */
  readonly prepareCheck?: ProcessAgent['prepare']
}

export interface PreparedAgent {
  readonly input: string
  readonly command?: (command: readonly [string, ...string[]]) => readonly [string, ...string[]]
  readonly files?: Readonly<Record<string, string>>
  readonly variables?: Readonly<Record<string, string>>
}

/**
 * Creates an agent from a program. It is started once per trial, in a fresh folder with a minimal environment, reads
 * the task from stdin, and submits with its last line or a file. The guide "Evaluating an agent" has the contract.
 *
 * Throws a RangeError for variables that are not set or must not be passed, and the error of the file system for
 * `files` that cannot be read.
 */
export function createCommandAgent(options: CommandAgentOptions): Agent {
  return createProcessAgent({
    ...options,
    kind: 'command',
    prepare: (trial) => ({ input: taskText(trial) }),
  })
}

/** Creates an agent that runs as a process, with the input that `prepare` returns. */
export function createProcessAgent(options: ProcessAgent): Agent {
  const { name, kind, passEnv = [], sandbox, base = process.cwd() } = options
  const source = options.environment ?? process.env
  const secrets = passEnv.map((variable) => readPassed(variable, source))
  const resolved = resolveCommand(options.command, base)
  if (sandbox !== undefined) assertVisible(sandbox, resolved.files)
  const digests = { ...resolved.digests }
  for (const file of options.files ?? []) digests[file] = digestFile(resolve(base, file))
  let hasStarted = false
  let hasListed = false
  const { check, prepareCheck = options.prepare } = options
  const runIn = async (agent: ProcessAgent, trial: Trial, work: string) => {
    const redactOwn = createRedact([...secrets, trial.token])
    const redact = (text: string) => redactOwn(options.redact?.(text) ?? text)
    const { end, files } = await runTrial(agent, { trial, work, source, resolved, hasStarted })
    // Without a sandbox, an agent can remove the program of its later trials.
    const mayPrevent = sandbox === undefined && hasStarted
    hasStarted ||= end.ended.kind !== 'not-started'
    // Even in a sandbox without hosts: which system files are in the memory of the machine says which an earlier trial
    // has read.
    const mayAbstain = hasListed
    hasListed ||= trial.connected.aborted
    const { trustExit = false, readEvent } = options
    const printed = { 'stdout.txt': redact(end.stdout.text()), 'stderr.txt': redact(end.stderr.text()) }
    const version = String(options.identity?.program_version ?? options.version ?? 'unknown')
    const log = readEvent && readProgramLog(printed['stdout.txt'], readEvent, { name, version, trial: trial.id })
    const judged = judgeCommand(trial, end, {
      files,
      redact,
      kind,
      trustExit,
      mayPrevent,
      mayAbstain,
      ...(log && { log }),
    })
    return { judged, printed }
  }
  const start = (agent: ProcessAgent) => async (trial: Trial) => {
    try {
      const work = await whenRoom(() => mkdtempSync(join(tmpdir(), 'carebench-trial-')))
      const removed = countAgentFolder()
      const { judged, printed } = await runIn(agent, trial, work)
        .finally(() => removeFolder(work))
        .finally(removed)
      // Now the agent no longer uses disk space.
      keepPrinted(trial, printed)
      return judged
    } catch (error) {
      const ended = endOfMachine(error)
      throw ended === undefined ? error : new TrialStopError(ended, { cause: error })
    }
  }
  return {
    name,
    kind,
    identity: {
      ...options.identity,
      ...(options.version !== undefined && { version: options.version }),
      command: [...options.command],
      files_sha256: digests,
      pass_env: [...passEnv].sort(),
      sandbox: sandbox === undefined ? null : describeSandbox(sandbox, base),
      trust_exit: options.trustExit ?? false,
    },
    isolation: sandbox?.kind ?? 'none',
    // Calls until SIGKILL count, so the runner waits a little longer than the grace period.
    ...(options.grace !== undefined && { grace: options.grace + 500 }),
    ...(check !== undefined && {
      check: (signal: AbortSignal) => check(start({ ...options, prepare: prepareCheck }), signal),
    }),
    run: start(options),
  }
}

/**
 * Writes an agent's output. If agents of other trials have filled the disk, writes it later, without delaying the
 * trial.
 */
function keepPrinted({ folder }: Trial, printed: Readonly<Record<string, string>>): void {
  const write = () => {
    for (const [name, text] of Object.entries(printed)) writeFileSync(join(folder, name), text, { mode: 0o600 })
  }
  try {
    write()
  } catch (error) {
    if (!mayFindRoom(error)) throw error
    whenRoom(write).catch(() => {})
  }
}

interface TrialWork {
  readonly trial: Trial
  readonly work: string
  readonly source: Readonly<Record<string, string | undefined>>
  /** Whether an earlier trial has begun. */
  readonly hasStarted: boolean
  readonly resolved: { readonly command: readonly [string, ...string[]]; readonly files: readonly string[] }
}

/** Runs the process of a trial. */
async function runTrial(
  agent: ProcessAgent,
  { trial, work, source, resolved, hasStarted }: TrialWork,
): Promise<{ readonly end: AgentProcessEnd; readonly files: HandInFiles }> {
  const { grace = 2_000, passEnv = [], readEvent } = agent
  const { outputLimit = readEvent === undefined ? 1024 * 1024 : eventLimit } = agent
  const prepared = agent.prepare(trial, work)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(work, path)), { recursive: true })
    writeFileSync(join(work, path), text, { mode: 0o600 })
  }
  for (const [path, text] of Object.entries(prepared.files ?? {})) write(path, text)
  // Does not follow a link that a running agent may have put there.
  const writeTask = () => writeFileSync(join(work, 'task.json'), taskText(trial), { mode: 0o600, flag: 'wx' })
  const onConnected = () => {
    try {
      writeTask()
    } catch {
      // The agent has replaced the file, or removed its folder.
    }
  }
  // An agent over MCP is not scored if it ends before it has listed the tools, so it must know nothing about the task
  // until then.
  const mayKnowTask = agent.kind === 'command' || trial.connected.aborted
  if (mayKnowTask) writeTask()
  else trial.connected.addEventListener('abort', onConnected, { once: true })
  const reads = trial.caFile === undefined ? resolved.files : [...resolved.files, trial.caFile]
  const withFiles = agent.sandbox && addReads(agent.sandbox, reads)
  const sandbox = withFiles && (await openSandbox(withFiles, work, trial.baseUrl))
  const files: HandInFiles = { output: join(work, 'output.json'), trajectory: join(work, 'trajectory.json') }
  // A sandbox needs no control group: its namespaces end with it.
  const group = sandbox === undefined ? openControlGroup(basename(work)) : null
  const stop = new AbortController()
  const unlink = stopOnce(trial, stop, readEvent === undefined ? grace : Math.max(grace, reportTime))
  let end: AgentProcessEnd
  try {
    const command = prepared.command?.(resolved.command) ?? resolved.command
    end = await runOnceStarted(hasStarted, {
      command: sandbox?.wrap(command) ?? command,
      cwd: work,
      environment: createEnvironment({
        source,
        pass: passEnv,
        home: work,
        variables: {
          ...trialVariables(trial, work, files),
          ...(mayKnowTask && taskVariables(trial)),
          ...prepared.variables,
          ...sandbox?.variables,
        },
      }),
      input: prepared.input,
      outputLimit,
      stop: stop.signal,
      grace,
      ...(sandbox && { sandbox }),
      ...(group && { group }),
    })
  } finally {
    unlink()
    trial.connected.removeEventListener('abort', onConnected)
    await group?.close()
    killEscapedProcesses(trial.token)
    await sandbox?.close()
  }
  return { end, files }
}

/**
 * Runs a process; retries while the machine has no resources for it, or for a sandbox that has started before, so that
 * other trials cost this one only time.
 */
async function runOnceStarted(hasStarted: boolean, options: AgentProcessOptions): Promise<AgentProcessEnd> {
  for (;;) {
    const end = await runAgentProcess(options)
    if (end.ended.kind !== 'not-started' || options.stop.aborted) return end
    const mayStart = end.ended.isStarved === true || (hasStarted && options.sandbox !== undefined)
    if (!mayStart) return end
    await sleep(startInterval, undefined, { signal: options.stop }).catch(() => {})
  }
}

function taskText(trial: Trial): string {
  return `${JSON.stringify(createTaskDocument(trial, { token_env: 'TASK_TOKEN' }))}\n`
}

function trialVariables(trial: Trial, work: string, files: HandInFiles): Readonly<Record<string, string>> {
  return {
    CAREBENCH_BASE_URL: trial.baseUrl,
    CAREBENCH_TOKEN: trial.token,
    // The same token under a neutral name, because a program may show the task document, which names the variable, to
    // its model.
    TASK_TOKEN: trial.token,
    CAREBENCH_MCP_URL: trial.mcpUrl,
    CAREBENCH_WORKSTATION_URL: trial.workstationUrl,
    CAREBENCH_TASK_FILE: join(work, 'task.json'),
    CAREBENCH_OUTPUT_FILE: files.output,
    CAREBENCH_TRAJECTORY_FILE: files.trajectory,
    // The variables in which curl, Python and Node look for further CAs.
    ...(trial.caFile !== undefined && {
      CAREBENCH_CA: trial.caFile,
      SSL_CERT_FILE: trial.caFile,
      NODE_EXTRA_CA_CERTS: trial.caFile,
    }),
  }
}

/**
 * Returns the variables that could identify the task: the seed is a digest of the run's seed, the task's name and the
 * trial's number, and the deadline follows from the task's time limit.
 */
function taskVariables({ seed, deadlineAt }: Trial): Readonly<Record<string, string>> {
  return { CAREBENCH_SEED: `${seed}`, CAREBENCH_DEADLINE: deadlineAt }
}

/**
 * Stops the process when the trial must end, or when the agent has submitted and does not end by itself within `grace`.
 */
function stopOnce(trial: Trial, stop: AbortController, grace: number): () => void {
  let timer: NodeJS.Timeout | undefined
  const onStop = () => stop.abort()
  const onSubmitted = () => {
    timer = setTimeout(onStop, grace)
  }
  if (trial.signal.aborted) onStop()
  else trial.signal.addEventListener('abort', onStop, { once: true })
  if (trial.submitted.aborted) onSubmitted()
  else trial.submitted.addEventListener('abort', onSubmitted, { once: true })
  return () => {
    clearTimeout(timer)
    trial.signal.removeEventListener('abort', onStop)
    trial.submitted.removeEventListener('abort', onSubmitted)
  }
}

function addReads(sandbox: Sandbox, files: readonly string[]): Sandbox {
  return { ...sandbox, options: { ...sandbox.options, reads: [...(sandbox.options.reads ?? []), ...files] } }
}

/**
 * Returns the parts of a sandbox that determine what an agent can do, with paths relative to `base` so that folders may
 * move.
 */
function describeSandbox({ kind, options }: Sandbox, base: string): JsonObject {
  return {
    kind,
    reads: (options.reads ?? []).map((path) => relative(base, resolve(base, path))).sort(),
    hosts: [...(options.hosts ?? [])].sort(),
    processes: options.processes ?? null,
  }
}
