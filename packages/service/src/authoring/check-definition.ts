import { ApiError, type BenchmarkDefinition, type Finding, validatorFor } from '@carebench/protocol'
import type { System } from '@carebench/systems'
import { validateAssertion } from '@carebench/systems/verifier'
import type { Verifier } from '@carebench/verifier'
import { withStepCheck } from '../http/step-check.js'
import { findAssertionErrors } from './definition-assertions.js'
import { findReferenceErrors } from './definition-references.js'

/** Checks assertions against the schema of their kind. */
export type AssertionVerifier = Pick<Verifier, 'validateAssertion'>

/**
 * The inconsistencies of a definition that its schema cannot express: unresolved names, and assertions that do not
 * match their kinds. Empty if there are none. Paths are pointers into the definition. `verifier` knows the kinds of
 * assertion and of record; default: the built-in ones.
 */
export function findDefinitionErrors(
  definition: BenchmarkDefinition,
  verifier: AssertionVerifier = { validateAssertion },
): readonly Finding[] {
  return [...findReferenceErrors(definition), ...findAssertionErrors(definition, verifier)]
}

/** Throws an ApiError `INVALID_REQUEST` with all inconsistencies, before a half-created benchmark takes its name. */
export function assertDefinition(
  definition: BenchmarkDefinition,
  verifier?: AssertionVerifier,
  systems: readonly System[] = [],
): void {
  const validate = withStepCheck(validatorFor('benchmarkDefinition'), systems)
  const errors = validate(definition) ?? findDefinitionErrors(definition, verifier)
  if (errors.length === 0) return
  const shown = errors.slice(0, 3).map(({ path, message }) => `${path} ${message}`)
  throw new ApiError('INVALID_REQUEST', `The definition is inconsistent: ${shown.join('; ')}.`, { errors })
}
