import { createHash } from 'node:crypto'
import { limits, type Solution } from '@carebench/protocol'
import { type FilledCall, replaySolution, type SolutionAnswer } from '@carebench/service'
import { canonicalJson } from '@carebench/verifier'
import type { Wait } from '../demo/agent.js'
import type { Agent, Trial } from '../runner/agent.js'
import { createModuleAgent } from '../runner/agents/module-agent.js'
import { WrongUse } from '../terminal/exit-reason.js'

/** The name under which users ask for the recorded solutions. */
export const solutionName = 'solution'

/** What a benchmark records about how its tasks are solved. */
export interface RecordedSolutions {
  /** The first solution of each task that has one, by the name of the task. */
  readonly byTask: ReadonlyMap<string, Solution>
  /** Whether the clock of its playgrounds moves only with calls and waits. */
  readonly isStepped: boolean
}

export interface SolutionAgentOptions {
  readonly name?: string
  readonly solutions: RecordedSolutions
  /** Waits where the clock is not stepped. */
  readonly wait: Wait
}

/**
 * The reference of a benchmark: replays the recorded solution of each task through the proxy, as an agent would make its calls. What
 * it reaches says whether the set-up works, and nothing about agents.
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
      const send = await openRun(trial, signal)
      const pass = solutions.isStepped ? waitInRun(send) : wait
      const { output } = await replaySolution(solution, async ({ delay_seconds: delay = 0, ...call }) => {
        if (delay > 0) await pass(delay * 1000)
        return send(call)
      })
      return output
    },
  })
  return { ...agent, kind: 'reference', isolation: 'reference' }
}

/** Returns the number of calls with which each task has been solved. */
export function callsOf({ byTask }: RecordedSolutions): ReadonlyMap<string, number> {
  return new Map([...byTask].map(([task, { calls }]) => [task, calls.length]))
}

/** Throws a {@link WrongUse} that names the tasks without a recorded solution, if there are any. */
export function assertSolved({ byTask }: RecordedSolutions, tasks: readonly string[]): void {
  const unsolved = tasks.filter((task) => !byTask.has(task))
  if (unsolved.length === 0) return
  const named = `${unsolved.slice(0, 5).join(', ')}${unsolved.length > 5 ? `, and ${unsolved.length - 5} more` : ''}`
  throw new WrongUse(
    `the agent ${solutionName} replays recorded solutions, and ${unsolved.length} of ${tasks.length} tasks have none: ${named}; leave them out with --task, or record "solutions" for them`,
  )
}

type Send = (call: FilledCall) => Promise<SolutionAnswer>

/** What calls the systems of the trial's run by the path below it: `fhir/Patient`, `wait`. */
async function openRun({ baseUrl, token, note }: Trial, signal: AbortSignal): Promise<Send> {
  const authorization = `Bearer ${token}`
  const runs = `${baseUrl}/v1/benchmark-runs`
  const created = await fetch(runs, { method: 'POST', headers: { authorization }, signal })
  const { benchmark_run_id: id } = (await created.json()) as { readonly benchmark_run_id?: unknown }
  if (typeof id !== 'string') throw new Error(`The proxy of the trial told no run: it answered ${created.status}.`)
  return async ({ method, path, headers, body, text }) => {
    const began = performance.now()
    const type = text !== undefined ? 'text/plain' : body !== undefined ? 'application/json' : undefined
    const response = await fetch(`${runs}/${id}/${path.replace(/^\//, '')}`, {
      method,
      headers: new Headers({
        ...(type !== undefined && { 'content-type': type }),
        ...lowerCase(headers),
        authorization,
      }),
      body: text ?? (body === undefined ? null : JSON.stringify(body)),
      signal,
    })
    const answer = { status: response.status, text: await response.text() }
    note({ kind: 'tool', ms: Math.round(performance.now() - began), isError: answer.status >= 400 })
    return answer
  }
}

/** Waits on a stepped clock, where one call may wait for a month at most. */
function waitInRun(send: Send): Wait {
  return async (milliseconds) => {
    for (let left = milliseconds / 1000; left > 0; left -= limits.wait.stepped) {
      await send({ method: 'POST', path: 'wait', body: { seconds: Math.min(left, limits.wait.stepped) } })
    }
  }
}

function lowerCase(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
