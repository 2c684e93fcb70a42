import { longestText, type Truth } from '@carebench/text'
import type { MatcherContext, MatchScope, OpenMatcher } from './matcher.js'

/** Texts of at most this many characters are compared at once: they take no longer than other values. */
const shortText = 64

/** Texts of at most this many characters take a fraction of the work for each character. */
const longText = 2000

/** Characters of such a text that are compared in the time of one unit of work. */
const charactersPerUnit = 4

/**
 * Returns a matcher of texts that compares each text once, as work of its criterion, and leaves one of more than 100,000
 * characters undecided, like `$says`. Texts that are not long are work too: an agent writes tens of thousands of them in one call.
 *
 * @param comparisonsOfCharacter - comparisons that take as long as a character of a short text. Default 1
 */
export function matchText(
  context: MatcherContext,
  matches: (text: string) => boolean,
  comparisonsOfCharacter = 1,
): OpenMatcher {
  context.markOpen()
  return (actual, scope) => {
    if (typeof actual !== 'string') return false
    if (actual.length > shortText) return matchOne(actual, matches, scope)
    scope.budget?.compare(Math.ceil(actual.length * comparisonsOfCharacter))
    return matches(actual)
  }
}

function matchOne(text: string, matches: (text: string) => boolean, { budget }: MatchScope): Truth {
  if (text.length > longestText) return undefined
  const isLong = text.length > longText
  if (budget === undefined) return matches(text)
  const units = isLong ? text.length : Math.ceil(text.length / charactersPerUnit)
  return budget.answer(matches, text, units, function* () {
    if (isLong) yield
    return matches(text)
  })
}
