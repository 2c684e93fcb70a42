import type { JsonValue } from '@carebench/protocol'
import { isJsonObject } from '../../../values/json/is-json-object.js'
import { isEncoded } from './json-changes.js'

/** Returns all strings and numbers in a JSON value. */
export function listTexts(value: JsonValue): readonly string[] {
  const texts: string[] = []
  const pending: JsonValue[] = [value]
  while (pending.length > 0) {
    const next = pending.pop() as JsonValue
    if (typeof next === 'string' || typeof next === 'number') texts.push(String(next))
    else if (typeof next === 'object' && next !== null) pending.push(...Object.values(next))
  }
  return texts
}

/** Returns the texts of documents attached in a JSON value: the members with base64 that decode to UTF-8. */
export function listAttachedTexts(value: JsonValue): readonly string[] {
  const texts: string[] = []
  collectAttached(value, '', 0, texts)
  return texts
}

/** Maximum nesting depth; deeper values are ignored, as they are in mutants. */
const deepest = 60

function collectAttached(value: JsonValue, key: string, depth: number, texts: string[]): void {
  if (value === null || depth > deepest) return
  if (typeof value === 'string') {
    const text = isEncoded(key) ? decoded(value) : undefined
    if (text !== undefined) texts.push(text)
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) collectAttached(member, name, depth + 1, texts)
  } else if (typeof value === 'object') {
    for (const element of value) collectAttached(element, key, depth + 1, texts)
  }
}

function decoded(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
