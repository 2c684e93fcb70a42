import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import type { JsonObject } from '@carebench/protocol'
import type { Agent, AgentEnd, Trajectory, Trial } from '../agent.js'
import { type Ended, TrialStop } from '../ended.js'
import { emptyHandIn, findHandIn, type HandIn, parseHandIn } from '../hand-in.js'
import { keepOutput } from '../kept-output.js'
import { createRedact, type Redact } from '../results/redact.js'
import { noCounts } from '../results/trial-result.js'
import { readTrajectory } from '../trajectory/read-trajectory.js'
import { type AgentProcessEnd, runAgentProcess } from './agent-process.js'
import { digestOf, resolveCommand } from './command-files.js'
import { createEnvironment, readPassed } from './environment.js'
import { killEscapedProcesses } from './escaped-processes.js'
import { type GivenFile, readGivenFile } from './given-file.js'
import { openSandbox, type Sandbox } from './sandbox.js'
import { createTaskDocument } from './task-document.js'
import { countTrajectory } from './trajectory-counts.js'

export interface CommandAgentOptions {
  readonly name: string
  /** The program and its arguments; no shell is involved. Arguments that name files become absolute, and are hashed. */
  readonly command: readonly [string, ...string[]]
  /** What else decides what the agent does, such as the version of its modules; part of its identity. */
  readonly version?: string
  /** The folder that file names in `command` and `files` are relative to; default the working directory. */
  readonly base?: string
  /** Further files that decide what the agent does; their digests are part of its identity. */
  readonly files?: readonly string[]
  /** Names of variables of our environment that the agent gets, such as `OPENAI_API_KEY`. */
  readonly passEnv?: readonly string[]
  /** What keeps the agent from the rest of the machine; default nothing. */
  readonly sandbox?: Sandbox
  /**
   * Whether a command that exits with 75 is unscored instead of a crash; default false. An agent that may say so can leave out
   * the trials that it finds difficult.
   */
  readonly trustExit?: boolean
  /** Bytes that are kept of stdout, and of stderr, each; default 1 MiB, one half from the beginning and one from the end. */
  readonly outputLimit?: number
  /** Milliseconds between SIGTERM and SIGKILL; default 2 s. */
  readonly grace?: number
  /** Replaces further secrets in texts that are kept; the values of `passEnv` and the trial's token always are. */
  readonly redact?: Redact
  /** Our environment; default `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** What agents that run as a process have in common: a command agent reads a document, an MCP agent a prompt. */
export interface ProcessAgent extends CommandAgentOptions {
  readonly kind: 'command' | 'mcp'
  /** What the agent reads on stdin, and files for its folder by their path there. */
  readonly prepare: (trial: Trial, folder: string) => PreparedAgent
  /** Further members of the identity. */
  readonly identity?: JsonObject
}

export interface PreparedAgent {
  readonly input: string
  readonly command?: (command: readonly [string, ...string[]]) => readonly [string, ...string[]]
  readonly files?: Readonly<Record<string, string>>
  readonly variables?: Readonly<Record<string, string>>
}

/**
 * An agent that is a program: it is started once a trial, in a fresh folder, with a short environment, reads the task from
 * stdin, and hands in with its last line or a file. The guide "Evaluating an agent" has the contract.
 *
 * Throws a RangeError for variables that are not set or must not be passed, and the error of the file system for `files` that
 * cannot be read.
 */
export function createCommandAgent(options: CommandAgentOptions): Agent {
  return createProcessAgent({
    ...options,
    kind: 'command',
    prepare: (trial) => ({ input: taskText(trial) }),
  })
}

/** An agent that runs as a process, whatever it reads. */
export function createProcessAgent(options: ProcessAgent): Agent {
  const { name, kind, passEnv = [], sandbox, base = process.cwd() } = options
  const source = options.environment ?? process.env
  const secrets = passEnv.map((variable) => readPassed(variable, source))
  const resolved = resolveCommand(options.command, base)
  const digests = { ...resolved.digests }
  for (const file of options.files ?? []) digests[file] = digestOf(resolve(base, file))
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
    // What it does until SIGKILL counts, so that the runner waits a little longer.
    ...(options.grace !== undefined && { grace: options.grace + 500 }),
    async run(trial) {
      const redactOwn = createRedact([...secrets, trial.token])
      const redact = (text: string) => redactOwn(options.redact?.(text) ?? text)
      const work = mkdtempSync(join(tmpdir(), 'carebench-trial-'))
      try {
        return await runTrial(options, { trial, work, redact, source, resolved })
      } finally {
        rmSync(work, { recursive: true, force: true, maxRetries: 3 })
      }
    },
  }
}

interface TrialWork {
  readonly trial: Trial
  readonly work: string
  readonly redact: Redact
  readonly source: Readonly<Record<string, string | undefined>>
  readonly resolved: { readonly command: readonly [string, ...string[]]; readonly files: readonly string[] }
}

async function runTrial(agent: ProcessAgent, { trial, work, redact, source, resolved }: TrialWork): Promise<AgentEnd> {
  const { grace = 2_000, outputLimit = 1024 * 1024, passEnv = [] } = agent
  const prepared = agent.prepare(trial, work)
  for (const [path, text] of Object.entries({ 'task.json': taskText(trial), ...prepared.files })) {
    mkdirSync(dirname(join(work, path)), { recursive: true })
    writeFileSync(join(work, path), text, { mode: 0o600 })
  }
  const reads = trial.caFile === undefined ? resolved.files : [...resolved.files, trial.caFile]
  const withFiles = agent.sandbox && addReads(agent.sandbox, reads)
  const sandbox = withFiles && (await openSandbox(withFiles, work, trial.baseUrl))
  const files = { output: join(work, 'output.json'), trajectory: join(work, 'trajectory.json') }
  const stop = new AbortController()
  const unlink = stopOnce(trial, stop, grace)
  let end: AgentProcessEnd
  try {
    const command = prepared.command?.(resolved.command) ?? resolved.command
    end = await runAgentProcess({
      command: sandbox?.wrap(command) ?? command,
      cwd: work,
      environment: createEnvironment({
        source,
        pass: passEnv,
        home: work,
        variables: { ...trialVariables(trial, work, files), ...prepared.variables, ...sandbox?.variables },
      }),
      input: prepared.input,
      outputLimit,
      stop: stop.signal,
      grace,
      supervised: sandbox !== undefined,
    })
  } finally {
    unlink()
    killEscapedProcesses(trial.token)
    await sandbox?.close()
  }
  writeFileSync(join(trial.folder, 'stdout.txt'), redact(end.stdout.text()), { mode: 0o600 })
  writeFileSync(join(trial.folder, 'stderr.txt'), redact(end.stderr.text()), { mode: 0o600 })
  return judge(trial, end, { files, redact, kind: agent.kind, trustExit: agent.trustExit ?? false })
}

function taskText(trial: Trial): string {
  return `${JSON.stringify(createTaskDocument(trial, { token_env: 'CAREBENCH_TOKEN' }))}\n`
}

function trialVariables(
  trial: Trial,
  work: string,
  files: { readonly output: string; readonly trajectory: string },
): Readonly<Record<string, string>> {
  return {
    CAREBENCH_BASE_URL: trial.baseUrl,
    CAREBENCH_TOKEN: trial.token,
    CAREBENCH_MCP_URL: trial.mcpUrl,
    CAREBENCH_TASK_FILE: join(work, 'task.json'),
    CAREBENCH_OUTPUT_FILE: files.output,
    CAREBENCH_TRAJECTORY_FILE: files.trajectory,
    CAREBENCH_SEED: `${trial.seed}`,
    CAREBENCH_DEADLINE: trial.deadlineAt,
    // The names under which curl and Python, and Node, look for further authorities.
    ...(trial.caFile !== undefined && {
      CAREBENCH_CA: trial.caFile,
      SSL_CERT_FILE: trial.caFile,
      NODE_EXTRA_CA_CERTS: trial.caFile,
    }),
  }
}

/** Stops the process when the trial must end, or when the agent has submitted and does not end by itself within `grace`. */
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

interface JudgeOptions {
  readonly files: { readonly output: string; readonly trajectory: string }
  readonly redact: Redact
  readonly kind: ProcessAgent['kind']
  readonly trustExit: boolean
}

/** How the trial ended, from how the process ended and what it left. */
function judge(trial: Trial, end: AgentProcessEnd, { files, redact, kind, trustExit }: JudgeOptions): AgentEnd {
  const handIn = readOutput(files.output, end, kind)
  const given = handIn.kind === 'handed-in' ? handIn : undefined
  const trajectory = parseTrajectory(readGivenFile(files.trajectory), redact)
  const common = {
    usage: given?.usage ?? null,
    cost: given?.cost ?? null,
    counts: trajectory === undefined ? noCounts : countTrajectory(trajectory),
    ...(trajectory !== undefined && { trajectory }),
  }
  const kept = given?.output === undefined ? undefined : keepOutput(given.output, redact)
  const withOutput = { ...common, ...(kept?.kind === 'kept' && { output: kept.output }) }
  const completed: Ended = { kind: 'completed', reason: given?.status ?? 'done' }
  if (trial.submitted.aborted) return { ...common, ended: completed }
  // The state as the agent left it is scored, and so is what it had handed in by then.
  if (trial.signal.aborted) return { ...withOutput, ended: stopReason(trial.signal.reason) }
  const { ended } = end
  const last = redact(lastLine(end.stderr.end()))
  const said = last === '' ? '' : ` Last line of stderr: ${last}`
  if (ended.kind === 'not-started') {
    const message = redact(`The command could not be started: ${ended.message}.${said}`)
    return { ...common, ended: { kind: 'infra', reason: 'spawn', message } }
  }
  if (ended.kind === 'killed') {
    const message = `The command was killed by ${ended.signal}.${said}`
    return { ...common, ended: { kind: 'agent', reason: 'crash', message } }
  }
  if (ended.code === 75 && trustExit) {
    const message = `The command exited with 75: something that it needs is not available for now.${said}`
    return { ...common, ended: { kind: 'infra', reason: 'unavailable', message } }
  }
  if (ended.code !== 0) {
    const message = `The command exited with ${ended.code}.${said}`
    return { ...common, ended: { kind: 'agent', reason: 'crash', message } }
  }
  if (handIn.kind === 'malformed') {
    return { ...common, ended: { kind: 'agent', reason: 'bad_output', message: redact(handIn.message) } }
  }
  if (kept?.kind === 'refused') {
    return { ...common, ended: { kind: 'agent', reason: 'bad_output', message: redact(kept.message) } }
  }
  return { ...withOutput, ended: completed }
}

function readOutput(path: string, end: AgentProcessEnd, kind: ProcessAgent['kind']): HandIn {
  const file = readGivenFile(path)
  if (file.kind === 'refused') return { kind: 'malformed', message: file.message }
  if (file.kind === 'text') return parseHandIn(file.text, 'The file of CAREBENCH_OUTPUT_FILE')
  const printed = findHandIn(end.stdout.end()) ?? emptyHandIn
  // Agents over MCP print events as JSON, some with a `status` or `usage`.
  return kind === 'mcp' && printed.kind === 'malformed' ? emptyHandIn : printed
}

/** The trajectory that the agent wrote, if it is a valid one; otherwise the runner builds one from the calls. */
function parseTrajectory(file: GivenFile, redact: Redact): Trajectory | undefined {
  if (file.kind !== 'text') return undefined
  try {
    const read = readTrajectory(JSON.parse(redact(file.text)))
    return read.kind === 'valid' ? read.trajectory : undefined
  } catch {
    return undefined
  }
}

/** How a trial ended whose signal was aborted for this reason. */
export function stopReason(reason: unknown): Ended {
  return reason instanceof TrialStop ? reason.ended : { kind: 'interrupted', reason: 'cancelled' }
}

function lastLine(text: string): string {
  return (text.trimEnd().split('\n').at(-1) ?? '').slice(0, 300)
}

function addReads(sandbox: Sandbox, files: readonly string[]): Sandbox {
  return { ...sandbox, options: { ...sandbox.options, reads: [...(sandbox.options.reads ?? []), ...files] } }
}

/** What of a sandbox decides what an agent can do, relative to `base` so that folders may move. */
function describeSandbox({ kind, options }: Sandbox, base: string): JsonObject {
  return {
    kind,
    reads: (options.reads ?? []).map((path) => relative(base, resolve(base, path))).sort(),
    hosts: [...(options.hosts ?? [])].sort(),
    processes: options.processes ?? null,
  }
}
