import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CapturedOutput, captureOutput } from './captured-output.js'
import { findInheritedDescriptors } from './descriptors.js'

export interface AgentProcessOptions {
  /** The program and its arguments; no shell is involved. */
  readonly command: readonly [string, ...string[]]
  readonly cwd: string
  /** The whole environment of the process. */
  readonly environment: Readonly<Record<string, string>>
  /** What it reads from stdin. */
  readonly input: string
  /** Bytes that are kept of stdout, and of stderr. */
  readonly outputLimit: number
  /** When it is aborted, the process is asked to end, and killed `grace` milliseconds later. */
  readonly stop: AbortSignal
  /** Milliseconds between SIGTERM and SIGKILL. */
  readonly grace: number
  /**
   * Whether the command is a supervisor: on descriptor 3 it writes `started`, or why the agent did not start, and it passes
   * SIGTERM on to the agent when it reads anything.
   */
  readonly supervised?: boolean
}

export interface AgentProcessEnd {
  readonly ended:
    | { readonly kind: 'exited'; readonly code: number }
    | { readonly kind: 'killed'; readonly signal: string }
    | { readonly kind: 'not-started'; readonly message: string }
  readonly stdout: CapturedOutput
  readonly stderr: CapturedOutput
}

/** Milliseconds for which the pipes of a process that has ended are still read, if something holds them open. */
const drainTime = 1_000

/**
 * Runs a process in a process group of its own, without descriptors of ours, until it ends or is stopped. Whatever is left of
 * the group is killed then. Resolves in any case. Needs a POSIX system.
 */
export async function runAgentProcess(options: AgentProcessOptions): Promise<AgentProcessEnd> {
  const stdout = captureOutput(options.outputLimit)
  const stderr = captureOutput(options.outputLimit)
  let child: ChildProcess
  try {
    child = startProcess(options)
  } catch (error) {
    // Such as an argument with a NUL.
    return { ended: { kind: 'not-started', message: String(error) }, stdout, stderr }
  }
  child.stdout?.on('data', stdout.add)
  child.stderr?.on('data', stderr.add)
  // A process may end without having read its input.
  child.stdin?.on('error', () => {})
  child.stdin?.end(options.input)

  const control = options.supervised === true ? (child.stdio[3] as Socket) : undefined
  const report = control === undefined ? undefined : readReport(control)
  const over = new AbortController()
  const streams = [child.stdout, child.stderr, control].filter((stream) => stream != null)
  const closed = Promise.all(streams.map(onceClosed))
  const exit = await new Promise<AgentProcessEnd['ended']>((resolve) => {
    child.once('error', (error) => resolve({ kind: 'not-started', message: error.message }))
    child.once('exit', (code, signal) => {
      resolve(code === null ? { kind: 'killed', signal: signal ?? 'unknown' } : { kind: 'exited', code })
    })
    const stop = async (): Promise<void> => {
      if (control === undefined) signalGroup(child.pid, 'SIGTERM')
      else control.write('stop\n')
      await sleep(options.grace, undefined, { signal: over.signal }).catch(() => {})
      signalGroup(child.pid, 'SIGKILL')
    }
    if (options.stop.aborted) void stop()
    else options.stop.addEventListener('abort', stop, { once: true, signal: over.signal })
  })
  over.abort()
  signalGroup(child.pid, 'SIGKILL')
  await Promise.race([closed, sleep(drainTime, undefined, { ref: false })])
  for (const stream of streams) stream.destroy()
  const problem = report?.()
  const ended = problem === undefined ? exit : ({ kind: 'not-started', message: problem } as const)
  return { ended, stdout, stderr }
}

function startProcess(options: AgentProcessOptions): ChildProcess {
  const [program, ...args] = options.command
  const sink = openSync('/dev/null', 'r+')
  try {
    return spawn(program, args, {
      cwd: options.cwd,
      env: options.environment,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', ...descriptorsFor(sink, options.supervised === true)],
    })
  } finally {
    // The child has its own copy.
    closeSync(sink)
  }
}

/** What a child gets above stderr: a pipe for a supervisor, and nothing in place of what it would inherit. */
function descriptorsFor(sink: number, supervised: boolean): ('pipe' | 'ignore' | number)[] {
  const inherited = new Set(findInheritedDescriptors())
  const last = Math.max(2, ...inherited)
  const above = Array.from({ length: last - 2 }, (_, index) => (inherited.has(index + 3) ? sink : ('ignore' as const)))
  return supervised ? ['pipe', ...above.slice(1)] : above
}

/** Reads what a supervisor tells; afterwards, returns why the agent did not start, or undefined if it did. */
function readReport(control: Socket): () => string | undefined {
  let text = ''
  control.setEncoding('utf8')
  control.on('data', (chunk: string) => {
    text += chunk
  })
  control.on('error', () => {})
  return () => {
    const line = text.split('\n')[0] ?? ''
    if (line === 'started') return undefined
    return line === '' ? 'the sandbox did not start' : line
  }
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
