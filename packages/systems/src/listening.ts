import { foldText } from '@carebench/text'
import { compilePattern, maxSearchedCharacters } from '@carebench/verifier'
import { RE2JS } from 're2js'
import { type Static, Type } from 'typebox'
import { show } from './json-shape.js'

const phrase = Type.String({ minLength: 1, maxLength: 500 })

/**
 * What a listener matches: a phrase, a list of phrases of which any one matches, or `{regex}` in RE2 syntax, matched
 * anywhere and case-insensitively.
 */
export const whenSchema = Type.Union(
  [
    phrase,
    Type.Array(phrase, { minItems: 1, maxItems: 100 }),
    Type.Object({ regex: Type.String({ minLength: 1, maxLength: 500 }) }, { additionalProperties: false }),
  ],
  { description: 'A phrase, several phrases of which one has to be said, or {"regex": "…"} (RE2).' },
)

export type When = Static<typeof whenSchema>

/** Whether a text matches. */
export type Listener = (text: string) => boolean

/**
 * Compiles a listener. Phrases match on word boundaries, with case, accents, white space and punctuation folded.
 * Throws an Error that names the location of a phrase or pattern that can never match.
 */
export function compileWhen(when: When, place: string): Listener {
  if (typeof when === 'object' && !Array.isArray(when)) return compileRegex(when.regex, place)
  const phrases = (Array.isArray(when) ? when : [when]).map((text) => {
    const folded = foldText(text)
    if (folded === '') throw new Error(`${place}: expected a phrase with a letter or a digit, got ${show(text)}.`)
    return ` ${folded} `
  })
  return (text) => {
    const heard = ` ${foldText(text)} `
    return phrases.some((candidate) => heard.includes(candidate))
  }
}

function compileRegex(regex: string, place: string): Listener {
  const pattern = parseRegex(regex, place)
  const maxCharacters = maxSearchedCharacters(pattern)
  return (text) => pattern.matcher(text.slice(0, maxCharacters)).find()
}

function parseRegex(regex: string, place: string): RE2JS {
  try {
    return compilePattern(regex, RE2JS.CASE_INSENSITIVE)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${place}: expected a pattern in RE2 syntax, got ${show(regex)} (${reason}).`, { cause: error })
  }
}
