import type { SimulatorEvidence } from '../simulator.js'
import type { FhirState } from './state.js'

/** Returns the record itself, without copying it. */
export function fhirEvidence({ record }: FhirState): SimulatorEvidence {
  return { fhir: record }
}
