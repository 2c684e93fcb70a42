import { finish, type JsonObject, type Steps } from '@carebench/protocol/wire'
import type { SearchParameter } from '../parameters/search-parameters.js'
import { foldInSteps, listForms } from './fold-text.js'
import { findKeptTerms, keepTerms } from './kept-terms.js'
import { indexedCharacters, listSearchTerms, listTexts } from './search-terms.js'

/** Minimum number of characters in the texts of a resource to fold them in steps and cache them. */
const manyCharacters = 16 * 1024

/** Number of characters of short texts folded in one step. */
const charactersPerStep = 64 * 1024

/** Returns the terms of a resource under a string parameter, none of them cut. */
export function listWholeTerms(parameter: SearchParameter, resource: JsonObject): readonly string[] {
  const known = findKeptTerms(parameter, resource)
  if (known !== undefined) return known
  const terms = listSearchTerms(parameter, resource)
  if (!terms.some(isCut)) return terms
  finish(foldInAdvance(parameter, resource))
  return findKeptTerms(parameter, resource) ?? terms
}

/** Folds and caches in steps the long texts that `listSearchTerms` reads. */
export function* foldTerms(parameter: SearchParameter, resource: JsonObject): Steps<void> {
  if (parameter.kind === 'string') yield* foldInAdvance(parameter, resource)
}

/** Folds and caches in steps the long texts that `listDisplayTerms` reads. */
export function* foldDisplays(parameter: SearchParameter, resource: JsonObject): Steps<void> {
  yield* foldInAdvance(parameter, resource)
}

/** Whether a resource has long texts that have not been folded yet. */
export function hasLongTexts(parameter: SearchParameter, resource: JsonObject): boolean {
  return countCharacters(listTexts(parameter, resource)) >= manyCharacters && !findKeptTerms(parameter, resource)
}

/** Folds the texts of a resource in steps, if they are long, and caches them. */
function* foldInAdvance(parameter: SearchParameter, resource: JsonObject): Steps<void> {
  const texts = listTexts(parameter, resource)
  if (countCharacters(texts) < manyCharacters || findKeptTerms(parameter, resource) !== undefined) return
  const terms: string[] = []
  let folded = 0
  for (const text of texts) {
    folded += text.length
    if (folded > charactersPerStep) {
      folded = text.length
      yield
    }
    const forms = new Set<string>()
    for (const form of listForms(text)) forms.add(yield* foldInSteps(text, undefined, form))
    for (const term of forms) terms.push(term)
  }
  keepTerms(parameter, resource, terms)
}

function countCharacters(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0)
}

/** Whether a term is only the beginning of a text. */
function isCut(term: string): boolean {
  return term.length >= indexedCharacters
}
