import type { AgentEnd, Trajectory, Trial } from '../agent.js'
import { type Ended, isScored, TrialStopError } from '../ended.js'
import { emptyHandIn, findHandIn, type HandIn, parseHandIn } from '../hand-in.js'
import { keepOutput } from '../kept-output.js'
import type { Redact } from '../results/redact.js'
import { noCounts } from '../results/trial-result.js'
import { readTrajectory } from '../trajectory/read-trajectory.js'
import type { AgentProcessEnd } from './agent-process.js'
import { type GivenFile, readGivenFile } from './given-file.js'
import type { ProgramLog } from './program-log.js'
import { countTrajectory } from './trajectory-counts.js'

/** Maximum size of an agent's output, in bytes. */
const maxOutputBytes = 8 * 1024 * 1024
/** Maximum size of an agent's trajectory, in bytes: about ten million tokens. */
const maxTrajectoryBytes = 64 * 1024 * 1024

/** Paths of the files in which an agent may submit. */
export interface HandInFiles {
  readonly output: string
  readonly trajectory: string
}

export interface JudgeOptions {
  readonly files: HandInFiles
  readonly redact: Redact
  readonly kind: 'command' | 'mcp'
  readonly trustExit: boolean
  /** Whether the agent could have prevented the command from starting. */
  readonly mayPrevent: boolean
  /** Whether the agent could choose not to list its tools: the command did so before, and may count its trials. */
  readonly mayAbstain: boolean
  /** The log that the program printed about itself. */
  readonly log?: ProgramLog
}

/** Returns how a trial ended, judged by the end of the process and the files that it left. */
export function judgeCommand(trial: Trial, end: AgentProcessEnd, options: JudgeOptions): AgentEnd {
  const { files, redact, kind, trustExit, mayPrevent, mayAbstain, log } = options
  const handIn = readOutput(files.output, end, options)
  const given = handIn.kind === 'handed-in' ? handIn : undefined
  const submitted = parseTrajectory(readGivenFile(files.trajectory, maxTrajectoryBytes), redact)
  const { trajectory = log?.trajectory, error } = submitted
  const common = {
    usage: log?.usage ?? given?.usage ?? null,
    cost: log?.cost ?? given?.cost ?? null,
    counts: trajectory === undefined ? noCounts : countTrajectory(trajectory),
    ...(trajectory !== undefined && { trajectory }),
    ...(error !== undefined && { trajectoryError: error }),
  }
  const kept = given?.output === undefined ? undefined : keepOutput(given.output, redact)
  const withOutput = { ...common, ...(kept?.kind === 'kept' && { output: kept.output }) }
  const completed: Ended = { kind: 'completed', reason: given?.status ?? 'done' }
  if (trial.submitted.aborted) return { ...common, ended: completed }
  const { ended } = end
  const [lastError, lastOutput] = [end.stderr, end.stdout].map((stream) => lastLine(redact(stream.end())))
  const said = lastError ? ` Last line of stderr: ${lastError}` : ''
  const isStopped = trial.signal.aborted && !isScored(stopReason(trial.signal.reason))
  if (kind === 'mcp' && !trial.connected.aborted && ended.kind !== 'not-started' && !isStopped) {
    // Programs may also print the reason of a failure as an event.
    const shown = said || (lastOutput ? ` Last line of stdout: ${lastOutput}` : '')
    const message = `The program ended before it had listed the tools of its MCP server.${shown}`
    if (mayAbstain) return { ...common, ended: { kind: 'agent', reason: 'crash', message } }
    return { ...common, ended: { kind: 'infra', reason: 'mcp_connect', message } }
  }
  // The state that the agent left is scored, with its submission so far.
  if (trial.signal.aborted) return { ...withOutput, ended: stopReason(trial.signal.reason) }
  if (ended.kind === 'not-started') {
    const message = redact(`The command could not be started: ${ended.message}.${said}`)
    if (mayPrevent) return { ...common, ended: { kind: 'agent', reason: 'crash', message } }
    return { ...common, ended: { kind: 'infra', reason: 'spawn', message } }
  }
  if (ended.kind === 'killed' || ended.kind === 'cut-off') {
    const what = ended.kind === 'killed' ? `was killed by ${ended.signal}` : 'was killed: its sandbox lost its network'
    const message = `The command ${what}.${said}`
    return { ...common, ended: { kind: 'agent', reason: 'crash', message } }
  }
  if (ended.code === 75 && trustExit) {
    const message = `The command exited with 75: something that it needs is temporarily unavailable.${said}`
    return { ...common, ended: { kind: 'infra', reason: 'unavailable', message } }
  }
  if (ended.code !== 0) {
    const message = `The command exited with ${ended.code}.${said}`
    return { ...common, ended: { kind: 'agent', reason: 'crash', message } }
  }
  if (handIn.kind === 'malformed') {
    return { ...common, ended: { kind: 'agent', reason: 'bad_output', message: handIn.message } }
  }
  if (kept?.kind === 'refused') {
    return { ...common, ended: { kind: 'agent', reason: 'bad_output', message: redact(kept.message) } }
  }
  return { ...withOutput, ended: completed }
}

function readOutput(path: string, end: AgentProcessEnd, { kind, redact }: JudgeOptions): HandIn {
  const file = readGivenFile(path, maxOutputBytes)
  if (file.kind === 'refused') return { kind: 'malformed', message: file.message }
  if (file.kind === 'text') return parseHandIn(file.text, 'The file of CAREBENCH_OUTPUT_FILE', redact)
  const printed = findHandIn(end.stdout.end(), redact) ?? emptyHandIn
  // Agents over MCP print events as JSON, some with a `status` or `usage`.
  return kind === 'mcp' && printed.kind === 'malformed' ? emptyHandIn : printed
}

/** Parses the agent's trajectory, or says why it cannot be kept; neither if there is none. */
function parseTrajectory(file: GivenFile, redact: Redact): { trajectory?: Trajectory; error?: string } {
  if (file.kind === 'absent') return {}
  if (file.kind === 'refused') return { error: redact(file.message) }
  let document: unknown
  try {
    document = JSON.parse(redact(file.text))
  } catch (error) {
    return { error: redact(`It is not JSON: ${error instanceof Error ? error.message : String(error)}.`).slice(0, 300) }
  }
  const read = readTrajectory(document)
  if (read.kind === 'valid') return { trajectory: read.trajectory }
  const [fault] = read.faults
  return { error: `${fault?.path || '/'} ${fault?.message}.`.slice(0, 300) }
}

/** Returns how a trial ended, from the reason for which its signal was aborted. */
export function stopReason(reason: unknown): Ended {
  return reason instanceof TrialStopError ? reason.ended : { kind: 'interrupted', reason: 'cancelled' }
}

function lastLine(text: string): string {
  return (text.trimEnd().split('\n').at(-1) ?? '').slice(0, 300)
}
