import type { LoggedEvent, RecordedEffect, SimulatorType } from '@carebench/protocol'
import type { Ask, SimulatorContext } from '@carebench/systems'
import type { SimulatorSet } from './simulator-set.js'

/** The calls that one simulator makes to others while it answers a call, and their changes. */
export interface Errands {
  readonly ask: Ask
  /** The changes so far, in order; not yet applied. */
  readonly effects: readonly RecordedEffect[]
  readonly events: readonly LoggedEvent[]
}

/**
 * Lets a simulator call the others in its set, and those call others in turn; a system that is waiting for a response
 * cannot be called. Each call sees the changes of the calls before it; the set itself is unchanged. Called systems have
 * the same time and share the random stream.
 */
export function openErrands(simulators: SimulatorSet, asking: SimulatorType, context: SimulatorContext): Errands {
  const effects: RecordedEffect[] = []
  const events: LoggedEvent[] = []
  let present = simulators
  const askAfter =
    (asked: readonly SimulatorType[]): Ask =>
    (type, group, call) => {
      if (asked.includes(type))
        throw new Error(`The simulator ${type} must not call itself, directly or through another.`)
      const outcome = present.get(type)?.handle(group, call, { ...context, ask: askAfter([...asked, type]) })
      if (outcome === undefined || outcome.effects.length === 0) return outcome?.response
      const changes = outcome.effects.map((effect) => ({ simulator: type, effect }))
      present = present.fork()
      present.apply(changes)
      effects.push(...changes)
      for (const event of outcome.events) events.push({ ...event, simulator: type })
      return outcome.response
    }
  return { ask: askAfter([asking]), effects, events }
}
