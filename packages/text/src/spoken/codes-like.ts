import { compileCodePattern } from './spoken-code.js'
import { SpokenText } from './spoken-text.js'

/** Returns the distinct codes in a text, in capitals and without separators: `PA12345678`. */
export type CodesLike = (text: string) => readonly string[]

/**
 * Compiles the form of a code, in which `#` is a digit and `@` a letter: `PA########`. Codes are found in any grouping
 * or spelling, in the first 5,000 characters of a text, unless the text denies them. Undefined if the form has no
 * letter, digit or placeholder.
 */
export function compileCodesLike(like: string): CodesLike | undefined {
  const pattern = compileCodePattern(like)
  return pattern && ((text) => [...new Set(new SpokenText(text).codes(pattern).map(({ value }) => value))])
}
