import type { StepFinding } from './simulator.js'

/** Returns the error that reading a scenario step's member throws, as a finding; none if it does not throw. */
export function faultsOfReading(path: string, read: () => unknown): readonly StepFinding[] {
  try {
    read()
    return []
  } catch (error) {
    return [{ path, message: error instanceof Error ? error.message : String(error) }]
  }
}
