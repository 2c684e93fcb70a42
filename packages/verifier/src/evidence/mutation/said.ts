import type { JsonValue, Steps } from '@carebench/protocol'
import { isJsonObject } from '../../values/json/is-json-object.js'
import { type Leaf, listLeaves } from './leaf.js'

/** The values that a solution sent: strings, numbers and booleans by the name of their member. */
export interface Said {
  /** Whether the solution sent this value under this name. */
  has(leaf: Leaf): boolean
  /**
   * Whether the solution sent this value anywhere and in any form: in a message, in capitals, as a date without
   * hyphens.
   */
  hasText(value: string): boolean
}

function keyed(key: string, value: Leaf['value']): string {
  return `${key}\n${typeof value}\n${value}`
}

/**
 * Reads the calls of a solution, one in each step. `valuesIn` divides texts into values; a body that is JSON in a
 * string is parsed.
 */
export function* readSaid(calls: JsonValue, valuesIn: (text: string) => readonly string[]): Steps<Said> {
  const byKey = new Set<string>()
  const texts = new Set<string>()
  const read = (value: JsonValue): void => {
    for (const leaf of listLeaves(value)) {
      byKey.add(keyed(leaf.key, leaf.value))
      for (const piece of valuesIn(String(leaf.value))) texts.add(folded(piece))
      const inner = typeof leaf.value === 'string' ? parseBody(leaf.value) : undefined
      if (inner !== undefined) read(inner)
    }
  }
  for (const call of Array.isArray(calls) ? (calls as readonly JsonValue[]) : [calls]) {
    yield
    read(call)
  }
  return { has: ({ key, value }) => byKey.has(keyed(key, value)), hasText: (value) => texts.has(folded(value)) }
}

function folded(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
}

function parseBody(text: string): JsonValue | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    const value = JSON.parse(text) as JsonValue
    return isJsonObject(value) || Array.isArray(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
