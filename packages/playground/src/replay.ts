import type { LogEntry, LoggedAction } from '@carebench/protocol'
import { answerCall, fallDue, forkWith, type LoggedChange, loggedOf } from './answer-call.js'
import { injectArrival } from './arrive.js'
import { recordedConsult } from './consultation.js'
import type { EntryPlace } from './entry-context.js'
import { injectStep } from './inject-step.js'
import { createPlaygroundState, foldEntry, type PlaygroundState } from './playground-state.js'
import { isRefusedBody } from './refused-body.js'
import type { SimulatorSet } from './simulator-set.js'

/** The first place where a replay differs from the recording. */
export interface Divergence {
  readonly seq: number
  readonly what: 'effects' | 'events' | 'response'
  readonly recorded: unknown
  readonly replayed: unknown
}

/**
 * Executes the calls of a log again on a fresh base, with the recorded times and the same seed, and compares effects,
 * events and responses with the recorded ones. Null if they are identical to the last byte.
 */
export function replayLog(base: SimulatorSet, seed: number, entries: readonly LogEntry[]): Divergence | null {
  const state = createPlaygroundState(base, seed)
  for (const entry of entries) {
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
    // Such a call changed nothing but what was due; its answer cannot be made again.
    if (isRefusedBody(body)) return { ...fallDue(simulators, place), response: entry.response }
    const target = { simulator, group, call: { ...call, body } }
    const answered = answerCall(simulators, target, place, recordedConsult(entry.answers ?? []))
    if (answered !== undefined) return loggedOf(answered)
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
