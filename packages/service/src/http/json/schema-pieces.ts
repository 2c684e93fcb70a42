import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { hasMoreValues } from '@carebench/protocol/wire'
import { pointerTo } from '@carebench/verifier/kinds'
import type { TSchema } from 'typebox'

/** A part of a value, and the schema that it must match. */
export interface SchemaPiece {
  readonly schema: TSchema
  readonly value: JsonValue
  /** JSON Pointer to the part. */
  readonly path: string
}

/** Values with no more values inside are checked in one piece. */
const fewValues = 100

/**
 * Yields the parts in which a value is checked, so that other work can run in between: the value matches the schema if
 * each part matches its own. Objects and arrays of many values come without their members, which follow one by one; an
 * array that is too long comes without any.
 */
export function* schemaPieces(schema: TSchema, value: JsonValue, path = ''): Iterable<SchemaPiece> {
  const inside = hasMoreValues(value, fewValues) ? enterMembers(schema as JsonObject, value) : undefined
  if (inside === undefined) {
    yield { schema, value, path }
    return
  }
  yield { schema: inside.outer as TSchema, value, path }
  for (const [name, member, of] of inside.members) {
    yield* schemaPieces(of as TSchema, member, pointerTo(path, String(name)))
  }
}

interface Inside {
  /** The schema of the value without that of the members. */
  readonly outer: JsonObject
  readonly members: Iterable<readonly [string | number, JsonValue, JsonObject]>
}

/** Undefined if the members cannot be checked one by one. */
function enterMembers(schema: JsonObject, value: JsonValue): Inside | undefined {
  if (Array.isArray(value)) return enterElements(schema, value)
  if (!isJsonObject(value)) return undefined
  const { properties, patternProperties } = schema
  if (isJsonObject(properties) && patternProperties === undefined) return enterProperties(schema, properties, value)
  // A record: all its members have one schema.
  const of = isJsonObject(patternProperties) ? patternProperties[''] : undefined
  if (!isJsonObject(of) || properties !== undefined) return undefined
  const { patternProperties: _, ...outer } = schema
  return { outer, members: Object.entries(value).map(([name, member]) => [name, member, of]) }
}

function enterElements(schema: JsonObject, value: readonly JsonValue[]): Inside | undefined {
  const { items, ...outer } = schema
  if (!isJsonObject(items) || 'prefixItems' in schema) return undefined
  const isTooLong = typeof schema.maxItems === 'number' && value.length > schema.maxItems
  return { outer, members: isTooLong ? [] : value.map((element, index) => [index, element, items]) }
}

/** Returns the members that are large enough to be checked separately. */
function enterProperties(schema: JsonObject, properties: JsonObject, value: JsonObject): Inside | undefined {
  const members = Object.entries(properties).flatMap(([name, of]) => {
    const member = Object.hasOwn(value, name) ? value[name] : undefined
    if (member === undefined || !isJsonObject(of) || !hasMoreValues(member, fewValues)) return []
    return [[name, member, of] as const]
  })
  if (members.length === 0) return undefined
  const any = Object.fromEntries(members.map(([name]) => [name, {}]))
  return { outer: { ...schema, properties: { ...properties, ...any } }, members }
}
