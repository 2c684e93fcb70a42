import { isJsonObject } from '../json.js'

/** A JSON Schema, draft 2020-12, as plain data. */
export type PlainSchema = Readonly<Record<string, unknown>>

/**
 * The schema as an OpenAPI 3.1 document has it (JSON Schema 2020-12): without what only our own validators read, with
 * `additionalProperties` for objects whose keys are data, and `null` among the types of what may be null.
 */
export function plainSchema(schema: object): PlainSchema {
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

/** Members that hold values of the schema's language, and no schemas. */
function keepsAsIs(key: string): boolean {
  return key === 'enum' || key === 'const' || key === 'default' || key === 'required' || key === 'examples'
}

/** A pattern that every key matches is what `additionalProperties` is for. */
function withOpenKeys(node: Record<string, unknown>): Record<string, unknown> {
  const { patternProperties, ...rest } = node
  if (!isJsonObject(patternProperties) || !('' in patternProperties)) return node
  return { ...rest, additionalProperties: patternProperties[''] }
}

/** `anyOf` of one type and null, in the short form that generators of clients read best. */
function withNull(node: Record<string, unknown>): Record<string, unknown> {
  const { anyOf, ...rest } = node
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return node
  const [first, second] = anyOf as readonly unknown[]
  if (!isJsonObject(first) || !isJsonObject(second) || second.type !== 'null' || typeof first.type !== 'string')
    return node
  // What could have a name stays whole.
  if ('properties' in first || 'items' in first) return node
  const type = [first.type, 'null']
  return Array.isArray(first.enum)
    ? { ...rest, ...first, type, enum: [...first.enum, null] }
    : { ...rest, ...first, type }
}
