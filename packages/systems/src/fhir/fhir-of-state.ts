import { FhirStore } from '@carebench/fhir'
import type { EvidenceState } from '@carebench/verifier'
import type { Make } from '@carebench/verifier/kinds'
import { FhirList, resourceAt } from './fhir-list.js'
import { type FhirView, type FhirWhole, isResourceList } from './fhir-view.js'

/** The FHIR record of a state, with indexes built on first use; undefined if it was not observed. */
export function fhirOf(state: EvidenceState): FhirView | undefined {
  return state.once('fhir', makeView)
}

const makeView: Make<FhirWhole, FhirView> = (fhir, { at, kept }) => {
  if (!isResourceList(fhir)) return fhir
  return kept ? FhirStore.fromResources(fhir.map((_, index) => resourceAt(fhir, index, at))) : new FhirList(fhir, at)
}
