import {
  type EvidenceSource,
  type Mutants,
  type MutantsInput,
  type Mutation,
  mutantsOf as mutantsOfParts,
  mutateState as mutateStateOf,
} from '@carebench/verifier'
import { defaultParts } from './default-parts.js'

/**
 * Plausible errors in each record of the {@link defaultParts} that a solution left: the record is missing or
 * duplicated, is about another person, or has another date, unit, status, code, number or text; and one additional,
 * unrequested write.
 *
 * Deterministic, in the order of the parts and their records. Every mutation changes one record, as its name states.
 * Beyond the limit an even sample is returned.
 */
export function mutantsOf(input: MutantsInput): Mutants {
  return mutantsOfParts(defaultParts, input)
}

/**
 * Returns the state with one record changed. Nothing is changed in place, and all other parts and records are the same
 * objects. A part keeps its form: a FHIR list stays a list, a store becomes a fork of it.
 *
 * @throws {TypeError} if the mutation's part is not among the {@link defaultParts}
 */
export function mutateState(state: EvidenceSource, mutation: Mutation): EvidenceSource {
  return mutateStateOf(defaultParts, state, mutation)
}
