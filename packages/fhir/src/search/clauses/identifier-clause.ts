import { isJsonObject, type JsonObject } from '@carebench/protocol/wire'
import { ListedResources } from '../index/resource-set.js'
import { invalidValueError } from '../parameters/search-names.js'
import type { SearchParameter } from '../parameters/search-parameters.js'
import { splitEscaped, unescapeValue } from '../parameters/search-value.js'
import { createSearchTerms, foldCode } from '../values/token-terms.js'
import type { SearchClause } from './search-clause.js'
import { anyTerm } from './term-clause.js'

/** Whether a token parameter searches identifiers, which have a type. */
export function isIdentifier({ elements }: SearchParameter): boolean {
  return elements().some(({ type }) => type === 'Identifier')
}

/**
 * Returns the condition `:of-type` (R4 3.1.1.4.10): an identifier has the type and the value of one of `values`, each
 * `system|code|value`. Throws a FhirError on any other form.
 */
export function ofTypeClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  const terms: string[] = []
  /** By folded value of the identifier: the folded codes of the types by their systems. */
  const typesByValue = new Map<string, Map<string, Set<string>>>()
  for (const value of values) {
    const [system = '', code = '', number = '', ...more] = splitEscaped(value, '|').map(unescapeValue)
    if (system === '' || code === '' || number === '' || more.length > 0) {
      const expected = 'system|code|value, such as http://terminology.hl7.org/CodeSystem/v2-0203|MR|12345'
      throw invalidValueError(`${parameter.code}:of-type`, expected, value)
    }
    terms.push(...createSearchTerms(undefined, number))
    const folded = foldCode(number)
    const types = typesByValue.get(folded) ?? new Map<string, Set<string>>()
    typesByValue.set(folded, types.set(system, (types.get(system) ?? new Set()).add(foldCode(code))))
  }
  const test = (resource: JsonObject): boolean =>
    parameter.path(resource).some((identifier) => {
      if (!isJsonObject(identifier) || typeof identifier.value !== 'string' || !isJsonObject(identifier.type))
        return false
      const types = typesByValue.get(foldCode(identifier.value))
      if (types === undefined || !Array.isArray(identifier.type.coding)) return false
      return identifier.type.coding.some((coding) => {
        if (!isJsonObject(coding) || typeof coding.system !== 'string' || typeof coding.code !== 'string') return false
        return types.get(coding.system)?.has(foldCode(coding.code)) === true
      })
    })
  const ofNumber = anyTerm(parameter, terms)
  // The search tests the resources that have one of the numbers in steps.
  const ofType: SearchClause = { estimate: () => undefined, find: () => new ListedResources([]), test }
  return {
    prepare: (index) => index.prepare(parameter, 'values'),
    estimate: (index) => ofNumber.estimate(index),
    find: (index) =>
      new ListedResources(
        ofNumber
          .find(index)
          .all()
          .filter(({ resource }) => test(resource)),
      ),
    parts: [ofNumber, ofType],
    test,
  }
}
