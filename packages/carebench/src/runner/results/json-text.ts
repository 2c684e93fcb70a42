import { endOfJsonString } from '@carebench/protocol'

/** Maximum number of JSON values in a file: lists of empty objects take twenty times their text length in memory. */
export const maxValues = 10_000_000

/**
 * Parses JSON text. Its values are counted before parsing, because they may not fit into memory.
 *
 * @throws {RangeError} for more than ten million values
 * @throws {SyntaxError} for invalid JSON
 */
export function parseJsonText(text: string): unknown {
  if (hasTooManyValues(text)) throw new RangeError(`has more than ${maxValues} JSON values`)
  return JSON.parse(text)
}

/** Whether the text has too many values; counts the characters outside strings that begin or separate values. */
export function hasTooManyValues(text: string): boolean {
  if (text.length <= maxValues) return false
  let values = 1
  for (let at = 0; at < text.length && values <= maxValues; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = endOfJsonString(text, at)
    else if (code === 0x2c || code === 0x5b || code === 0x7b) values++
  }
  return values > maxValues
}
