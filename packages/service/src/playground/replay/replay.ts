import type { LogEntry, LoggedAction } from '@carebench/protocol'
import { answerCall, fallDue, forkWith, type LoggedChange, toLogged } from '../calls/answer-call.js'
import { recordedConsult } from '../calls/consultation.js'
import { isRefusedBody } from '../calls/refused-body.js'
import type { EntryPlace } from '../log/entry-context.js'
import { createPlaygroundState, foldEntry, type PlaygroundState } from '../playground-state.js'
import type { Arrival } from '../scenario/agenda.js'
import { arriveBy, injectArrival } from '../scenario/arrive.js'
import { injectStep } from '../scenario/inject-step.js'
import type { SimulatorSet } from '../simulator-set.js'

/** The first place where a replay differs from the recording. */
export interface Divergence {
  readonly seq: number
  /**
   * With `arrival`, the entry is a step of the scenario that was not due then, or one was due that the log does not
   * have: `{arrival, at, step}`, the position of the step in the scenario and when it was executed, or null for none.
   */
  readonly what: 'effects' | 'events' | 'response' | 'arrival'
  readonly recorded: unknown
  readonly replayed: unknown
}

/** The steps of a scenario that arrive after the agent has started, and the time of that start. */
export interface ScheduledArrivals {
  readonly arrivals: readonly Arrival[]
  /**
   * The beginning of the playground's clock, in milliseconds since 1970, without the time by which the scenario
   * advances it.
   */
  readonly startsAt: number
}

/**
 * Executes the calls of a log again on a fresh base, with the recorded times and the same seed, and compares effects,
 * events and responses with the recorded ones. Null if they are identical to the last byte.
 *
 * @param scheduled - the arrivals of the scenario: each arrival in the log must have been due then, and none may be
 *   missing. Default: arrivals are executed as they are in the log
 */
export function replayLog(
  base: SimulatorSet,
  seed: number,
  entries: readonly LogEntry[],
  scheduled?: ScheduledArrivals,
): Divergence | null {
  const state = createPlaygroundState(base, seed, scheduled?.arrivals)
  for (const entry of entries) {
    const untimely = scheduled && findUntimely(state, scheduled, entry)
    if (untimely !== undefined) return untimely
    const replayed = replayEntry(state, seed, entry)
    for (const what of ['effects', 'events', 'response'] as const) {
      if (JSON.stringify(replayed[what]) !== JSON.stringify(entry[what])) {
        return { seq: entry.seq, what, recorded: entry[what], replayed: replayed[what] }
      }
    }
    foldEntry(state, entry)
  }
  return null
}

/** Returns the logged and the due arrival at an entry, if they differ. */
function findUntimely(
  { simulators, agenda, advanced, entries, seed }: PlaygroundState,
  { startsAt }: ScheduledArrivals,
  { seq, at, action }: LogEntry,
): Divergence | undefined {
  if (action.kind === 'scenario' && action.arrival === undefined) return undefined
  const last = entries.at(-1)
  const log = { seed, seq, lastAt: last === undefined ? 0 : Date.parse(last.at) }
  const [due] = arriveBy({ simulators, agenda }, Date.parse(at), startsAt + advanced, log).arrived
  const replayed = due === undefined ? null : { arrival: due.arrival.number, at: due.at, step: due.arrival.step }
  const recorded = action.kind === 'scenario' ? { arrival: action.arrival, at, step: action.step } : null
  if (JSON.stringify(recorded) === JSON.stringify(replayed)) return undefined
  return { seq, what: 'arrival', recorded, replayed }
}

function replayEntry(
  state: PlaygroundState,
  seed: number,
  entry: LogEntry,
): Pick<LogEntry, 'effects' | 'events' | 'response'> {
  const { action, at, seq } = entry
  const { simulators } = state
  const place = { seed, seq, at }
  if (action.kind === 'scenario') {
    return { ...scenarioChange(simulators, action, place), response: null }
  }
  if (action.kind === 'call') {
    const { simulator, group, call } = action
    const { body } = call
    // Such a call changed nothing except due items; its response cannot be reproduced.
    if (isRefusedBody(body)) return { ...fallDue(simulators, place), response: entry.response }
    const target = { simulator, group, call: { ...call, body } }
    const answered = answerCall(simulators, target, place, recordedConsult(entry.answers ?? []))
    if (answered !== undefined) return toLogged(answered)
  }
  return { ...fallDue(simulators, place), response: null }
}

function scenarioChange(
  simulators: SimulatorSet,
  { step, arrival }: LoggedAction & { readonly kind: 'scenario' },
  place: EntryPlace,
): LoggedChange {
  if (arrival === undefined) return injectStep(simulators, step, place)
  const due = fallDue(simulators, place)
  const own = injectArrival(forkWith(simulators, due.effects), step, place)
  return { effects: [...due.effects, ...own.effects], events: [...due.events, ...own.events] }
}
