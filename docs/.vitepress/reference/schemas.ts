import { code, table } from './markdown.js'

/** The parts of a JSON Schema that pages show. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

/** A table of the members of an object; empty if it declares none. */
export function memberTable({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(([name, schema]) => [
    code(name),
    describeType(schema),
    required.includes(name) ? 'yes' : 'no',
    [schema.description ?? '', ...listBounds(schema)].filter((text) => text !== '').join(' '),
  ])
  return rows.length === 0 ? '' : table(['member', 'type', 'required', 'meaning'], rows)
}

function describeType(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (schema.enum !== undefined) return schema.enum.map((value) => code(JSON.stringify(value))).join(' or ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return [...new Set(choices.map(describeType))].join(' or ')
  if (schema.items !== undefined) return `list of ${describeType(schema.items)}`
  if (typeof schema.type === 'string') return schema.type
  return schema.type?.join(' or ') ?? 'any JSON'
}

function listBounds(schema: Schema): string[] {
  const { minimum, maximum, maxLength, maxItems } = schema
  return [
    ...(schema.default === undefined ? [] : [`Default ${code(JSON.stringify(schema.default))}.`]),
    ...(minimum === undefined ? [] : [`At least ${minimum}.`]),
    ...(maximum === undefined ? [] : [`At most ${maximum}.`]),
    ...(maxLength === undefined ? [] : [`At most ${maxLength} characters.`]),
    ...(maxItems === undefined ? [] : [`At most ${maxItems} items.`]),
  ]
}
