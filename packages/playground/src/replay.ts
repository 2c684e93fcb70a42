import type { LogEntry } from '@carebench/protocol'
import { answerCall, fallDue, loggedOf } from './answer-call.js'
import { recordedConsult } from './consultation.js'
import { injectStep } from './inject-step.js'
import { createPlaygroundState, foldEntry, type PlaygroundState } from './playground-state.js'
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
  const state = createPlaygroundState(base)
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
    return { ...injectStep(simulators, action.step, place), response: null }
  }
  const answered =
    action.kind === 'call' ? answerCall(simulators, action, place, recordedConsult(entry.answers ?? [])) : undefined
  return answered === undefined ? { ...fallDue(simulators, place), response: null } : loggedOf(answered)
}
