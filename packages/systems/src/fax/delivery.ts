import { formatInstant } from '@carebench/protocol'
import type { SimulatorChange } from '../simulator.js'
import { type Happening, inOrderOfTime } from '../timeline.js'
import type { FaxLine } from './config.js'
import { deliveredEvent, failedEvent } from './events.js'
import { type AttemptResult, type FaxRow, recordAttempt } from './fax-row.js'
import type { FaxEffect, FaxState } from './state.js'

/** Returns when the next attempt of a fax ends, in milliseconds since 1970; undefined if there is none. */
export function nextAttempt(state: FaxState, fax: FaxRow): number | undefined {
  if (fax.status !== 'sending') return undefined
  const delay = (findLine(state, fax.to_number).delay_seconds ?? 0) * 1000
  const made = fax.attempts.length
  return Date.parse(fax.created_at) + delay + made * (delay + state.retrySeconds * 1000)
}

/** Returns the progress of pending faxes up to `at`, each attempt with its own time. */
export function dueDeliveries(state: FaxState, at: string): SimulatorChange<FaxEffect> {
  return inOrderOfTime([...state.sending.values()].flatMap((fax) => deliver(state, fax, at)))
}

/** Returns the attempts of one fax that end by `at`. */
export function deliver(state: FaxState, fax: FaxRow, at: string): Happening<FaxEffect>[] {
  const present = Date.parse(at)
  const happened: Happening<FaxEffect>[] = []
  let now = fax
  for (let time = nextAttempt(state, now); time !== undefined && time <= present; time = nextAttempt(state, now)) {
    const then = formatInstant(time)
    const made = attempt(state, now)
    const effect = { op: 'attempt', id: fax.id, attempt: { at: then, result: made.result }, ended: made.ended } as const
    now = recordAttempt(now, effect.attempt, effect.ended)
    const event = !made.ended ? [] : [now.status === 'delivered' ? deliveredEvent(now, then) : failedEvent(now, then)]
    happened.push({ time, effects: [effect], events: event })
  }
  return happened
}

function attempt(state: FaxState, fax: FaxRow): { readonly result: AttemptResult; readonly ended: boolean } {
  const { answers = true, busy = false, busy_times = 0 } = findLine(state, fax.to_number)
  const made = fax.attempts.length
  const result = busy || made < busy_times ? 'busy' : answers ? 'delivered' : 'no_answer'
  return { result, ended: result === 'delivered' || made >= state.retries }
}

function findLine({ lines, otherLine }: FaxState, number: string): FaxLine {
  return lines.get(number) ?? otherLine
}
