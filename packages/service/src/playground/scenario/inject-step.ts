import { type JsonValue, type ScenarioStep, systemOfStep } from '@carebench/protocol'
import type { RunningSimulator, SimulatorChange } from '@carebench/systems'
import { type LoggedChange, toLoggedEvents } from '../calls/answer-call.js'
import { type EntryPlace, entryContext } from '../log/entry-context.js'
import type { SimulatorSet } from '../simulator-set.js'

/** A step of the scenario cannot be executed in the environment. */
export class ScenarioFailedError extends Error {
  override readonly name = 'ScenarioFailedError'
}

/**
 * Returns the changes of a scenario step; nothing is applied yet. Throws {@link ScenarioFailedError} if no simulator
 * accepts it, or if the simulator rejects it.
 */
export function injectStep(simulators: SimulatorSet, step: ScenarioStep, place: EntryPlace): LoggedChange {
  if (step.type === 'advance_clock') return { effects: [], events: [] }
  const { simulator, running } = findTaker(simulators, step)
  const change = injected(running, step, place)
  return {
    effects: change.effects.map((effect) => ({ simulator, effect })),
    events: toLoggedEvents(simulator, change.events),
  }
}

/** Throws {@link ScenarioFailedError} if no simulator accepts a step of this type. */
export function assertTaken(simulators: SimulatorSet, step: ScenarioStep): void {
  findTaker(simulators, step)
}

function findTaker(
  simulators: SimulatorSet,
  step: ScenarioStep,
): { readonly simulator: string; readonly running: RunningSimulator } {
  const simulator = simulators.forStep(step)
  const running = simulator === undefined ? undefined : simulators.get(simulator)
  if (simulator !== undefined && running !== undefined) return { simulator, running }
  const system = systemOfStep(step)
  const which = system === undefined ? 'No simulator of the environment' : `No simulator with the key "${system}"`
  throw new ScenarioFailedError(`${which} takes scenario steps of type ${step.type}.`)
}

function injected(running: RunningSimulator, step: ScenarioStep, place: EntryPlace): SimulatorChange<JsonValue> {
  try {
    return running.inject(step, entryContext(place, 'answer'))
  } catch (cause) {
    throw new ScenarioFailedError(`A scenario step of type ${step.type} failed.`, { cause })
  }
}
