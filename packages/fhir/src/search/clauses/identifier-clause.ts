import { isJsonObject, type JsonObject } from '@carebench/protocol/wire'
import { uniteCreated } from '../index/created-list.js'
import { ListedResources } from '../index/resource-set.js'
import { invalidValue } from '../parameters/search-names.js'
import type { SearchParameter } from '../parameters/search-parameters.js'
import { splitEscaped, unescapeValue } from '../parameters/search-value.js'
import { foldCode, searchedTerms } from '../values/token-terms.js'
import type { SearchClause } from './search-clause.js'

/** Whether a token is looked for in identifiers, which have a type. */
export function isIdentifier({ elements }: SearchParameter): boolean {
  return elements().some(({ type }) => type === 'Identifier')
}

/**
 * `:of-type` (R4 3.1.1.4.10): identifiers with a type and a value, each `system|code|value`, any of several. Throws a
 * FhirError on any other form.
 */
export function ofTypeClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  const wanted = values.map((value) => {
    const [system = '', code = '', number = '', ...more] = splitEscaped(value, '|').map(unescapeValue)
    if (system === '' || code === '' || number === '' || more.length > 0) {
      const expected = 'system|code|value, such as http://terminology.hl7.org/CodeSystem/v2-0203|MR|12345'
      throw invalidValue(`${parameter.code}:of-type`, expected, value)
    }
    return { system, code: foldCode(code), number: foldCode(number), terms: searchedTerms(undefined, number) }
  })
  const test = (resource: JsonObject): boolean =>
    parameter.path(resource).some((identifier) => {
      if (!isJsonObject(identifier) || typeof identifier.value !== 'string' || !isJsonObject(identifier.type))
        return false
      const number = foldCode(identifier.value)
      const codings = Array.isArray(identifier.type.coding) ? identifier.type.coding.filter(isJsonObject) : []
      return wanted.some((one) => {
        const isOfType = (coding: JsonObject): boolean =>
          coding.system === one.system && typeof coding.code === 'string' && foldCode(coding.code) === one.code
        return one.number === number && codings.some(isOfType)
      })
    })
  const terms = wanted.flatMap((one) => one.terms)
  return {
    prepare: (index) => index.prepare(parameter, 'values'),
    estimate: (index) => terms.reduce((sum, term) => sum + index.terms(parameter).get(term).length, 0),
    find(index) {
      const candidates = uniteCreated(terms.map((term) => index.terms(parameter).get(term)))
      return new ListedResources(candidates.filter(({ resource }) => test(resource)))
    },
    test,
  }
}
