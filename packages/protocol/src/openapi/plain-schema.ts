import { isJsonObject } from '../json/json.js'

/** A JSON Schema, draft 2020-12, as plain data. */
export type PlainSchema = Readonly<Record<string, unknown>>

/**
 * Rewrites a schema for an OpenAPI 3.1 document (JSON Schema 2020-12): without the keywords that only our validators
 * use, with `additionalProperties` for objects whose keys are data, and with `null` among the types of nullable values.
 */
export function plainSchema(schema: object): Readonly<Record<string, unknown>> {
  return rewrite(JSON.parse(JSON.stringify(schema))) as PlainSchema
}

function rewrite(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewrite)
  if (!isJsonObject(value)) return value
  const { foldCase: _, discriminator: __, ...rest } = value
  const node: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(rest)) node[key] = keepsAsIs(key) ? member : rewrite(member)
  return withNull(withOpenKeys(node))
}

/** Whether the value of a keyword is data rather than a schema. */
function keepsAsIs(key: string): boolean {
  return key === 'enum' || key === 'const' || key === 'default' || key === 'required' || key === 'examples'
}

/** Replaces a pattern that every key matches by `additionalProperties`. */
function withOpenKeys(node: Record<string, unknown>): Record<string, unknown> {
  const { patternProperties, ...rest } = node
  if (!isJsonObject(patternProperties) || !('' in patternProperties)) return node
  return { ...rest, additionalProperties: patternProperties[''] }
}

/** Shortens `anyOf` of one type and null to the form that client generators read best. */
function withNull(node: Record<string, unknown>): Record<string, unknown> {
  const { anyOf, ...rest } = node
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return node
  const [first, second] = anyOf as readonly unknown[]
  if (!isJsonObject(first) || !isJsonObject(second) || second.type !== 'null' || typeof first.type !== 'string')
    return node
  // A schema that could have a name is not inlined.
  if ('properties' in first || 'items' in first) return node
  const type = [first.type, 'null']
  return Array.isArray(first.enum)
    ? { ...rest, ...first, type, enum: [...first.enum, null] }
    : { ...rest, ...first, type }
}
