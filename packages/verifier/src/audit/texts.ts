import type { JsonValue } from '@carebench/protocol'
import { isEncoded } from './mutants/json-changes.js'
import { leavesOf } from './mutants/leaf.js'

/** All strings and numbers in a JSON value. */
export function textsOf(value: JsonValue): readonly string[] {
  const texts: string[] = []
  const pending: JsonValue[] = [value]
  while (pending.length > 0) {
    const next = pending.pop() as JsonValue
    if (typeof next === 'string' || typeof next === 'number') texts.push(String(next))
    else if (typeof next === 'object' && next !== null) pending.push(...Object.values(next))
  }
  return texts
}

/** The texts of attached documents in a JSON value: its members that hold base64, as far as that is UTF-8. */
export function attachedTextsOf(value: JsonValue): readonly string[] {
  return leavesOf(value).flatMap(({ key, value: content }) => {
    const text = isEncoded(key) && typeof content === 'string' ? decoded(content) : undefined
    return text === undefined ? [] : [text]
  })
}

function decoded(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
