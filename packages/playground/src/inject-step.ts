import type { JsonValue, ScenarioStep } from '@carebench/protocol'
import type { RunningSimulator, SimulatorChange } from '@carebench/systems'
import { eventsOf, type LoggedChange } from './answer-call.js'
import { type EntryPlace, entryContext } from './entry-context.js'
import type { SimulatorSet } from './simulator-set.js'

/** A step of the scenario cannot be executed in the environment. */
export class ScenarioFailed extends Error {
  override readonly name = 'ScenarioFailed'
}

/**
 * The changes of a scenario step; nothing is applied yet. Throws {@link ScenarioFailed} if no simulator accepts it, or
 * if the simulator rejects it.
 */
export function injectStep(simulators: SimulatorSet, step: ScenarioStep, place: EntryPlace): LoggedChange {
  if (step.type === 'advance_clock') return { effects: [], events: [] }
  const running = simulators.forStep(step.type)
  if (running === undefined) {
    throw new ScenarioFailed(`No simulator of the environment takes scenario steps of type ${step.type}.`)
  }
  const { type } = running.simulator
  const change = injected(running, step, place)
  return {
    effects: change.effects.map((effect) => ({ simulator: type, effect })),
    events: eventsOf(type, change.events),
  }
}

function injected(running: RunningSimulator, step: ScenarioStep, place: EntryPlace): SimulatorChange<JsonValue> {
  try {
    return running.inject(step, entryContext(place, 'answer'))
  } catch (cause) {
    throw new ScenarioFailed(`A scenario step of type ${step.type} failed.`, { cause })
  }
}
