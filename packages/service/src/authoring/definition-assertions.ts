import { ApiError, type BenchmarkDefinition, type FieldError } from '@carebench/protocol'
import { validateAssertion } from '@carebench/verifier'

/**
 * Throws an ApiError `INVALID_REQUEST` that names every assertion of a definition which does not fit its kind, with
 * pointers into the definition: a benchmark that is half made would keep its name.
 */
export function assertAssertions({ tasks }: BenchmarkDefinition): void {
  const errors = tasks.flatMap((task, taskIndex) =>
    task.criteria.flatMap(({ assertion }, index): FieldError[] => {
      const validity = validateAssertion(assertion)
      // A kind that is not known here may be one that the service was given.
      if (validity.ok || validity.errors.some(({ path }) => path === '/assert')) return []
      const at = `/tasks/${taskIndex}/criteria/${index}/assertion`
      return validity.errors.map(({ path, message }) => ({ path: at + path, message }))
    }),
  )
  if (errors.length === 0) return
  const shown = errors.slice(0, 3).map(({ path, message }) => `${path} ${message}`)
  throw new ApiError('INVALID_REQUEST', `Assertions do not fit their kinds: ${shown.join('; ')}.`, { errors })
}
