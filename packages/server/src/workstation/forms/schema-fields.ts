import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { pointerTo } from '@carebench/verifier/kinds'

/** The kind of value entered in a form field. */
export type FieldKind =
  | { readonly kind: 'text'; readonly input: 'text' | 'date' | 'decimal' }
  | { readonly kind: 'long' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'yes' }
  | { readonly kind: 'lines' }
  /** An object whose members have any names: `name: value` on each line. */
  | { readonly kind: 'pairs' }
  | { readonly kind: 'json' }
  | { readonly kind: 'file' }

/** A field of a form, or a group of fields. */
export type Field =
  | (FieldHead & FieldKind)
  | (FieldHead & { readonly kind: 'group'; readonly fields: readonly Field[] })
  | (FieldHead & { readonly kind: 'rows'; readonly fields: readonly Field[] })

interface FieldHead {
  /** The JSON Pointer of the value in the body; rows have `*` in place of the number. */
  readonly pointer: string
  readonly name: string
  /** Default: the name in words. */
  readonly label?: string
  readonly hint: string
  readonly isRequired: boolean
  /** The title of the group of fields that it is shown in; default: none. */
  readonly section?: string
  /** The default that the call uses for a missing value. */
  readonly fallback?: JsonValue
}

/** Minimum number of fields of a form that is shown in sections, and can be filled in step by step. */
const minLongForm = 8

/** Whether a form is so long that it needs parts. */
export function isLongForm(fields: readonly Field[]): boolean {
  return fields.length >= minLongForm
}

/** Names of members that hold multi-line texts; schemas do not say so. */
const longNames = /^(text|body|payload|notes?|clinical_notes|reason|message|comment|description|instructions)$/i

/**
 * Returns the fields of a body; null if its schema is too open, so that the body is entered as JSON. Members whose
 * schema leaves the value open are also entered as JSON.
 */
export function listFields(schema: unknown): readonly Field[] | null {
  if (!isJsonObject(schema as JsonValue)) return null
  const { properties, additionalProperties } = schema as JsonObject
  // An open object may have members that no field would show.
  if (!isJsonObject(properties) || additionalProperties !== false) return null
  return fieldsIn(schema as JsonObject, '')
}

function fieldsIn(schema: JsonObject, pointer: string): readonly Field[] {
  const required = Array.isArray(schema.required) ? schema.required : []
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  return Object.entries(properties).map(([name, member]) => {
    const about = isJsonObject(member) ? member : {}
    const head = {
      pointer: pointerTo(pointer, name),
      name,
      hint: readHint(about),
      isRequired: required.includes(name),
      ...(about.default !== undefined && { fallback: about.default }),
    }
    return toField(head, about)
  })
}

function toField(head: FieldHead, schema: JsonObject): Field {
  const { type, items, enum: values, properties } = schema
  if (Array.isArray(values)) return { ...head, kind: 'choice', values: values.map(String) }
  if (type === 'boolean') return { ...head, kind: 'yes' }
  if (type === 'integer' || type === 'number') return { ...head, kind: 'text', input: 'decimal' }
  if (type === 'string') {
    if (schema.contentEncoding === 'base64') return { ...head, kind: 'file' }
    if (schema.format === 'date') return { ...head, kind: 'text', input: 'date' }
    return longNames.test(head.name) ? { ...head, kind: 'long' } : { ...head, kind: 'text', input: 'text' }
  }
  if (type === 'array' && isJsonObject(items)) {
    if (items.type === 'string') return { ...head, kind: 'lines' }
    if (isJsonObject(items.properties)) return { ...head, kind: 'rows', fields: fieldsIn(items, `${head.pointer}/*`) }
  }
  if (isJsonObject(properties) && schema.additionalProperties === false) {
    return { ...head, kind: 'group', fields: fieldsIn(schema, head.pointer) }
  }
  return { ...head, kind: type === 'object' && properties === undefined ? 'pairs' : 'json' }
}

function readHint({ description, items }: JsonObject): string {
  if (typeof description === 'string') return description
  return isJsonObject(items) && typeof items.description === 'string' ? items.description : ''
}
