import { finish, formatInstant, type LogEntry, type ScenarioStep, type Steps } from '@carebench/protocol'
import { fallDueInSteps, type LoggedChange } from '../calls/answer-call.js'
import type { EntryPlace } from '../log/entry-context.js'
import type { SimulatorSet } from '../simulator-set.js'
import type { Agenda, Arrival } from './agenda.js'
import { injectStep, ScenarioFailedError } from './inject-step.js'

/** The position of a log: its seed, its next number, and the time of its last entry in milliseconds since 1970. */
export interface LogPlace {
  readonly seed: number
  readonly seq: number
  readonly lastAt: number
}

/** A playground before and after its arrivals. */
export interface Moment {
  readonly simulators: SimulatorSet
  readonly agenda: Agenda
}

/** An arrival that has fallen due; not yet in the log. */
export interface FallenDue extends Pick<LogEntry, 'seq' | 'at'> {
  readonly arrival: Arrival
  /** Everything that was due in the systems before it, then its own changes. */
  readonly change: LoggedChange
  /** Its own changes; without any, its system rejected the step. */
  readonly own: LoggedChange
}

/**
 * Returns the arrivals of the scenario that fall due by `until`, in order, and the playground after them. Items that
 * fall due in a system in between are part of the next arrival, because they may cause further arrivals. Nothing is
 * changed.
 *
 * @param beginning - when the agent starts; times are in milliseconds since 1970
 */
export function arriveBy(
  present: Moment,
  until: number,
  beginning: number,
  log: LogPlace,
  inject: typeof injectArrival = injectArrival,
): Moment & { readonly arrived: readonly FallenDue[] } {
  return finish(arriveByInSteps(present, until, beginning, log, inject))
}

/** Does the same as {@link arriveBy} in steps. Nothing may change the playground meanwhile. */
export function* arriveByInSteps(
  present: Moment,
  until: number,
  beginning: number,
  log: LogPlace,
  inject: typeof injectArrival = injectArrival,
): Steps<Moment & { readonly arrived: readonly FallenDue[] }> {
  const arrived: FallenDue[] = []
  if (present.agenda.isEmpty) return { ...present, arrived }
  let { simulators } = present
  const agenda = present.agenda.copy()
  for (;;) {
    const seq = log.seq + arrived.length
    const known = agenda.next(beginning)
    const horizon = formatInstant(Math.min(known?.time ?? until, until))
    const due = yield* fallDueInSteps(simulators, { seed: log.seed, seq, at: horizon })
    // Events in between may cause an earlier arrival.
    const seen = due.events.length === 0 ? agenda : agenda.copy()
    if (seen !== agenda) seen.note({ seq, at: horizon, actor: 'system', action: { kind: 'wait' }, events: due.events })
    const next = seen.next(beginning)
    if (next === undefined || next.time > until) return { simulators, agenda, arrived }
    const at = formatInstant(Math.max(next.time, log.lastAt))
    const place = { seed: log.seed, seq, at }
    const before = yield* fallDueInSteps(simulators, place)
    // Copied once: the time of a copy grows with what has arrived before.
    if (arrived.length === 0) simulators = simulators.fork()
    simulators.apply(before.effects)
    const own = inject(simulators, next.arrival.step, place)
    const change = {
      effects: [...before.effects, ...own.effects],
      events: [...before.events, ...own.events],
    }
    const action = { kind: 'scenario', step: next.arrival.step, arrival: next.arrival.number } as const
    agenda.note({ seq, at, actor: 'scenario', action, events: change.events })
    simulators.apply(own.effects)
    arrived.push({ seq, at, arrival: next.arrival, change, own })
    yield
  }
}

/** Returns the changes of an arriving step: none if its system, in the state that the agent has left, rejects it. */
export function injectArrival(simulators: SimulatorSet, step: ScenarioStep, place: EntryPlace): LoggedChange {
  try {
    return injectStep(simulators, step, place)
  } catch (error) {
    if (error instanceof ScenarioFailedError) return { effects: [], events: [] }
    throw error
  }
}
