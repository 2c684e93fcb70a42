import type { StepFinding } from './simulator.js'

/** What is wrong with a member of a scenario step, where reading it throws; empty if it does not. */
export function faultsOfReading(path: string, read: () => unknown): readonly StepFinding[] {
  try {
    read()
    return []
  } catch (error) {
    return [{ path, message: error instanceof Error ? error.message : String(error) }]
  }
}
