import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CapturedOutput, captureOutput } from './captured-output.js'
import { assertExecutable } from './executable.js'
import { sandboxDescriptors } from './isolation/bubblewrap.js'
import type { ControlGroup } from './isolation/control-group.js'
import { findInheritedDescriptors } from './isolation/descriptors.js'
import { isSameProcess, markProcess, type ProcessMark } from './isolation/process-mark.js'
import type { OpenSandbox } from './isolation/sandbox.js'
import { readSandboxStatus } from './isolation/sandbox-status.js'
import { filterSystemCalls } from './isolation/system-call-filter.js'

export interface AgentProcessOptions {
  /** The program and its arguments; no shell is involved. */
  readonly command: readonly [string, ...string[]]
  readonly cwd: string
  /** The whole environment of the process. */
  readonly environment: Readonly<Record<string, string>>
  /** The text for its stdin. */
  readonly input: string
  /** Maximum number of bytes kept of stdout, and of stderr. */
  readonly outputLimit: number
  /** When it aborts, the process gets SIGTERM, and SIGKILL `grace` milliseconds later. */
  readonly stop: AbortSignal
  /** Milliseconds between SIGTERM and SIGKILL. */
  readonly grace: number
  /** The sandbox that the command starts, if it is a bwrap command: see {@link OpenSandbox}. */
  readonly sandbox?: Pick<OpenSandbox, 'prepare'>
  /** The control group for the process and its children. */
  readonly group?: Pick<ControlGroup, 'enter'>
}

export interface AgentProcessEnd {
  readonly ended:
    | { readonly kind: 'exited'; readonly code: number }
    | { readonly kind: 'killed'; readonly signal: string }
    /** Killed because its sandbox lost its bridges to the outside. */
    | { readonly kind: 'cut-off' }
    | NotStarted
  readonly stdout: CapturedOutput
  readonly stderr: CapturedOutput
}

export interface NotStarted {
  readonly kind: 'not-started'
  readonly message: string
  /** Whether the machine had no resources for a process at the time. */
  readonly isStarved?: boolean
}

/** How long the pipes of an ended process are still read if something holds them open, in milliseconds. */
const drainTime = 1_000

/**
 * Runs a process in its own process group, without inherited descriptors, until it ends or is stopped; then kills the
 * rest of the group. Never rejects. Requires a POSIX system.
 */
export async function runAgentProcess(options: AgentProcessOptions): Promise<AgentProcessEnd> {
  const stdout = captureOutput(options.outputLimit)
  const stderr = captureOutput(options.outputLimit)
  let child: ChildProcess
  try {
    child = startProcess(options)
  } catch (error) {
    // For example, an argument contains a NUL.
    return { ended: { kind: 'not-started', message: String(error), isStarved: isStarved(error) }, stdout, stderr }
  }
  child.stdout?.on('data', stdout.add)
  child.stderr?.on('data', stderr.add)
  // A process may end without having read its input.
  child.stdin?.on('error', () => {})
  child.stdin?.end(options.input)

  // Without a process there are no pipes, and an error event follows.
  const hold = options.sandbox && child.pid !== undefined ? holdBack(child, options.sandbox) : undefined
  const over = new AbortController()
  const streams = [child.stdout, child.stderr, hold?.stream].filter((stream) => stream != null)
  const closed = Promise.all(streams.map(onceClosed))
  const exit = await new Promise<AgentProcessEnd['ended']>((resolve) => {
    child.once('error', (error) => {
      resolve({ kind: 'not-started', message: error.message, isStarved: isStarved(error) })
    })
    child.once('exit', (code, signal) => {
      resolve(code === null ? { kind: 'killed', signal: signal ?? 'unknown' } : { kind: 'exited', code })
    })
    const stop = async (): Promise<void> => {
      signalGroup(hold === undefined ? child.pid : hold.leader(), 'SIGTERM')
      await sleep(options.grace, undefined, { signal: over.signal }).catch(() => {})
      signalGroup(child.pid, 'SIGKILL')
    }
    if (options.stop.aborted) void stop()
    else options.stop.addEventListener('abort', stop, { once: true, signal: over.signal })
  })
  over.abort()
  signalGroup(child.pid, 'SIGKILL')
  hold?.end()
  await Promise.race([closed, sleep(drainTime, undefined, { ref: false })])
  for (const stream of streams) stream.destroy()
  return { ended: hold?.judge(exit) ?? exit, stdout, stderr }
}

/** Whether an error says that the machine has no resources for a process, or no descriptors for its pipes. */
function isStarved(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E(AGAIN|NOMEM|MFILE|NFILE)$/.test(String(error.code))
}

/** An agent in a sandbox, held back until the sandbox is prepared. */
interface HeldAgent {
  readonly stream: Socket
  /** Returns the id of the first process of the sandbox; undefined before the agent has begun. */
  readonly leader: () => number | undefined
  /** Ends the rest of the sandbox after bwrap has ended. */
  readonly end: () => void
  /**
   * Corrects how the process ended: as not started if the agent never ran, or as cut off. Every other end counts as the
   * end of the agent.
   */
  readonly judge: (exit: AgentProcessEnd['ended']) => AgentProcessEnd['ended']
}

function holdBack(child: ChildProcess, sandbox: Pick<OpenSandbox, 'prepare'>): HeldAgent {
  const stream = child.stdio[sandboxDescriptors.status] as Socket
  const gate = child.stdio[sandboxDescriptors.gate] as Socket
  gate.on('error', () => {})
  const filter = child.stdio.at(sandboxDescriptors.filter) as Socket
  filter.on('error', () => {}).end(filterSystemCalls())
  const status = readSandboxStatus(stream)
  let begun: ProcessMark | undefined
  let problem = 'the sandbox did not start'
  let isCutOff = false
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const begin = async () => {
    const leader = await status.leader
    if (leader === undefined) return
    const mark = markProcess(leader)
    try {
      const { ended } = await sandbox.prepare(leader)
      begun = mark
      gate.end()
      await ended
      isCutOff = isRunning()
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error)
    }
    if (isRunning()) signalGroup(child.pid, 'SIGKILL')
  }
  void begin()
  return {
    stream,
    leader: () => begun?.id,
    end: () => {
      gate.destroy()
      // An agent that traces the first process can keep it from ending with bwrap.
      if (begun !== undefined && isSameProcess(begun)) signalGroup(begun.id, 'SIGKILL')
    },
    judge: (exit) => {
      if (begun === undefined) return exit.kind === 'not-started' ? exit : { kind: 'not-started', message: problem }
      if (isCutOff) return { kind: 'cut-off' }
      if (exit.kind !== 'exited' || !status.isWithoutAgent()) return exit
      return { kind: 'not-started', message: 'the sandbox could not execute it' }
    },
  }
}

function startProcess(options: AgentProcessOptions): ChildProcess {
  const [program, ...args] = findWords(options)
  const sink = openSync('/dev/null', 'r+')
  try {
    return spawn(program, args, {
      cwd: options.cwd,
      env: options.environment,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', ...descriptorsFor(sink, options.sandbox !== undefined)],
    })
  } finally {
    // The child has its own copy.
    closeSync(sink)
  }
}

/**
 * Returns the words to execute. The shell that enters the control group would hide that a command does not exist, so
 * this is checked before.
 */
function findWords({ command, cwd, environment, group }: AgentProcessOptions): readonly [string, ...string[]] {
  const [first, ...enter] = group?.enter ?? []
  if (first === undefined) return command
  assertExecutable(command[0], environment.PATH ?? '', cwd)
  return [first, ...enter, ...command]
}

/** Returns the descriptors of a child above stderr: pipes for bwrap, and /dev/null in place of inherited ones. */
function descriptorsFor(sink: number, isSandbox: boolean): ('pipe' | 'ignore' | number)[] {
  const inherited = new Set(findInheritedDescriptors())
  const own = isSandbox ? Object.values(sandboxDescriptors) : []
  const last = Math.max(2, ...own, ...inherited)
  return Array.from({ length: last - 2 }, (_, index) => {
    const descriptor = index + 3
    if (own.some((one) => one === descriptor)) return 'pipe'
    return inherited.has(descriptor) ? sink : 'ignore'
  })
}

function signalGroup(leader: number | undefined, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, signal)
  } catch {
    // The group is empty.
  }
}

function onceClosed(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    stream.once('close', resolve)
  })
}
