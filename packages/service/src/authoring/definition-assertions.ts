import type { BenchmarkDefinition, Finding } from '@carebench/protocol'
import type { Verifier } from '@carebench/verifier'

/** Returns every assertion of a definition that does not match its kind, with pointers into the definition. */
export function findAssertionErrors(
  { tasks }: BenchmarkDefinition,
  { validateAssertion }: Pick<Verifier, 'validateAssertion'>,
): Finding[] {
  return tasks.flatMap((task, taskIndex) =>
    task.criteria.flatMap(({ assertion }, index): Finding[] => {
      const validity = validateAssertion(assertion)
      // A kind that is unknown here may be known to the service.
      if (validity.ok || validity.errors.some(({ path }) => path === '/assert')) return []
      const at = `/tasks/${taskIndex}/criteria/${index}/assertion`
      return validity.errors.map(({ path, message }) => ({ path: at + path, message }))
    }),
  )
}
