import type { Finding, JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { namesOfPointer } from '@carebench/verifier/kinds'
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { show } from '../json-shape.js'

/** Maximum number of errors in one message. */
const maxErrors = 5

/**
 * Describes how a value violates its schema, without a full stop: for each invalid member, its place, its expected and
 * actual value; for an unknown field, the known fields of its object.
 */
export function describeShapeErrors(schema: TSchema, value: JsonObject): string {
  const described = findShapeErrors(schema, value).map(({ message }) => message)
  return [...new Set(described)].slice(0, maxErrors).join('; ') || 'it does not match its schema'
}

/** Lists the errors of a value that violates its schema, each with the JSON Pointer of the invalid member. */
export function findShapeErrors(schema: TSchema, value: JsonValue): readonly Finding[] {
  return Errors(schema, value).flatMap(({ keyword, schemaPath, instancePath, message, params }): Finding[] => {
    const findings = (messages: readonly string[]) => messages.map((text) => ({ path: instancePath, message: text }))
    const at: JsonValue = memberAt(schema as JsonObject, schemaPath.slice(1)) ?? {}
    const place = instancePath.slice(1).replaceAll('/', '.')
    const prefix = place === '' ? '' : `${place}.`
    const got = show(memberAt(value, instancePath))
    const names = namesIn(params)
    // The object's error names the unknown field; the error of the field only says that its schema is false.
    if (keyword === 'boolean') return []
    if (keyword === 'additionalProperties') {
      const fields = describeFields(at)
      return names.map((name) => ({
        path: `${instancePath}/${name}`,
        message: `${prefix}${name} is not a field; the fields are ${fields}`,
      }))
    }
    // Skips errors of one alternative among several; the object's error lists them all.
    if (/\/(?:anyOf|oneOf)\/\d+$/.test(schemaPath) && keyword === 'required') return []
    if (keyword === 'required') return findings(names.map((name) => `${prefix}${name} is required`))
    const shown = place === '' ? 'the body' : place
    if (keyword === 'anyOf' || keyword === 'oneOf') {
      return findings([`${shown} must have ${describeChoice(at, keyword)}`])
    }
    const meaning =
      isJsonObject(at) && typeof at.description === 'string' ? `: ${at.description.replace(/\.$/, '')}` : ''
    if (keyword === 'enum' && isJsonObject(at) && Array.isArray(at.enum)) {
      return findings([`${shown} must be one of ${at.enum.map(String).join(', ')}, got ${got}`])
    }
    return findings([`${shown} ${message}, got ${got}${meaning}`])
  })
}

/** Lists the fields of an object in the order of its schema, marking the required ones. */
function describeFields(schema: JsonValue): string {
  const { properties, required = [] } = isJsonObject(schema) ? schema : {}
  const names = Object.keys(isJsonObject(properties) ? properties : {})
  const marked = names.map((name) => (Array.isArray(required) && required.includes(name) ? `${name} (required)` : name))
  return marked.join(', ') || 'none'
}

/** Describes the alternatives of an object by their required members: `text, or content_base64 with media_type`. */
function describeChoice(schema: JsonValue, keyword: 'anyOf' | 'oneOf'): string {
  const choices = isJsonObject(schema) ? schema[keyword] : undefined
  const described = (Array.isArray(choices) ? choices : []).flatMap((choice: JsonValue) =>
    isJsonObject(choice) && Array.isArray(choice.required) ? [choice.required.map(String).join(' with ')] : [],
  )
  return (
    `${described.join(', or ') || 'the form of one of its alternatives'}` +
    `${keyword === 'oneOf' ? ', and not both' : ''}`
  )
}

function namesIn(params: object): readonly string[] {
  const names = Object.values(params).find((value): value is readonly unknown[] => Array.isArray(value))
  return (names ?? []).map(String)
}

/** Returns the member of a value at a JSON Pointer; undefined if it has none. */
function memberAt(value: JsonValue, pointer: string): JsonValue | undefined {
  let at: JsonValue | undefined = value
  const names = namesOfPointer(pointer)
  if (names === undefined) return undefined
  for (const name of names) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as JsonObject)[name]
  }
  return at
}
