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
 * Returns plausible errors in each record of the {@link defaultParts} that a solution left: the record is missing or
 * duplicated, is about another person, or has another date, unit, status, code, number or text; and one additional,
 * unrequested write.
 *
 * Deterministic, in the order of the parts and their records. Every mutation changes one record, as its name states.
 * Above the limit, an evenly spaced sample is returned.
 */
export function mutantsOf(input: MutantsInput): Mutants {
  return mutantsOfParts(defaultParts, input)
}

/**
 * Returns a copy of the state with one record changed, which shares all other parts and records. A part keeps its form:
 * a FHIR list stays a list, a store becomes a fork of itself.
 *
 * @throws {TypeError} if the mutation's part is not among the {@link defaultParts}
 */
export function mutateState(state: EvidenceSource, mutation: Mutation): EvidenceSource {
  return mutateStateOf(defaultParts, state, mutation)
}
