import type { JsonObject, JsonValue } from '@carebench/protocol'
import { show } from '../../json-shape.js'

/** An error in a submitted form. `field` is empty if it concerns the whole form. */
export interface Finding {
  readonly field: string
  readonly message: string
  /** A code such as `unknown_member`, if the payer refuses a well-formed request. */
  readonly reason?: string
}

export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly Finding[] }

/** Validates one value, without converting it. `name` is the field in messages, `today` the playground's date. */
export interface ReadValue<T> {
  (value: JsonValue, name: string, today: string): Reading<T>
  /** The JSON Schema of valid values. */
  readonly schema: JsonObject
}

interface Field<T> {
  readonly read: ReadValue<T>
  /** The value if the field is missing; a field without a fallback is required. */
  readonly fallback?: T
}

type Form = Readonly<Record<string, Field<JsonValue>>>

export type FormValues<F extends Form> = { [Name in keyof F]: F[Name] extends Field<infer T> ? T : never }

/** Attaches a schema to a reader. */
export function described<T>(
  schema: JsonObject,
  read: (...input: Parameters<ReadValue<T>>) => Reading<T>,
): ReadValue<T> {
  return Object.assign(read, { schema })
}

/** Returns the JSON Schema of a form. With `partial`, no field is required and none has a default. */
export function formSchema(form: Form, { partial = false, ...more }: JsonObject = {}): JsonObject {
  const fields = Object.entries(form)
  const required = fields.filter(([, { fallback }]) => partial !== true && fallback === undefined).map(([name]) => name)
  return {
    type: 'object',
    // A partial form leaves missing fields unchanged, so it has no defaults.
    properties: Object.fromEntries(
      fields.map(([name, field]) => [name, partial === true ? field.read.schema : fieldSchema(field)]),
    ),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...more,
  }
}

function fieldSchema({ read, fallback }: Field<JsonValue>): JsonObject {
  // Defaults of lists and objects are left out.
  return typeof fallback === 'object' || fallback === undefined ? read.schema : { ...read.schema, default: fallback }
}

/** Reads all fields of a form. A missing field gets its fallback, or is an error if it has none. */
export function readForm<F extends Form>(
  form: F,
  input: JsonObject,
  today: string,
  prefix = '',
): Reading<FormValues<F>> {
  const sent = readSent(form, input, today, prefix)
  const errors = [...sent.errors]
  const values: Record<string, JsonValue> = {}
  for (const [name, field] of Object.entries(form)) {
    if (Object.hasOwn(input, name)) {
      const value = sent.values[name]
      if (value !== undefined) values[name] = value
    } else if (field.fallback !== undefined) values[name] = field.fallback
    else errors.push({ field: prefix + name, message: `${prefix + name} is required.` })
  }
  // `values` has every field, each read by its own reader; TypeScript cannot check a mapped type built step by step.
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value: values as FormValues<F> }
}

/** Reads the submitted fields only. */
export function readChanges<F extends Form>(
  form: F,
  input: JsonObject,
  today: string,
): Reading<Partial<FormValues<F>>> {
  const { errors, values } = readSent(form, input, today, '')
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value: values as Partial<FormValues<F>> }
}

function readSent(
  form: Form,
  input: JsonObject,
  today: string,
  prefix: string,
): { errors: Finding[]; values: Record<string, JsonValue> } {
  const errors: Finding[] = []
  const values: Record<string, JsonValue> = {}
  for (const [name, value] of Object.entries(input)) {
    const field = Object.hasOwn(form, name) ? form[name] : undefined
    if (!field) {
      const known = Object.keys(form).join(', ')
      errors.push({ field: prefix + name, message: `Unknown field. The fields are: ${known}.` })
      continue
    }
    const reading = field.read(value, prefix + name, today)
    if (reading.ok) values[name] = reading.value
    else errors.push(...reading.errors)
  }
  return { errors, values }
}

/** Returns an error that states what a field must be, and what was received. */
export function refuseValue(name: string, expected: string, value: JsonValue): Reading<never> {
  return { ok: false, errors: [{ field: name, message: `${name} must be ${expected}, got ${show(value)}.` }] }
}

/** Returns a reader of strings that satisfy `test`; `expected` completes the sentence "… must be". */
export function matching(
  test: (text: string, today: string) => boolean,
  expected: string,
  schema: JsonObject,
): ReadValue<string> {
  return described<string>({ type: 'string', ...schema }, (value, name, today) =>
    typeof value === 'string' && test(value, today) ? { ok: true, value } : refuseValue(name, expected, value),
  )
}

/** A pattern that non-blank text matches. */
const blankless = '\\S'

/** Returns a reader of non-blank strings of at most `length` characters. */
export function textUpTo(length: number): ReadValue<string> {
  const isText = (text: string) => text.trim() !== '' && text.length <= length
  return matching(isText, `text of 1 to ${length} characters`, {
    pattern: blankless,
    // Larger limits are left out of the schema, because nobody exceeds them by mistake.
    ...(length < 10_000 && { maxLength: length }),
  })
}

/** Returns a reader of integers in a range. */
export function integerFrom(min: number, max: number): ReadValue<number> {
  return described<number>({ type: 'integer', minimum: min, maximum: max }, (value, name) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? { ok: true, value }
      : refuseValue(name, `an integer from ${min} to ${max}`, value),
  )
}

/** Returns a reader of one of several words. */
export function readChoice<Word extends string>(words: readonly Word[]): ReadValue<Word> {
  return described<Word>({ type: 'string', enum: [...words] }, (value, name) => {
    const word = words.find((candidate) => candidate === value)
    return word === undefined ? refuseValue(name, `one of ${words.join(', ')}`, value) : { ok: true, value: word }
  })
}

/** Returns a reader of an optional field: null and blank text count as missing. The schema does not mention null. */
export function optional<T>(read: ReadValue<T>): ReadValue<T | null> {
  const { pattern, ...schema } = read.schema
  // Without the pattern, clients that validate by the schema may send blank text.
  return described<T | null>(pattern === blankless ? schema : read.schema, (value, name, today) =>
    value === null || (typeof value === 'string' && value.trim() === '')
      ? { ok: true, value: null }
      : read(value, name, today),
  )
}

/** Returns a reader of arrays of `min` to `max` values; errors name the element: `diagnosis_codes[1]`. */
export function readArray<T>(read: ReadValue<T>, min: number, max: number): ReadValue<T[]> {
  const size = { ...(min > 0 && { minItems: min }), maxItems: max }
  return described<T[]>({ type: 'array', items: read.schema, ...size }, (value, name, today) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) {
      return refuseValue(name, `an array of ${min} to ${max} values`, value)
    }
    const values: T[] = []
    const errors: Finding[] = []
    value.forEach((element: JsonValue, index) => {
      const reading = read(element, `${name}[${index}]`, today)
      if (reading.ok) values.push(reading.value)
      else errors.push(...reading.errors)
    })
    return errors.length > 0 ? { ok: false, errors } : { ok: true, value: values }
  })
}
