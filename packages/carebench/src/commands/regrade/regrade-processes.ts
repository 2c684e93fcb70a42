import { type ChildProcess, spawn } from 'node:child_process'

/** The environment variable with the queue, for joining processes. */
export const queueVariable = 'CAREBENCH_QUEUE'

/** The processes that regrade a folder on this machine. */
export interface RegradeProcesses {
  /** Resolves when the last of them has ended. */
  readonly ended: Promise<void>
  /** Ends them, and resolves when they have ended. */
  stop(): Promise<void>
}

export interface ProcessesInput {
  readonly count: number
  readonly folder: string
  readonly queue: string
  readonly bases: readonly string[]
  /** Called for a process that ended unsuccessfully without being stopped. */
  readonly onFailure: (code: number | string) => void
}

/** Starts this program `count` times, each to join the regrading of a folder. */
export function startRegradeProcesses({ count, folder, queue, bases, onFailure }: ProcessesInput): RegradeProcesses {
  const [, program = ''] = process.argv
  const flags = ['--join', '--parent', `${process.pid}`, '--json', ...bases.flatMap((base) => ['--base', base])]
  let isStopping = false
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, [...process.execArgv, program, 'regrade', ...flags, '--', folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
      // Passed as a variable, because all users of the machine can read arguments, and the address may contain a
      // password.
      env: { ...process.env, [queueVariable]: queue },
    }),
  )
  const ends = children.map(async (child) => {
    const code = await waitForEnd(child)
    if (code !== 0 && !isStopping) onFailure(code)
  })
  const ended = Promise.all(ends).then(() => undefined)
  return {
    ended,
    stop() {
      isStopping = true
      for (const child of children) child.kill()
      return ended
    },
  }
}

/** Resolves with the exit code, the name of the signal, or the reason why the process could not be started. */
function waitForEnd(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(message))
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
}
