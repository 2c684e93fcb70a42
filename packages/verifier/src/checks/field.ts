import type { JsonObject, JsonValue } from '@carebench/protocol'
import { Type } from 'typebox'
import { type Faults, pointerTo } from '../fault.js'
import { compileMatcher } from '../matchers/compile-matcher.js'
import type { Matcher, MatchScope } from '../matchers/matcher.js'
import { compileJsonPath, type JsonPath } from '../paths/json-path.js'
import { PathSyntaxError } from '../paths/parse-json-path.js'

/** A field check as it is written: a path and what stands there, a literal or a matcher. */
export const fieldSchema = Type.Object(
  { path: Type.String(), expected: Type.Unknown() },
  { additionalProperties: false },
)

/** How one field check came out. A missing value is `"actual": null, "missing": true`. */
export interface FieldResult extends JsonObject {
  readonly path: string
  /** As it was written: the literal or the matcher object. */
  readonly expected: JsonValue
  readonly actual: JsonValue
  readonly passed: boolean
}

/** A compiled field check. */
export interface Field {
  readonly path: JsonPath
  readonly expected: JsonValue
  readonly matcher: Matcher
}

/** Compiles field checks that fit {@link fieldSchema}; undefined after reporting faults below `at`. */
export const compileFields = (
  fields: readonly { readonly path: string; readonly expected: unknown }[],
  at: string,
  faults: Faults,
  entityPaths: JsonPath[],
): readonly Field[] | undefined => {
  const before = faults.list.length
  const compiled: Field[] = []
  fields.forEach(({ path: text, expected }, index) => {
    const pointer = pointerTo(at, index)
    const path = compilePath(text, pointerTo(pointer, 'path'), faults)
    const matcher = compileMatcher(expected, pointerTo(pointer, 'expected'), { faults, entityPaths })
    if (path && matcher) compiled.push({ path, matcher, expected: expected as JsonValue })
  })
  return faults.list.length === before ? compiled : undefined
}

const compilePath = (text: string, at: string, faults: Faults): JsonPath | undefined => {
  try {
    return compileJsonPath(text)
  } catch (error) {
    if (error instanceof PathSyntaxError) return faults.add(at, error.message)
    throw error
  }
}

/** How many of the fields a record satisfies. */
export const countPassed = (fields: readonly Field[], record: JsonValue, scope: MatchScope): number => {
  let passed = 0
  for (const field of fields) if (passes(field, record, scope)) passed++
  return passed
}

const passes = ({ path, matcher }: Field, record: JsonValue, scope: MatchScope): boolean =>
  path.many ? path.readAll(record).some((value) => matcher(value, scope)) : matcher(path.read(record), scope)

/** The result of every field on a record, or on none. */
export const fieldResults = (
  fields: readonly Field[],
  record: JsonValue | undefined,
  scope: MatchScope,
): readonly FieldResult[] =>
  fields.map((field) => {
    if (record === undefined) return resultOf(field, undefined, false)
    if (field.path.many) return manyResult(field, record, scope)
    const actual = field.path.read(record)
    return resultOf(field, actual, field.matcher(actual, scope))
  })

const resultOf = (field: Field, actual: JsonValue | undefined, passed: boolean): FieldResult => {
  const { expected } = field
  const path = field.path.text
  return actual === undefined
    ? { path, expected, actual: null, passed, missing: true }
    : { path, expected, actual, passed }
}

const manyResult = (field: Field, record: JsonValue, scope: MatchScope): FieldResult => {
  const values = field.path.readAll(record)
  const at = values.findIndex((value) => field.matcher(value, scope))
  if (at >= 0) return resultOf(field, values[at], true)
  const present = values.filter((value) => value !== undefined)
  return resultOf(field, present.length > 1 ? present : present[0], false)
}
