import { finish, type JsonObject, type Steps } from '@carebench/protocol/wire'
import type { SearchParameter } from '../parameters/search-parameters.js'
import { foldInSteps, formsOf } from './fold-text.js'
import { keepTerms, keptTermsOf } from './kept-terms.js'
import { foldedTextsOf, indexedCharacters, searchTermsOf } from './search-terms.js'

/** Minimum length, in characters, of texts that are folded in steps and cached. */
const manyCharacters = 16 * 1024

/** How many characters of short texts are folded in one step. */
const foldedInStep = 64 * 1024

/** Returns the terms of a resource under a string parameter, each of them whole. */
export function wholeTermsOf(parameter: SearchParameter, resource: JsonObject): readonly string[] {
  const known = keptTermsOf(parameter, resource)
  if (known !== undefined) return known
  const terms = searchTermsOf(parameter, resource)
  if (!terms.some(isCut)) return terms
  finish(foldInAdvance(parameter, resource))
  return keptTermsOf(parameter, resource) ?? terms
}

/** Folds and keeps, in steps, what `searchTermsOf` needs of a resource with long texts. */
export function* foldTerms(parameter: SearchParameter, resource: JsonObject): Steps<void> {
  if (parameter.kind === 'string') yield* foldInAdvance(parameter, resource)
}

/** Folds and keeps, in steps, what `displayTermsOf` needs of a resource with long texts. */
export function* foldDisplays(parameter: SearchParameter, resource: JsonObject): Steps<void> {
  yield* foldInAdvance(parameter, resource)
}

/** Whether folding the texts of a resource takes long, and has not been done. */
export function hasLongTexts(parameter: SearchParameter, resource: JsonObject): boolean {
  return countCharacters(foldedTextsOf(parameter, resource)) >= manyCharacters && !keptTermsOf(parameter, resource)
}

/** Folds the texts of a resource in steps, if they are long, and keeps them. */
function* foldInAdvance(parameter: SearchParameter, resource: JsonObject): Steps<void> {
  const texts = foldedTextsOf(parameter, resource)
  if (countCharacters(texts) < manyCharacters || keptTermsOf(parameter, resource) !== undefined) return
  const terms: string[] = []
  let folded = 0
  for (const text of texts) {
    folded += text.length
    if (folded > foldedInStep) {
      folded = text.length
      yield
    }
    const forms = new Set<string>()
    for (const form of formsOf(text)) forms.add(yield* foldInSteps(text, undefined, form))
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
