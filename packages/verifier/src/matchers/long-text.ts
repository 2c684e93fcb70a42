import { longestText, type Truth } from '@carebench/text'
import type { MatcherContext, MatchScope, OpenMatcher } from './matcher.js'

/** Texts of at most this many characters are compared at once. */
const longText = 2000

/**
 * Returns a matcher of texts that compares a long text once, as work of its criterion, and leaves one of more than 100,000
 * characters undecided, like `$says`.
 */
export function matchText(context: MatcherContext, matches: (text: string) => boolean): OpenMatcher {
  context.markOpen()
  return (actual, scope) => typeof actual === 'string' && matchOne(actual, matches, scope)
}

function matchOne(text: string, matches: (text: string) => boolean, { budget }: MatchScope): Truth {
  if (text.length <= longText) return matches(text)
  if (text.length > longestText) return undefined
  if (budget === undefined) return matches(text)
  return budget.answer(matches, text, text.length, function* () {
    yield
    return matches(text)
  })
}
