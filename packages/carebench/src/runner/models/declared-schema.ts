import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'

/** Keywords that Gemini's function declarations lack, with their descriptions in words. */
const untranslated: Readonly<Record<string, (value: JsonValue) => string | undefined>> = {
  pattern: (value) => `Pattern: ${value}`,
  minimum: (value) => `At least ${value}.`,
  maximum: (value) => `At most ${value}.`,
  exclusiveMinimum: (value) => `More than ${value}.`,
  maxLength: (value) => `At most ${value} characters.`,
  minItems: (value) => `At least ${value} elements.`,
  maxItems: (value) => `At most ${value} elements.`,
  uniqueItems: () => 'No element twice.',
  minProperties: (value) => `At least ${value} fields.`,
  maxProperties: (value) => `At most ${value} fields.`,
  contentEncoding: (value) => `In ${value}.`,
  format: (value) => (value === 'date' ? 'A date, YYYY-MM-DD.' : `Format: ${value}.`),
  additionalProperties: (value) => (value === false ? 'No other fields.' : undefined),
  examples: (value) => (Array.isArray(value) ? `Example: ${JSON.stringify(value[0])}` : undefined),
}

/**
 * Returns the schema of a tool's arguments in the form that a provider accepts. Gemini accepts only a part of JSON
 * Schema, and its package drops the rest; there, unsupported keywords are put into the descriptions, so that every
 * model gets the same information.
 */
export function declaredSchema(provider: string, schema: JsonObject): JsonObject {
  return provider.startsWith('google') ? translate(schema) : schema
}

function translate(schema: JsonObject): JsonObject {
  const { description, type, items, properties, anyOf, oneOf, const: only, enum: values, ...rest } = schema
  const notes: string[] = typeof description === 'string' ? [description] : []
  const kept: Record<string, JsonValue> = {}
  for (const [name, value] of Object.entries(rest)) {
    const say = Object.hasOwn(untranslated, name) ? untranslated[name] : undefined
    if (say === undefined) kept[name] = value
    else notes.push(...[say(value)].filter((note) => note !== undefined))
  }
  if (isJsonObject(rest.additionalProperties)) notes.push(`Others: ${JSON.stringify(rest.additionalProperties)}`)
  for (const [word, choices] of [
    ['Any', anyOf],
    ['One', oneOf],
  ] as const) {
    if (!Array.isArray(choices)) continue
    // Alternatives of a value have types; alternatives of an object's fields have none, and are not supported.
    const areValues = choices.every((choice: JsonValue) => isJsonObject(choice) && choice.type !== undefined)
    if (areValues) kept.anyOf = choices.filter(isJsonObject).map(translate)
    else notes.push(`${word} of ${JSON.stringify(choices)}`)
  }
  if (Array.isArray(type))
    kept.anyOf = type.map((one) => ({ type: one, ...(one === 'array' && { items: items ?? {} }) }))
  else if (type !== undefined) kept.type = type
  const allowed = only === undefined ? values : [only]
  if (Array.isArray(allowed)) {
    if (allowed.every((value: JsonValue) => typeof value === 'string')) {
      kept.enum = allowed
      // Gemini accepts only enums of strings, with the type.
      if (type === undefined) kept.type = 'string'
    } else notes.push(only === undefined ? `One of ${JSON.stringify(allowed)}.` : `Always ${JSON.stringify(only)}.`)
  }
  if (isJsonObject(properties)) {
    kept.properties = Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, isJsonObject(member) ? translate(member) : member]),
    )
  }
  if (isJsonObject(items) && !Array.isArray(type)) kept.items = translate(items)
  return { ...kept, ...(notes.length > 0 && { description: notes.join(' ') }) }
}
