import { argumentError } from './argument.js'

/**
 * Returns the first `length` UTF-16 code units of a string, or one fewer to keep a surrogate pair whole. Throws an
 * X12Error if it is not a string.
 */
export function excerpt(text: string, length: number): string {
  if (typeof text !== 'string') throw argumentError('a text', text, "'EXAMPLE PLAN'")
  const last = text.charCodeAt(length - 1)
  const isCut = text.length > length && last >= 0xd800 && last < 0xdc00
  return text.slice(0, isCut ? length - 1 : length)
}
