import type { JsonValue } from '@carebench/protocol'
import type { TSchema } from 'typebox'

/**
 * Makes a function that writes the enumerated strings of a body as its schema does, where they differ from it in case
 * only.
 */
export function createCaseFolder(schema: TSchema): (value: JsonValue) => JsonValue {
  const spellings = spellingsOf(schema)
  return (value) => {
    if (spellings.length === 0 || !isObject(value)) return value
    let folded: Record<string, JsonValue> | undefined
    for (const { name, byLowerCase } of spellings) {
      const text = value[name]
      const wanted = typeof text === 'string' ? byLowerCase.get(text.toLowerCase()) : undefined
      if (wanted !== undefined && wanted !== text) {
        folded ??= { ...(value as Record<string, JsonValue>) }
        folded[name] = wanted
      }
    }
    return folded ?? value
  }
}

/** A member with the strings that it can be. */
interface Spelling {
  readonly name: string
  readonly byLowerCase: ReadonlyMap<string, string>
}

function spellingsOf(schema: TSchema): readonly Spelling[] {
  if (!isObject(schema) || !isObject(schema.properties)) return []
  const spellings: Spelling[] = []
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!isObject(property) || property.foldCase !== true || !Array.isArray(property.enum)) continue
    const texts = property.enum.filter((allowed) => typeof allowed === 'string')
    spellings.push({ name, byLowerCase: new Map(texts.map((text) => [text.toLowerCase(), text])) })
  }
  return spellings
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
