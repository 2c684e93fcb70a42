import type { JsonValue } from '@carebench/protocol'
import { isJsonObject } from '../../../values/json/is-json-object.js'

/** Texts to replace where they stand as whole words, with their replacements. */
export type Replacements = ReadonlyMap<string, string>

/**
 * Returns the record with every occurrence of the texts replaced, in strings at any depth, and in numbers that equal
 * one of them.
 */
export function replaceTexts(record: JsonValue, replacements: Replacements): JsonValue {
  if (replacements.size === 0) return record
  const longestFirst = [...replacements.keys()].sort((a, b) => b.length - a.length)
  const pattern = new RegExp(longestFirst.map(escapePattern).join('|'), 'gu')
  const replaceIn = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') {
      return value.replace(pattern, (found, at: number) =>
        isWord(value, at, found.length) ? (replacements.get(found) ?? found) : found,
      )
    }
    if (typeof value === 'number') {
      const other = Number(replacements.get(String(value)))
      return Number.isNaN(other) ? value : other
    }
    if (isJsonObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaceIn(member)]))
    }
    return value === null || typeof value === 'boolean' ? value : value.map(replaceIn)
  }
  return replaceIn(record)
}

/** Whether the text between the positions is a whole word or number. */
export function isWord(text: string, at: number, length: number): boolean {
  return !/[\p{L}\p{N}]/u.test(`${text.charAt(at - 1)}${text.charAt(at + length)}`)
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
