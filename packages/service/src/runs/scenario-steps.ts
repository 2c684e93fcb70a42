import type { JsonObject, ScenarioStep } from '@carebench/protocol'
import { isArrival } from '../playground/arrivals.js'

/** Returns the steps that are run when a task run starts; the others arrive later. */
export function scenarioSteps(task: { readonly scenario: JsonObject | null }): readonly ScenarioStep[] {
  // The shape was validated when the task was written.
  const steps = task.scenario === null ? [] : (task.scenario.steps as readonly ScenarioStep[])
  return steps.filter((step) => !isArrival(step))
}
