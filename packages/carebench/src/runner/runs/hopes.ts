import type { Agent } from '../agent.js'
import type { TrialFolder } from '../results/results-folder.js'
import { isScored, type TrialResult } from '../results/trial-result.js'

/** Ends after which further trials of the agent would only fail in the same way. */
const hopeless = new Set<string>(['auth', 'quota', 'model_not_found', 'spawn'])

/**
 * Malformed requests of an agent, with no scored trial between them, after which its next ones would be malformed too.
 */
const maxBadRequests = 3

/**
 * What an agent without isolation can bring about on the machine of the runner: it would choose among several rolls. It
 * can write the requests by which a user cancels a trial.
 */
const causedByAgents: ReadonlySet<string> = new Set(['stalled', 'disk', 'cancelled'])

/** Whether an agent could have brought about that its trial is tried again, and has done so before. */
export function mayRepeatNoMore({ isolation }: Agent, trial: TrialFolder): boolean {
  if (isolation !== 'none') return false
  const ends = trial.attempts().map((number) => trial.attempt(number).result()?.ended.reason)
  return ends.filter((reason) => reason !== undefined && causedByAgents.has(reason)).length > 1
}

/** Whether it is worth going on with the agents of a run. */
export class Hopes {
  /** The malformed requests of each agent since its last scored trial. */
  readonly #badRequests = new Map<string, number>()

  /** Whether further trials of an agent would only fail as this one has. */
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
