import type { JsonValue } from '@carebench/protocol'

const shownCharacters = 80

/** Returns a value as quoted in messages: JSON, cut at 80 characters. Reads no more of a long value. */
export function show(value: JsonValue | undefined): string {
  const text = value === undefined ? 'nothing' : showBeginning(value, shownCharacters)
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters - 1)}…` : text
}

/** Returns the JSON of a value; of a longer one more than `most` characters of it. */
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
