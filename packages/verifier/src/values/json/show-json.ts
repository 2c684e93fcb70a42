import type { JsonValue } from '@carebench/protocol'
import { hasMoreToWrite } from '@carebench/protocol/wire'

/** Maximum length of a text that {@link showJson} returns, in UTF-16 units; escapes in a string are not counted. */
export const shownLength = 120

/** Returns a value as JSON text for a sentence: `missing` for an absent one, long values shortened in the middle. */
export function showJson(value: JsonValue | undefined): string {
  if (value === undefined) return 'missing'
  // Long texts are cut before they are quoted, so that the quotes are closed.
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return quote(shorten(value, shownLength - 2))
  return shorten(writeText(value), shownLength)
}

function quote(text: string): string {
  return isPlain(text) ? `"${text}"` : JSON.stringify(text)
}

/** Whether a short text needs no escaping: printable ASCII without quotes and backslashes. */
function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) return false
  }
  return true
}

/** Larger values are not written: their text takes long to make, and almost nothing of it is shown. */
const maxValues = 50_000

function writeText(value: JsonValue): string {
  const short = Array.isArray(value) ? '[…]' : '{…}'
  if (hasMoreToWrite(value, maxValues)) return short
  try {
    return JSON.stringify(value)
  } catch {
    return short
  }
}

/** Returns a text with its middle elided if it is longer than `length`. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const head = Math.ceil((length - 1) * 0.7)
  return `${text.slice(0, head)}…${text.slice(text.length - (length - 1 - head))}`
}

/** Returns the JSON type of a value as a noun for an error message. */
export function nameOfType(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  return `a ${typeof value}`
}
