import { ApiError, type BenchmarkDefinition, type FieldError, validatorFor } from '@carebench/protocol'
import type { System } from '@carebench/systems'
import { validateAssertion } from '@carebench/systems/verifier'
import type { Verifier } from '@carebench/verifier'
import { ownStepsOf, withOwnSteps } from '../http/step-check.js'
import { findAssertionErrors } from './definition-assertions.js'
import { findReferenceErrors } from './definition-references.js'

/** What tells whether an assertion fits its kind. */
export type AssertionVerifier = Pick<Verifier, 'validateAssertion'>

/**
 * What a definition itself tells to be wrong beside its schema: names that lead nowhere, assertions that do not fit their
 * kinds. Empty if nothing. Paths are pointers into the definition. `verifier` knows the kinds of assertion and of record;
 * default: those that the verifier has.
 */
export function findDefinitionErrors(
  definition: BenchmarkDefinition,
  verifier: AssertionVerifier = { validateAssertion },
): readonly FieldError[] {
  return [...findReferenceErrors(definition), ...findAssertionErrors(definition, verifier)]
}

/** Throws an ApiError `INVALID_REQUEST` with all of them: a benchmark that is half made would keep its name. */
export function assertDefinition(
  definition: BenchmarkDefinition,
  verifier?: AssertionVerifier,
  systems: readonly System[] = [],
): void {
  const validate = withOwnSteps(validatorFor('benchmarkDefinition'), ownStepsOf(systems))
  const errors = validate(definition) ?? findDefinitionErrors(definition, verifier)
  if (errors.length === 0) return
  const shown = errors.slice(0, 3).map(({ path, message }) => `${path} ${message}`)
  throw new ApiError('INVALID_REQUEST', `The definition is inconsistent: ${shown.join('; ')}.`, { errors })
}
