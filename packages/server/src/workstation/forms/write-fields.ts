import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { Field } from './schema-fields.js'

/** Returns the texts with which a form shows a body, by the names of its controls; `readBody` reads them back. */
export function writeFields(fields: readonly Field[], body: JsonObject, prefix = ''): ReadonlyMap<string, string> {
  return new Map(fields.flatMap((field) => writeField(field, body[field.name], `${prefix}/${lastName(field)}`)))
}

/** Returns the name of a field as the last part of its pointer, where some characters are escaped. */
function lastName({ pointer }: Pick<Field, 'pointer'>): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1)
}

function writeField(field: Field, value: JsonValue | undefined, name: string): readonly (readonly [string, string])[] {
  if (value === undefined || value === null) return []
  if (field.kind === 'group') return isJsonObject(value) ? [...writeFields(field.fields, value, name)] : []
  if (field.kind === 'rows') {
    const rows = Array.isArray(value) ? value.filter(isJsonObject) : []
    return rows.flatMap((row, index) => [...writeFields(field.fields, row, `${name}/${index}`)])
  }
  return [[name, writeText(field.kind, value)]]
}

function writeText(kind: Field['kind'], value: JsonValue): string {
  if (kind === 'lines' && Array.isArray(value)) return value.map(String).join('\n')
  if (kind === 'pairs' && isJsonObject(value))
    return Object.entries(value)
      .map((pair) => pair.join(': '))
      .join('\n')
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}
