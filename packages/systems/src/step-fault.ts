import type { StepFinding } from './simulator.js'

/** Returns the error of a scenario step's member if reading the member throws; else empty. */
export function faultsOfReading(path: string, read: () => unknown): readonly StepFinding[] {
  try {
    read()
    return []
  } catch (error) {
    return [{ path, message: error instanceof Error ? error.message : String(error) }]
  }
}
