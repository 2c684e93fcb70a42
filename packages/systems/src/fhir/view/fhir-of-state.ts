import { type FhirDifferences, FhirStore } from '@carebench/fhir'
import type { EvidenceState } from '@carebench/verifier'
import type { Make } from '@carebench/verifier/kinds'
import { FhirList, resourceAt } from './fhir-list.js'
import { type FhirView, type FhirWhole, isResourceList } from './fhir-view.js'

/** Returns the FHIR record of a state, with indexes built on first use; undefined if it was not observed. */
export function fhirOf(state: EvidenceState): FhirView | undefined {
  return state.once('fhir', makeView)
}

const makeView: Make<FhirWhole, FhirView> = (fhir, { at, kept }) => {
  if (!isResourceList(fhir)) return fhir
  return kept ? FhirStore.fromResources(fhir.map((_, index) => resourceAt(fhir, index, at))) : new FhirList(fhir, at)
}

/**
 * Returns the resources that may differ between two states, cached for all criteria; undefined if they cannot be
 * determined, or if a record was not observed.
 */
export function fhirDifferences(initial: EvidenceState, final: EvidenceState): FhirDifferences | undefined {
  const [before, after] = [fhirOf(initial), fhirOf(final)]
  const known = final.once('fhir', createDifferences)
  if (before === undefined || after === undefined || known === undefined) return undefined
  if (!known.has(before)) known.set(before, after.differencesFrom?.(before))
  return known.get(before)
}

type KnownDifferences = WeakMap<FhirView, FhirDifferences | undefined>

const createDifferences: Make<FhirWhole, KnownDifferences> = () => new WeakMap()
