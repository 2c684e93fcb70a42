import type { LogEntry } from '@carebench/protocol'
import { digestBody } from './body-digest.js'
import { entryRandom } from './entry-random.js'
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
  const answer = { at, random: entryRandom(seed, seq, 'answer') }
  if (action.kind === 'scenario') {
    if (action.step.type === 'advance_clock') return { effects: [], events: [], response: null }
    const running = state.simulators.forStep(action.step.type)
    if (running === undefined) return { effects: [], events: [], response: null }
    const change = running.inject(action.step, answer)
    return {
      effects: change.effects.map((effect) => ({ simulator: running.simulator.type, effect })),
      events: change.events,
      response: null,
    }
  }
  const due = state.simulators.due({ at, random: entryRandom(seed, seq, 'due') })
  if (action.kind === 'seal') return { ...due, response: null }
  const simulators = state.simulators.fork()
  simulators.apply(due.effects)
  const running = simulators.get(action.simulator)
  if (running === undefined) return { ...due, response: null }
  const outcome = running.handle(action.group, action.call, answer)
  return {
    effects: [...due.effects, ...outcome.effects.map((effect) => ({ simulator: action.simulator, effect }))],
    events: [...due.events, ...outcome.events],
    response: { status: outcome.response.status, digest: digestBody(outcome.response.body) },
  }
}
