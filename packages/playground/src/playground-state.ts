import type { LogEntry, ScenarioStep } from '@carebench/protocol'
import type { SimulatorSet } from './simulator-set.js'

/** The state that results from the entries of a log. */
export interface PlaygroundState {
  readonly simulators: SimulatorSet
  /** The state before the agent started, after the scenario. */
  initial: SimulatorSet
  /** Milliseconds by which the scenario has advanced the playground's clock. */
  advanced: number
  /** The time of the last call or wait in milliseconds since 1970; null if there was none. */
  stoodAt: number | null
  /** Number of effects so far. */
  changes: number
  readonly entries: LogEntry[]
}

/** The state before the first entry. `base` is unchanged. */
export function createPlaygroundState(base: SimulatorSet): PlaygroundState {
  const simulators = base.fork()
  return { simulators, initial: simulators.fork(), advanced: 0, stoodAt: null, changes: 0, entries: [] }
}

/** Applies one entry. */
export function foldEntry(state: PlaygroundState, entry: LogEntry): void {
  state.simulators.apply(entry.effects)
  state.entries.push(entry)
  state.changes += entry.effects.length
  if (entry.action.kind === 'scenario') {
    state.advanced += advanceOf(entry.action.step)
    state.initial = state.simulators.fork()
  } else if (entry.action.kind === 'call') {
    state.stoodAt = Date.parse(entry.at)
  }
}

/** The milliseconds of an `advance_clock` step; 0 for every other step. */
export function advanceOf(step: ScenarioStep): number {
  return step.type === 'advance_clock' && typeof step.seconds === 'number' ? step.seconds * 1000 : 0
}
