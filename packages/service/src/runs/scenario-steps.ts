import type { ScenarioStep } from '@carebench/protocol'
import type { FrozenTask } from '../documents/authoring.js'

/** The steps that are executed when a task run starts. */
export function scenarioSteps(task: FrozenTask): readonly ScenarioStep[] {
  // The shape was validated when the task was written.
  return task.scenario === null ? [] : (task.scenario.steps as readonly ScenarioStep[])
}
