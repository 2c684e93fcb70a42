import { type JsonValue, type ScenarioStep, systemOfStep } from '@carebench/protocol'
import type { RunningSimulator, SimulatorChange } from '@carebench/systems'
import { eventsOf, type LoggedChange } from './answer-call.js'
import { type EntryPlace, entryContext } from './entry-context.js'
import type { SimulatorSet } from './simulator-set.js'

/** A step of the scenario does not fit the environment. */
export class ScenarioFailed extends Error {
  override readonly name = 'ScenarioFailed'
}

/**
 * What a step of a scenario changes; nothing of it is applied. Throws {@link ScenarioFailed} if no simulator takes it, or
 * if it does not fit.
 */
export function injectStep(simulators: SimulatorSet, step: ScenarioStep, place: EntryPlace): LoggedChange {
  if (step.type === 'advance_clock') return { effects: [], events: [] }
  const simulator = simulators.forStep(step)
  const running = simulator === undefined ? undefined : simulators.get(simulator)
  if (simulator === undefined || running === undefined) {
    const system = systemOfStep(step)
    const which = system === undefined ? 'No simulator of the environment' : `No simulator with the key "${system}"`
    throw new ScenarioFailed(`${which} takes scenario steps of type ${step.type}.`)
  }
  const change = injected(running, step, place)
  return {
    effects: change.effects.map((effect) => ({ simulator, effect })),
    events: eventsOf(simulator, change.events),
  }
}

function injected(running: RunningSimulator, step: ScenarioStep, place: EntryPlace): SimulatorChange<JsonValue> {
  try {
    return running.inject(step, entryContext(place, 'answer'))
  } catch (cause) {
    throw new ScenarioFailed(`A scenario step of type ${step.type} does not fit.`, { cause })
  }
}
