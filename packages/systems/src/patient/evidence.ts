import type { SimulatorEvidence } from '../simulator.js'

/** None of its own: what the patient says is in the calls and messages. */
export function patientEvidence(): SimulatorEvidence {
  return {}
}
