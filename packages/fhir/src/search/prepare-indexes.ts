import type { Steps } from '../steps.js'
import type { SearchView } from './search.js'
import { findSearchParameter } from './search-parameters.js'

/**
 * Makes in steps the indexes that a search of a type by parameters of these names needs; unknown ones are ignored. Those
 * of chains are made for their first parameter.
 */
export function* prepareIndexes(view: SearchView, resourceType: string, names: readonly string[]): Steps<void> {
  for (const name of names) {
    const [path = '', modifier] = name.split(':')
    const parameter = findSearchParameter(resourceType, path.split('.')[0] ?? '')
    if (parameter === undefined) continue
    for (const { index } of view.layers) if (index !== undefined) yield* index.prepare(parameter, modifier === 'text')
  }
}
