import type { JsonObject } from '@carebench/protocol/wire'
import { FhirError } from '../../resource/fhir-error.js'
import { uniteCreated } from '../index/created-list.js'
import { ListedResources } from '../index/resource-set.js'
import type { TypeIndex } from '../index/type-index.js'
import type { SearchParameter } from '../parameters/search-parameters.js'
import { splitEscaped } from '../parameters/search-value.js'
import { readElements } from '../values/parameter-values.js'
import type { SearchClause } from './search-clause.js'

/** Maximum number of values of a composite: each is compared with every element of a resource. */
const maxValues = 20

/**
 * Returns the condition of a composite parameter: one element has all components of one of the values, `code$value`.
 * Throws a FhirError on any other number of components, and on too many values.
 */
export function compositeClause(
  parameter: SearchParameter,
  values: readonly string[],
  createClause: (component: SearchParameter, values: readonly string[]) => SearchClause,
): SearchClause {
  const { components } = parameter
  if (values.length > maxValues) {
    throw FhirError.of(
      400,
      'too-costly',
      `Search parameter "${parameter.code}": expected at most ${maxValues} values, got ${values.length}. ` +
        'Search several times.',
    )
  }
  const conditions = values.map((value) => {
    const parts = splitEscaped(value, '$')
    if (parts.length !== components.length || parts.includes('')) {
      throw FhirError.of(
        400,
        'value',
        `Search parameter "${parameter.code}": expected ${components.map(({ code }) => `<${code}>`).join('$')}, ` +
          `got "${value}".`,
      )
    }
    return components.map((component, place) => createClause(component, [parts[place] ?? '']))
  })
  const test = (resource: JsonObject): boolean => {
    const elements = readElements(parameter, resource)
    return conditions.some((clauses) => elements.some((element) => clauses.every((clause) => clause.test(element))))
  }
  const [only] = conditions
  const clause: SearchClause = {
    prepare: (index) => index.prepare(parameter, 'values'),
    test,
    estimate(index) {
      let sum = 0
      for (const clauses of conditions) {
        const fewest = findRarest(clauses, index)
        if (fewest === undefined) return undefined
        sum += fewest.count
      }
      return sum
    },
    find(index) {
      // A component finds every resource that has its value at any of the elements.
      const candidates = uniteCreated(
        conditions.map((clauses) => findRarest(clauses, index)?.clause.find(index).all() ?? []),
      )
      return new ListedResources(candidates.filter(({ resource }) => test(resource)))
    },
  }
  if (parameter.isWhole && conditions.length === 1 && only !== undefined) clause.parts = only
  return clause
}

/** Returns the condition with the fewest candidates among those that an index can estimate. */
function findRarest(clauses: readonly SearchClause[], index: TypeIndex) {
  let found: { readonly clause: SearchClause; readonly count: number } | undefined
  for (const clause of clauses) {
    const count = clause.estimate(index)
    if (count !== undefined && (found === undefined || count < found.count)) found = { clause, count }
  }
  return found
}
