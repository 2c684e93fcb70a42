import { limits } from '../limits.js'
import { endOfJsonString } from './json-numbers.js'

/** A text with at most this many characters can exceed no limit except the one on nesting. */
const shortLength = Math.min(limits.jsonValues.body, limits.jsonMembers)

/**
 * Returns which limit of a body a JSON text exceeds (nesting, values, members of one object), as words that complete
 * "The body must …"; undefined if it exceeds none. Builds nothing from the text, which need not be valid JSON.
 */
export function findJsonExcess(text: string): string | undefined {
  if (text.length <= shortLength && !hasMoreBrackets(text, limits.jsonDepth)) return undefined
  const maxValues = text.length <= limits.body ? limits.jsonValues.body : limits.jsonValues.largeBody
  const members = new Uint32Array(limits.jsonDepth + 1)
  let depth = 0
  let values = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x22) {
      index = endOfJsonString(text, index)
      values++
    } else if (code === 0x7b || code === 0x5b) {
      values++
      if (++depth > limits.jsonDepth) {
        return `not be nested deeper than ${limits.jsonDepth} levels; it is at character ${index}`
      }
      members[depth] = 0
    } else if (code === 0x7d || code === 0x5d) {
      if (depth > 0) depth--
    } else if (code === 0x3a) {
      // The string before it was a key.
      values--
      const count = (members[depth] ?? 0) + 1
      members[depth] = count
      if (count > limits.jsonMembers) {
        return `have at most ${limits.jsonMembers} members in one object; there are more at character ${index}`
      }
    } else if (isLiteral(code)) {
      values++
      while (isLiteral(text.charCodeAt(index + 1))) index++
    }
    if (values > maxValues) return `have at most ${maxValues} JSON values; there are more at character ${index}`
  }
  return undefined
}

/** Whether a character can be part of a number, `true`, `false` or `null`. */
function isLiteral(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || code === 0x2d || code === 0x2e
}

/** Whether a text has more than `max` opening brackets, including those in strings: a cheap upper bound of nesting. */
function hasMoreBrackets(text: string, max: number): boolean {
  let count = 0
  for (const bracket of ['[', '{']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) if (++count > max) return true
  }
  return false
}
