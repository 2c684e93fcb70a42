import type { LoggedEvent, RecordedEffect, SimulatorType } from '@carebench/protocol'
import type { Ask, SimulatorContext } from '@carebench/simulators'
import type { SimulatorSet } from './simulator-set.js'

/** What one simulator asks of the others while it answers a call, and what that changes. */
export interface Errands {
  readonly ask: Ask
  /** The changes so far, in order; not applied. */
  readonly effects: readonly RecordedEffect[]
  readonly events: readonly LoggedEvent[]
}

/**
 * Opens the way from a simulator to the others of its set. Each question is answered from what the one before has
 * changed; the set itself stays as it is. Those that are asked have the same time and draw on the same chance.
 */
export function openErrands(simulators: SimulatorSet, asking: SimulatorType, context: SimulatorContext): Errands {
  const effects: RecordedEffect[] = []
  const events: LoggedEvent[] = []
  const { at, random } = context
  let present = simulators
  const ask: Ask = (type, group, call) => {
    if (type === asking) throw new Error(`The simulator ${type} asks itself.`)
    const outcome = present.get(type)?.handle(group, call, { at, random })
    if (outcome === undefined || outcome.effects.length === 0) return outcome?.response
    const changes = outcome.effects.map((effect) => ({ simulator: type, effect }))
    present = present.fork()
    present.apply(changes)
    effects.push(...changes)
    for (const event of outcome.events) events.push({ ...event, simulator: type })
    return outcome.response
  }
  return { ask, effects, events }
}
