import type { SimulatorEvidence } from '../simulator.js'
import type { FhirState } from './state.js'

/** Returns the record itself; a view of it needs no copy. */
export function fhirEvidence({ record }: FhirState): SimulatorEvidence {
  return { fhir: record }
}
