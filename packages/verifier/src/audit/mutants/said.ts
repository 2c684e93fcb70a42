import type { JsonValue } from '@carebench/protocol'
import { isJsonObject } from '../../json/is-json-object.js'
import { type Leaf, leavesOf } from './leaf.js'

/** What a solution sent: texts, numbers and booleans by the name of their member. */
export interface Said {
  /** Whether it sent this value under this name. */
  has(leaf: Leaf): boolean
  /** Whether it sent this value under any name. */
  hasValue(value: Leaf['value']): boolean
}

const keyed = (key: string, value: Leaf['value']): string => `${key}\n${typeof value}\n${value}`

/** Reads the calls of a solution; a body that is JSON in a text is read as JSON. */
export const readSaid = (calls: JsonValue): Said => {
  const byKey = new Set<string>()
  const values = new Set<string>()
  const read = (value: JsonValue): void => {
    for (const leaf of leavesOf(value)) {
      byKey.add(keyed(leaf.key, leaf.value))
      values.add(String(leaf.value))
      const inner = typeof leaf.value === 'string' ? parseBody(leaf.value) : undefined
      if (inner !== undefined) read(inner)
    }
  }
  read(calls)
  return { has: ({ key, value }) => byKey.has(keyed(key, value)), hasValue: (value) => values.has(String(value)) }
}

const parseBody = (text: string): JsonValue | undefined => {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    const value = JSON.parse(text) as JsonValue
    return isJsonObject(value) || Array.isArray(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
