import type { JsonObject } from '@carebench/protocol'
import type { Agent } from '../agent.js'
import { type Ended, TrialStopError } from '../ended.js'
import type { StallWatch } from './stall-watch.js'
import type { TrialTimes } from './trial-times.js'

/**
 * Returns how long before the deadline the agent is stopped, in milliseconds, so that its work can still be completed
 * and scored.
 */
export function computeMargin(timeout: number, { grace = 0 }: Agent): number {
  // The second half is for the completion.
  return Math.max(Math.min(5000, timeout / 10), Math.min(2 * grace, timeout / 2))
}

/** Maximum time of a timer in milliseconds. */
const maxTimer = 2 ** 31 - 1

/** Returns the time limit of a task in milliseconds. Throws a {@link TrialStopError} if the service allows no time. */
export function readTimeout({ started_at: startedAt, deadline_at: deadlineAt }: JsonObject): number {
  const timeout = Date.parse(String(deadlineAt)) - Date.parse(String(startedAt))
  if (timeout > 0) return timeout
  const message = `The service started the task at ${String(startedAt)} with the deadline ${String(deadlineAt)}.`
  throw new TrialStopError({ kind: 'infra', reason: 'service', message })
}

/** Returns the milliseconds that an agent may work: until the margin, and at most `limit` seconds. */
export function computeAllowed(timeout: number, agent: Agent, limit = Number.POSITIVE_INFINITY): number {
  return Math.min(timeout - computeMargin(timeout, agent), limit * 1000, maxTimer)
}

/**
 * Returns the end of a timeout: unscored if more than a tenth of the time was lost to a provider or to this process.
 */
export function explainTimeout(times: TrialTimes, { stalled }: StallWatch, allowed: number): Ended {
  if (stalled > allowed / 10) {
    const message = `The time was up after the runner had stalled for ${Math.round(stalled / 1000)} s.`
    return { kind: 'infra', reason: 'stalled', message }
  }
  if (times.throttled > allowed / 10) {
    const message = `The time was up after ${Math.round(times.throttled / 1000)} s of waiting for the provider.`
    return { kind: 'infra', reason: 'throttled', message }
  }
  return { kind: 'limit', reason: 'timeout', message: `The agent used all of its ${Math.round(allowed / 1000)} s.` }
}
