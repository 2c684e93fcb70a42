import type { JsonObject } from '@carebench/protocol/wire'
import { uniteCreated } from '../index/created-list.js'
import { ListedResources } from '../index/resource-set.js'
import type { SearchParameter } from '../parameters/search-parameters.js'
import { unescapeValue } from '../parameters/search-value.js'
import { listSearchTerms } from '../values/search-terms.js'
import type { SearchClause } from './search-clause.js'

/** Returns the condition `:below`: a URL that equals a value or continues its path (R4 3.1.1.4.5). */
export function belowClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  const first = parameter.kind === 'reference' ? 'r' : ''
  const urls = [...new Set(values.map((value) => first + unescapeValue(value).replace(/\/$/, '')))]
  const isBelow = (term: string): boolean => urls.some((url) => term === url || term.startsWith(`${url}/`))
  return {
    *prepare(index) {
      const steps = index.prepare(parameter, 'values')
      if (steps !== undefined) yield* steps
      const order = index.terms(parameter).prepareOrder()
      if (order !== undefined) yield* order
    },
    estimate(index, enough = index.inOrder.length) {
      const terms = index.terms(parameter)
      return urls.reduce((sum, url) => sum + terms.get(url).length + terms.countPrefix(`${url}/`, enough), 0)
    },
    find(index) {
      const terms = index.terms(parameter)
      return new ListedResources(uniteCreated(urls.flatMap((url) => [terms.get(url), terms.withPrefix(`${url}/`)])))
    },
    test: (resource: JsonObject) => listSearchTerms(parameter, resource).some(isBelow),
  }
}
