import { isJsonObject, type JsonValue } from '@carebench/protocol'

/**
 * Creates a function that replaces enumerated strings of a body by the spelling of the schema where they differ only in
 * case.
 */
export function createCaseFolder(schema: object): (value: JsonValue) => JsonValue {
  const spellings = listSpellings(schema)
  return (value) => {
    if (spellings.length === 0 || !isJsonObject(value)) return value
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

/** A member with its permitted strings. */
interface Spelling {
  readonly name: string
  readonly byLowerCase: ReadonlyMap<string, string>
}

function listSpellings(schema: object): readonly Spelling[] {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return []
  const spellings: Spelling[] = []
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!isJsonObject(property) || property.foldCase !== true || !Array.isArray(property.enum)) continue
    const texts = property.enum.filter((allowed) => typeof allowed === 'string')
    spellings.push({ name, byLowerCase: new Map(texts.map((text) => [text.toLowerCase(), text])) })
  }
  return spellings
}
