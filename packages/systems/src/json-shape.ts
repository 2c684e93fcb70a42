import type { JsonValue } from '@carebench/protocol'

const shownCharacters = 80

/** Returns a value for messages: JSON, cut to 80 characters. Does not read the rest of a long value. */
export function show(value: JsonValue | undefined): string {
  const text = value === undefined ? 'nothing' : showBeginning(value, shownCharacters)
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters - 1)}…` : text
}

/**
 * Returns the JSON of a value; if it is longer than `most` characters, possibly only its beginning, longer than `most`.
 */
function showBeginning(value: JsonValue, most: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, most))
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  let text = isList ? '[' : '{'
  for (const name in value) {
    if (text.length > 1) text += ','
    if (!isList) text += `${showBeginning(name, most)}:`
    text += showBeginning(Reflect.get(value, name), Math.max(0, most - text.length))
    if (text.length > most) return text
  }
  return text + (isList ? ']' : '}')
}
