import { createHash } from 'node:crypto'
import type { Solution } from '@carebench/protocol'
import { canonicalJson } from '@carebench/verifier'
import type { Wait } from '../demo/agent.js'
import { replayInTrial } from '../demo/replay-in-trial.js'
import type { Agent } from '../runner/agent.js'
import { createModuleAgent } from '../runner/agents/module-agent.js'
import { UsageError } from '../terminal/exit-reason.js'

/** The value of `--agent` for the recorded solutions. */
export const solutionName = 'solution'

/** The solutions that the files of a benchmark record. */
export interface RecordedSolutions {
  /** The first solution of each task that has one, by the name of the task. */
  readonly byTask: ReadonlyMap<string, Solution>
  /** Whether the benchmark has a stepped clock, which advances only with calls and waits. */
  readonly isStepped: boolean
}

export interface SolutionAgentOptions {
  readonly name?: string
  readonly solutions: RecordedSolutions
  /** Used for waits if the clock is not stepped. */
  readonly wait: Wait
}

/**
 * Creates the reference agent of a benchmark, which replays the recorded solution of each task through the proxy, as an
 * agent would make its calls. Its results only show whether the setup works.
 */
export function createSolutionAgent({ name = solutionName, solutions, wait }: SolutionAgentOptions): Agent {
  const recorded = canonicalJson(Object.fromEntries([...solutions.byTask]))
  const sha256 = createHash('sha256').update(recorded).digest('hex')
  const agent = createModuleAgent({
    name,
    identity: { reference: 'the recorded solutions of the benchmark', sha256 },
    async run(trial, { signal }) {
      const solution = solutions.byTask.get(trial.task.name)
      if (solution === undefined) throw new Error(`The task ${trial.task.name} has no recorded solution.`)
      return replayInTrial(solution, trial, { signal, ...(solutions.isStepped ? {} : { wait }) })
    },
  })
  return { ...agent, kind: 'reference', isolation: 'reference' }
}

/** Returns the number of calls in the recorded solution of each task. */
export function countCalls({ byTask }: RecordedSolutions): ReadonlyMap<string, number> {
  return new Map([...byTask].map(([task, { calls }]) => [task, calls.length]))
}

/** Throws a {@link UsageError} that names the tasks without a recorded solution, if there are any. */
export function assertSolved({ byTask }: RecordedSolutions, tasks: readonly string[]): void {
  const unsolved = tasks.filter((task) => !byTask.has(task))
  if (unsolved.length === 0) return
  const named = `${unsolved.slice(0, 5).join(', ')}${unsolved.length > 5 ? `, and ${unsolved.length - 5} more` : ''}`
  throw new UsageError(
    `the agent ${solutionName} replays recorded solutions, and ${unsolved.length} of ${tasks.length} tasks have ` +
      `none: ${named}; leave them out with --task, or record "solutions" for them`,
  )
}
