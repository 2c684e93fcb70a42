import type { Agent } from '../agent.js'
import type { Ended } from '../ended.js'
import type { TrialFolder } from '../results/results-folder.js'
import { isScored, type TrialResult } from '../results/trial-result.js'
import { mayStallRunner } from '../trials/stall-watch.js'

/** Ends after which further trials of the agent would fail in the same way. */
const hopeless = new Set<string>(['auth', 'quota', 'model_not_found', 'spawn'])

/**
 * Number of an agent's malformed requests, without a scored trial in between, after which the run gives up the agent.
 */
const maxBadRequests = 3

/**
 * Ends that an agent without isolation can cause on the runner's machine, to choose among several results, and the
 * number of attempts that each stands for: an attempt ends by `worker` after two workers have begun it. For example, an
 * agent can write the requests by which users cancel a trial, or kill the runner.
 */
const causedByAgents: Readonly<Partial<Record<Ended['reason'], number>>> = {
  disk: 1,
  cancelled: 1,
  signal: 1,
  worker: 2,
}

/** Whether an agent can end the process that runs it. Modules run in that process, and are trusted. */
export function mayEndRunner({ kind, isolation }: Pick<Agent, 'kind' | 'isolation'>): boolean {
  return kind !== 'module' && isolation === 'none'
}

/** Whether some agent can cause an end with this reason on purpose. */
export function canBeCaused(reason: string): boolean {
  return reason === 'stalled' || Object.hasOwn(causedByAgents, reason)
}

/** Whether a trial must not be repeated again, because the agent may have caused the end of more than one attempt. */
export function mayRepeatNoMore(agent: Agent, trial: TrialFolder): boolean {
  const count = (reason: Ended['reason']) => {
    if (reason === 'stalled') return mayStallRunner(agent) ? 1 : 0
    return mayEndRunner(agent) ? (causedByAgents[reason] ?? 0) : 0
  }
  const ends = trial.attempts().flatMap((number) => trial.attempt(number).result()?.ended.reason ?? [])
  return ends.reduce((sum, reason) => sum + count(reason), 0) > 1
}

/** Decides whether to continue with the agents of a run. */
export class Hopes {
  /** The malformed requests of each agent since its last scored trial. */
  readonly #badRequests = new Map<string, number>()

  /** Whether further trials of an agent would fail like this one. */
  areLost(agent: string, result: TrialResult, isFailure: boolean): boolean {
    if (isScored(result)) this.#badRequests.delete(agent)
    if (!isFailure) return false
    const { reason } = result.ended
    if (reason !== 'bad_request') return hopeless.has(reason)
    const times = (this.#badRequests.get(agent) ?? 0) + 1
    this.#badRequests.set(agent, times)
    return times >= maxBadRequests
  }
}
