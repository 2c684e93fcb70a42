import { ApiError, type BenchmarkDefinition, type FieldError, validatorFor } from '@carebench/protocol'
import { findAssertionErrors } from './definition-assertions.js'
import { findReferenceErrors } from './definition-references.js'

/**
 * What a definition itself tells to be wrong beside its schema: names that lead nowhere, assertions that do not fit their
 * kinds. Empty if nothing. Paths are pointers into the definition.
 */
export function findDefinitionErrors(definition: BenchmarkDefinition): readonly FieldError[] {
  return [...findReferenceErrors(definition), ...findAssertionErrors(definition)]
}

/** Throws an ApiError `INVALID_REQUEST` with all of them: a benchmark that is half made would keep its name. */
export function assertDefinition(definition: BenchmarkDefinition): void {
  const errors = validatorFor('benchmarkDefinition')(definition) ?? findDefinitionErrors(definition)
  if (errors.length === 0) return
  const shown = errors.slice(0, 3).map(({ path, message }) => `${path} ${message}`)
  throw new ApiError('INVALID_REQUEST', `The definition does not hold together: ${shown.join('; ')}.`, { errors })
}
