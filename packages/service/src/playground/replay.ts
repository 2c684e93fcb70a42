import type { LogEntry } from '@carebench/protocol'
import { answerCall } from './answer-call.js'
import { digestBody } from './body-digest.js'
import { entryRandom } from './entry-random.js'
import { injectStep } from './inject-step.js'
import { createPlaygroundState, foldEntry, type PlaygroundState } from './playground-state.js'
import type { SimulatorSet } from './simulator-set.js'

/** The first place where a replay went another way than the recording. */
export interface Divergence {
  readonly seq: number
  readonly what: 'effects' | 'events' | 'response'
  readonly recorded: unknown
  readonly replayed: unknown
}

/**
 * Carries out the calls of a log again on a fresh base, with the recorded times and the same seed, and compares effects,
 * events and answers with the recorded ones. Null if they are the same to the last byte.
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
  if (action.kind === 'scenario') {
    const change = injectStep(simulators, action.step, { at, random: entryRandom(seed, seq, 'answer') })
    return { ...change, response: null }
  }
  const answered = action.kind === 'call' ? answerCall(simulators, action, { seed, seq, at }) : undefined
  if (answered === undefined) {
    return { ...simulators.due({ at, random: entryRandom(seed, seq, 'due') }), response: null }
  }
  const { due, own, response } = answered
  return {
    effects: [...due.effects, ...own.effects],
    events: [...due.events, ...own.events],
    response: { status: response.status, digest: digestBody(response.body) },
  }
}
