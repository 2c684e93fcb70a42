import type { JsonObject, JsonValue } from '@carebench/protocol'
import fc from 'fast-check'
import { jsonObject, jsonValue } from './json-values.js'

/** The JSON Schema keywords used by the schemas of the protocol and of the systems' calls. */
interface Schema {
  readonly type?: string
  readonly const?: JsonValue
  readonly enum?: readonly JsonValue[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  /** Members that this choice omits. */
  readonly hidden?: readonly string[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly contentEncoding?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
}

/** Arrays and texts are short, even if the schema allows longer ones, because the interesting cases are small. */
const few = 3
const short = 40

/**
 * Generates values that fit a schema of the protocol: optional members are sometimes absent, numbers are often at their
 * bounds, and if the schema allows anything, any JSON value is generated.
 *
 * @throws {TypeError} if the schema has an unsupported type or format
 */
export function drawValues(schema: object): fc.Arbitrary<JsonValue> {
  return toArbitrary(schema as Schema)
}

function toArbitrary(schema: Schema): fc.Arbitrary<JsonValue> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const { anyOf, oneOf, ...rest } = schema
  // If an object declares its members, its choices say which of them are required; with `oneOf`, those of the other
  // choices are absent.
  if (oneOf !== undefined) {
    return fc.oneof(
      ...oneOf.map((option) => toArbitrary(rest.properties ? demand(without(rest, oneOf), option) : option)),
    )
  }
  if (anyOf !== undefined)
    return fc.oneof(...anyOf.map((option) => toArbitrary(rest.properties ? demand(rest, option) : option)))
  switch (schema.type) {
    case undefined:
      return jsonValue()
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return integers(schema)
    case 'number':
      return numbers(schema)
    case 'string':
      return texts(schema)
    case 'array':
      return lists(schema)
    case 'object':
      return objects(schema)
    default:
      throw new TypeError(`Expected a JSON type, got ${JSON.stringify(schema.type)}.`)
  }
}

function demand(object: Schema, { required = [], properties = {} }: Schema): Schema {
  const demanded = Object.entries(properties).map(([name, option]) => [
    name,
    demand(narrowed(object.properties?.[name], option), option),
  ])
  return {
    ...object,
    ...(object.properties !== undefined && { properties: { ...object.properties, ...Object.fromEntries(demanded) } }),
    required: [...(object.required ?? []), ...required],
  }
}

/** Merges the schema of a member with the one that a choice declares for it. */
function narrowed(member: Schema | undefined, option: Schema): Schema {
  if (member === undefined) return option
  const { properties = option.properties, required = [] } = member
  return { ...member, ...option, ...(properties !== undefined && { properties }), required }
}

/** Hides the optional members that any of the choices requires; each choice shows its own again. */
function without(object: Schema, choices: readonly Schema[]): Schema {
  const chosen = new Set(choices.flatMap(({ required = [] }) => required))
  return { ...object, hidden: [...chosen] }
}

function integers({ minimum = -100, maximum = Number.MAX_SAFE_INTEGER }: Schema): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(minimum, maximum),
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + 1000) }),
  )
}

function numbers({ minimum, exclusiveMinimum, maximum }: Schema): fc.Arbitrary<number> {
  return (
    fc
      .double({
        min: exclusiveMinimum ?? minimum ?? -1e9,
        max: maximum ?? 1e9,
        minExcluded: exclusiveMinimum !== undefined,
        noNaN: true,
      })
      // JSON does not distinguish -0 from 0.
      .map((value) => (value === 0 ? 0 : value))
  )
}

function texts({ pattern, format, contentEncoding, minLength = 0, maxLength = short }: Schema): fc.Arbitrary<string> {
  if (contentEncoding === 'base64') return fc.base64String({ minLength: Math.max(4, minLength), maxLength: short })
  if (format === 'date') {
    const range = { min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }
    return fc.date(range).map((date) => date.toISOString().slice(0, 10))
  }
  if (format === 'date-time') {
    const range = { min: new Date('1900-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true }
    return fc.date(range).map((date) => date.toISOString())
  }
  if (format !== undefined)
    throw new TypeError(`Expected the format "date" or "date-time", got ${JSON.stringify(format)}.`)
  const longest = Math.min(maxLength, Math.max(short, minLength))
  if (pattern === undefined) return fc.string({ minLength, maxLength: longest })
  const matches = new RegExp(pattern, 'u')
  return matching(pattern, longest).filter(
    (text) => matches.test(text) && text.length >= minLength && text.length <= longest,
  )
}

/** Generates texts, most of which match: texts for a lookahead cannot be generated, but most texts satisfy one. */
function matching(pattern: string, longest: number): fc.Arbitrary<string> {
  return /\(\?[=!<]/.test(pattern)
    ? fc.string({ minLength: 1, maxLength: longest })
    : fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: longest })
}

function lists({ items = {}, minItems = 0, maxItems = few, uniqueItems = false }: Schema): fc.Arbitrary<JsonValue> {
  const size = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, few)) }
  const item = toArbitrary(items)
  return uniqueItems
    ? fc.uniqueArray(item, { ...size, selector: (element) => JSON.stringify(element) })
    : fc.array(item, size)
}

function objects(schema: Schema): fc.Arbitrary<JsonObject> {
  const { properties, required = [], patternProperties, additionalProperties } = schema
  const alike = patternProperties === undefined ? additionalProperties : Object.values(patternProperties)[0]
  if (properties === undefined) {
    if (typeof alike !== 'object') return jsonObject()
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), toArbitrary(alike), { maxKeys: few })
  }
  const shown = Object.entries(properties).filter(([name]) => !schema.hidden?.includes(name) || required.includes(name))
  const members = Object.fromEntries(shown.map(([name, member]) => [name, toArbitrary(member)]))
  const { minProperties = 0, maxProperties = shown.length } = schema
  const record = fc.record(members, { requiredKeys: [...required], noNullPrototype: true })
  if (minProperties === 0 && maxProperties >= shown.length) return record
  return record.filter((value) => {
    const count = Object.keys(value).length
    return count >= minProperties && count <= maxProperties
  })
}
