import { type Static, type TSchema, type TUnion, Type } from 'typebox'
import type { JsonObject, JsonValue } from '../json/json.js'
import type { NamedThing } from '../system-names.js'
import { patterns } from './pattern.js'

/**
 * An opaque identifier. The specification's "format date-time" on ids is an error of its source
 * (docs/reference/deviations.md).
 */
export const id = Type.String({ minLength: 1, maxLength: 64 })

/** Returns the schema of a display name with at least one visible character. */
export function nameSchema(maxLength: number) {
  return Type.String({ minLength: 1, maxLength, pattern: patterns.name })
}

/** The path of a file: names separated by slashes, none of which can leave its folder or is invisible. */
export const filePath = Type.String({ minLength: 1, maxLength: 1024, pattern: patterns.filePath })

/** RFC 3339 in UTC with milliseconds. */
export const dateTime = Type.String({ format: 'date-time' })

/** Any JSON value; passed through unchanged. */
export const anyJson = Type.Unsafe<JsonValue>({})

/** Any JSON object; passed through unchanged. */
export const anyJsonObject = Type.Unsafe<JsonObject>({ type: 'object' })

/** Returns a copy of the schema with a description. */
export function described<Schema extends TSchema>(schema: Schema, description: string): Schema {
  return { ...schema, description }
}

/** Returns a schema that also accepts null. */
export function nullable<Schema extends TSchema>(schema: Schema): TUnion<[Schema, ReturnType<typeof Type.Null>]> {
  return Type.Union([schema, Type.Null()])
}

/** Returns the schema of one of the given strings. */
export function choiceSchema<const Values extends readonly string[]>(values: Values) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: values })
}

/**
 * Returns the schema of one of the given strings; on input matched without regard to case, returned as written here.
 */
export function foldedChoiceSchema<const Values extends readonly string[]>(values: Values, description?: string) {
  return Type.Unsafe<Values[number]>({
    type: 'string',
    enum: values,
    foldCase: true,
    ...(description && { description }),
  })
}

/**
 * Returns the schema of one of the types of the systems of a service; on input matched without regard to case, returned
 * in the spelling of the system. Only the service knows the types: `withSystemNames` inserts them.
 */
export function oneOfNames(of: NamedThing) {
  return Type.Unsafe<string>({ type: 'string', oneOfNames: of, foldCase: true })
}

/** Returns the schema of an object without additional members. */
export function closed<Properties extends Record<string, TSchema>>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false })
}

/**
 * A schema for each member of an interface that is declared beside its schema: a missing or additional one is a compile
 * error.
 */
export type MembersOf<Row> = { readonly [Key in keyof Row]-?: TSchema }

/**
 * Returns the schema of an object whose keys are data and whose values have one schema. TypeBox's own record matches
 * keys by `^.*$` and does not check values under a key with a line break; here every key counts.
 */
export function recordSchema<Value extends TSchema>(value: Value) {
  return Type.Unsafe<Record<string, Static<Value>>>({ type: 'object', patternProperties: { '': value } })
}
