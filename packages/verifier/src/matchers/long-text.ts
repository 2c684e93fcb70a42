import { maxTextLength, type Truth } from '@carebench/text'
import type { MatcherContext, MatchScope, OpenMatcher } from './matcher.js'

/** Texts of at most this many characters are compared each time: they take no longer than other values. */
const shortText = 64

/** Texts of at most this many characters take a fraction of the work for each character. */
const longText = 2000

/** The number of characters of such a text that are compared in the time of one unit of work. */
const charactersPerUnit = 4

/** The cost of one character of a text. */
export interface TextCosts {
  /** The cost in comparisons, for a short text. */
  readonly comparisons: number
  /** The cost in units of work, for a long text. */
  readonly units: number
  /** Longer texts are undecided. */
  readonly maxCharacters: number
}

const plainCosts: TextCosts = { comparisons: 1, units: 1, maxCharacters: maxTextLength }

/**
 * Returns a matcher that compares texts as work of its criterion, each longer one only once, and leaves texts of more
 * than `costs.maxCharacters` (default 100,000) undecided, like `$says`. Short texts count as work too: an agent can
 * write tens of thousands of them in one call.
 */
export function matchText(
  context: MatcherContext,
  matches: (text: string) => boolean,
  costs: TextCosts = plainCosts,
): OpenMatcher {
  context.markOpen()
  return (actual, scope) => {
    if (typeof actual !== 'string') return false
    if (actual.length > shortText) return matchOne(actual, matches, costs, scope)
    scope.budget?.compare(Math.ceil(actual.length * costs.comparisons))
    return matches(actual)
  }
}

function matchOne(
  text: string,
  matches: (text: string) => boolean,
  { units: perCharacter, maxCharacters }: TextCosts,
  { budget }: MatchScope,
): Truth {
  if (text.length > maxCharacters) {
    budget?.noteTooLong(text)
    return undefined
  }
  const isLong = text.length > longText
  if (budget === undefined) return matches(text)
  const units = Math.ceil(perCharacter * (isLong ? text.length : text.length / charactersPerUnit))
  return budget.answer(matches, text, units, function* () {
    if (isLong) yield
    return matches(text)
  })
}
