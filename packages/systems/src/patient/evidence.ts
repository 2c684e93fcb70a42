import type { SimulatorEvidence } from '../simulator.js'

/** Returns no evidence: what the patient says is in the calls and messages. */
export function patientEvidence(): SimulatorEvidence {
  return {}
}
