import { type Static, type TSchema, type TUnion, Type } from 'typebox'
import type { JsonObject, JsonValue } from '../json.js'
import type { NamedThing } from '../system-names.js'
import { patterns } from './pattern.js'

/** An opaque identifier. The specification's "format date-time" on ids is an error of its source (docs/deviations.md). */
export const id = Type.String({ minLength: 1, maxLength: 64 })

/** What people call a thing: with something to see. */
export function nameOf(maxLength: number) {
  return Type.String({ minLength: 1, maxLength, pattern: patterns.name })
}

/** Where a file is: names with slashes between them, none of which climbs or hides. */
export const filePath = Type.String({ minLength: 1, maxLength: 1024, pattern: patterns.filePath })

/** RFC 3339 in UTC with milliseconds. */
export const dateTime = Type.String({ format: 'date-time' })

/** Any JSON value; passed through value for value. */
export const anyJson = Type.Unsafe<JsonValue>({})

/** Any JSON object; passed through value for value. */
export const anyJsonObject = Type.Unsafe<JsonObject>({ type: 'object' })

/** The schema with a sentence for people; a new one. */
export function described<Schema extends TSchema>(schema: Schema, description: string): Schema {
  return { ...schema, description }
}

/** The schema or null. */
export function nullable<Schema extends TSchema>(schema: Schema): TUnion<[Schema, ReturnType<typeof Type.Null>]> {
  return Type.Union([schema, Type.Null()])
}

/** One of the given strings. */
export function oneOf<const Values extends readonly string[]>(values: Values) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: values })
}

/** One of the given strings; on input matched without regard to case, answered as written here. */
export function foldedOneOf<const Values extends readonly string[]>(values: Values) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: values, foldCase: true })
}

/**
 * One of the types that the systems of a service have; on input matched without regard to case, answered as they write it.
 * Which those are only the service knows: `withSystemNames` fills them in.
 */
export function oneOfNames(of: NamedThing) {
  return Type.Unsafe<string>({ type: 'string', oneOfNames: of, foldCase: true })
}

/** An object without other members than these. */
export function closed<Properties extends Record<string, TSchema>>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false })
}

/** A schema for each member of an interface that is written down beside its schema: one that is missing or too many does not compile. */
export type MembersOf<Row> = { readonly [Key in keyof Row]-?: TSchema }

/**
 * An object whose keys are data and whose values are all alike. TypeBox's own record matches keys by `^.*$` and lets
 * through any value under a key that holds a line break; here every key counts.
 */
export function recordOf<Value extends TSchema>(value: Value) {
  return Type.Unsafe<Record<string, Static<Value>>>({ type: 'object', patternProperties: { '': value } })
}
