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
 * What could have gone wrong in each record of the {@link defaultParts} that a solution left: the record is missing or
 * there twice, is about somebody else, or has another date, unit, status, code, number or text; and one write besides
 * that nobody asked for.
 *
 * Deterministic, in the order of the parts and their records. Every mutation changes one record, in what its name says.
 * Beyond the limit an even choice is returned.
 */
export function mutantsOf(input: MutantsInput): Mutants {
  return mutantsOfParts(defaultParts, input)
}

/**
 * The state with one record changed. Nothing is changed in place, and all other parts and records are the same objects.
 * A part keeps its form: a FHIR list stays a list, a store becomes a fork of it.
 *
 * @throws {TypeError} if the mutation is of a part that is not among the {@link defaultParts}
 */
export function mutateState(state: EvidenceSource, mutation: Mutation): EvidenceSource {
  return mutateStateOf(defaultParts, state, mutation)
}
