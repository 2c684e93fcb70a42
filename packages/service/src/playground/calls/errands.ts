import { finish, type LoggedEvent, type RecordedEffect } from '@carebench/protocol'
import type { Ask, SimulatorContext } from '@carebench/systems'
import type { SimulatorSet } from '../simulator-set.js'

/** The calls that one simulator makes to others while it answers a call, and their changes. */
export interface Errands {
  readonly ask: Ask
  /** The changes so far, in order; not yet applied. */
  readonly effects: readonly RecordedEffect[]
  readonly events: readonly LoggedEvent[]
}

/**
 * Lets a simulator call the others of its set, which may call further ones; a simulator cannot be called while it is
 * calling. A type names its first simulator; others have a key. Each call sees the changes of the previous one; the set
 * itself is not changed. All called simulators have the same time and the same random source.
 */
export function openErrands(simulators: SimulatorSet, asking: string, context: SimulatorContext): Errands {
  const effects: RecordedEffect[] = []
  const events: LoggedEvent[] = []
  let present = simulators
  const askAfter = (asked: readonly string[]): Ask =>
    toAsk(function* (type, group, call) {
      if (asked.includes(type))
        throw new Error(`The simulator ${type} must not call itself, directly or through another.`)
      const called = present.get(type)
      if (called === undefined) return undefined
      const asking = { ...context, ask: askAfter([...asked, type]) }
      const outcome =
        called.handleInSteps === undefined
          ? called.handle(group, call, asking)
          : yield* called.handleInSteps(group, call, asking)
      if (outcome.effects.length === 0) return outcome.response
      const changes = outcome.effects.map((effect) => ({ simulator: type, effect }))
      present = present.fork()
      present.apply(changes)
      effects.push(...changes)
      for (const event of outcome.events) events.push({ ...event, simulator: type })
      return outcome.response
    })
  return { ask: askAfter([asking]), effects, events }
}

function toAsk(inSteps: Ask['inSteps']): Ask {
  return Object.assign<(...asked: Parameters<Ask>) => ReturnType<Ask>, Pick<Ask, 'inSteps'>>(
    (...asked) => finish(inSteps(...asked)),
    { inSteps },
  )
}
