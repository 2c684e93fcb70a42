import type { ScenarioStep } from '@carebench/protocol'
import { finish, type Steps } from '@carebench/protocol'
import { AgentlessState } from './agentless-state.js'
import { type FoldedEntry, toFoldedEntry } from './log/folded-entry.js'
import { Agenda, type Arrival } from './scenario/agenda.js'
import type { SimulatorSet } from './simulator-set.js'

/** The state that results from the entries of a log. */
export interface PlaygroundState {
  readonly simulators: SimulatorSet
  readonly seed: number
  /** The state before the agent started, after the scenario. */
  initial: SimulatorSet
  /** The initial state with the changes that the scenario and time alone have made since. */
  agentless: AgentlessState
  /** Milliseconds by which the scenario has advanced the playground's clock. */
  advanced: number
  /** The time of the last call or wait in milliseconds since 1970; null if there was none. */
  stoodAt: number | null
  /** Number of effects so far. */
  changes: number
  /** Number of records that the agent has sent out of the environment. */
  outwardActs: number
  readonly entries: FoldedEntry[]
  /** The steps that are still to arrive. */
  readonly agenda: Agenda
}

/**
 * Returns the state before the first entry. `base` is unchanged; `arrivals` are the steps of the scenario that come
 * later.
 */
export function createPlaygroundState(
  base: SimulatorSet,
  seed: number,
  arrivals: readonly Arrival[] = [],
): PlaygroundState {
  const simulators = base.fork()
  const initial = simulators.fork()
  return {
    simulators,
    seed,
    initial,
    agentless: new AgentlessState(seed, initial),
    advanced: 0,
    stoodAt: null,
    changes: 0,
    outwardActs: 0,
    entries: [],
    agenda: Agenda.of(arrivals),
  }
}

/** Applies one entry. */
export function foldEntry(state: PlaygroundState, entry: FoldedEntry): void {
  finish(foldEntryInSteps(state, entry))
}

/**
 * Does the same as {@link foldEntry} in steps. Nothing may read the systems meanwhile; the entry is in the state after
 * the last step.
 */
export function* foldEntryInSteps(state: PlaygroundState, entry: FoldedEntry): Steps<void> {
  const { action } = entry
  const isBefore = action.kind === 'scenario' && action.arrival === undefined
  if (!isBefore) state.agentless.note(state.simulators, entry)
  yield* state.simulators.applyInSteps(entry.effects)
  state.entries.push(toFoldedEntry(entry))
  state.changes += entry.effects.length
  if (entry.actor === 'agent') state.outwardActs += countOutward(entry.events)
  state.agenda.note(entry)
  if (isBefore) {
    state.advanced += readAdvance(action.step)
    state.initial = state.simulators.fork()
    state.agentless = new AgentlessState(state.seed, state.initial)
  } else if (action.kind === 'call' || action.kind === 'wait') {
    state.stoodAt = Date.parse(entry.at)
  }
}

/** Returns the number of records that events say were sent, or refused: a completion reads both. */
export function countOutward(events: FoldedEntry['events']): number {
  return events.reduce((sum, { outward = [], refused = [] }) => sum + outward.length + refused.length, 0)
}

/** Applies entries in steps, at least one for each. Nothing may read the systems meanwhile. */
export function* foldEntriesInSteps(state: PlaygroundState, entries: readonly FoldedEntry[]): Steps<void> {
  for (const entry of entries) {
    yield* foldEntryInSteps(state, entry)
    yield
  }
}

/** Returns the milliseconds of an `advance_clock` step; 0 for every other step. */
export function readAdvance(step: ScenarioStep): number {
  return step.type === 'advance_clock' && typeof step.seconds === 'number' ? step.seconds * 1000 : 0
}
