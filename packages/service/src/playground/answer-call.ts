import type { LoggedEvent, RecordedEffect, RecordedEvent, SimulatorCall, SimulatorType } from '@carebench/protocol'
import type { SimulatorResponse } from '@carebench/simulators'
import { entryRandom } from './entry-random.js'
import type { SimulatorSet } from './simulator-set.js'

/** A call and where it is meant to go. */
export interface CallTarget {
  readonly simulator: SimulatorType
  /** The path segment of the group that the call came under, for example `fhir`. */
  readonly group: string
  readonly call: SimulatorCall
}

/** The place of a call in a log: what its time and chance depend on. */
export interface CallPlace {
  readonly seed: number
  readonly seq: number
  /** The playground's clock. */
  readonly at: string
}

/** Changes of some simulators, and what happened in them, not yet applied. */
export interface LoggedChange {
  readonly effects: readonly RecordedEffect[]
  readonly events: readonly LoggedEvent[]
}

/** What a call leads to; nothing of it is applied. */
export interface AnsweredCall {
  /** What had become due, which happens before the call. */
  readonly due: LoggedChange
  readonly own: LoggedChange
  readonly response: SimulatorResponse
}

/** Lets a simulator answer a call from the state after what has become due. Undefined if there is no such simulator. */
export function answerCall(
  simulators: SimulatorSet,
  { simulator, group, call }: CallTarget,
  { seed, seq, at }: CallPlace,
): AnsweredCall | undefined {
  const running = simulators.get(simulator)
  if (running === undefined) return undefined
  const due = simulators.due({ at, random: entryRandom(seed, seq, 'due') })
  const after = due.effects.length === 0 ? running : forkWith(simulators, due.effects).get(simulator)
  if (after === undefined) return undefined
  const outcome = after.handle(group, call, { at, random: entryRandom(seed, seq, 'answer') })
  const effects = outcome.effects.map((effect) => ({ simulator, effect }))
  return { due, own: { effects, events: eventsOf(simulator, outcome.events) }, response: outcome.response }
}

/** An independent copy with effects applied. */
export function forkWith(simulators: SimulatorSet, effects: readonly RecordedEffect[]): SimulatorSet {
  const fork = simulators.fork()
  fork.apply(effects)
  return fork
}

/** The events of a simulator as the log keeps them. */
export function eventsOf(simulator: SimulatorType, events: readonly RecordedEvent[]): LoggedEvent[] {
  return events.map((event) => ({ ...event, simulator }))
}
