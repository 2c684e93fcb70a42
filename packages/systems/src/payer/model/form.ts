import type { JsonObject, JsonValue } from '@carebench/protocol'
import { show } from '../../json-shape.js'

/** One fault of a submitted form. `field` is empty if it concerns the whole form. */
export interface Finding {
  readonly field: string
  readonly message: string
  /** The reason in a word, if the payer refuses a well-formed request: `unknown_member`. */
  readonly reason?: string
}

export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly Finding[] }

/** Reads one value, without converting it. `name` is the field in messages, `today` the playground's date. */
export interface ReadValue<T> {
  (value: JsonValue, name: string, today: string): Reading<T>
  /** The description of a valid value in errors. */
  readonly schema: JsonObject
}

interface Field<T> {
  readonly read: ReadValue<T>
  /** The value of a missing field; without it the field is required. */
  readonly fallback?: T
}

type Form = Readonly<Record<string, Field<JsonValue>>>

export type FormValues<F extends Form> = { [Name in keyof F]: F[Name] extends Field<infer T> ? T : never }

/** A reader with its schema. */
export function described<T>(
  schema: JsonObject,
  read: (...input: Parameters<ReadValue<T>>) => Reading<T>,
): ReadValue<T> {
  return Object.assign(read, { schema })
}

/** The JSON Schema of a form; of one with changes only, in which no field is required, if `partial`. */
export function formSchema(form: Form, { partial = false, ...more }: JsonObject = {}): JsonObject {
  const fields = Object.entries(form)
  const required = fields.filter(([, { fallback }]) => partial !== true && fallback === undefined).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...more,
  }
}

function fieldSchema({ read, fallback }: Field<JsonValue>): JsonObject {
  // Of a list or an object, the schema says enough: it may be empty.
  return typeof fallback === 'object' || fallback === undefined ? read.schema : { ...read.schema, default: fallback }
}

/** Reads all fields of a form: missing ones get their fallback, or are errors if they have none. */
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
  // `values` now has every field of the form, each read by its own reader: the mapped type cannot be built step by
  // step.
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value: values as FormValues<F> }
}

/** Reads the submitted fields and omits the others. */
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

/** States what a field must be, and what was received. */
export function refuseValue(name: string, expected: string, value: JsonValue): Reading<never> {
  return { ok: false, errors: [{ field: name, message: `${name} must be ${expected}, got ${show(value)}.` }] }
}

/** A string that satisfies `test`; `expected` completes the sentence "… must be". */
export function matching(
  test: (text: string, today: string) => boolean,
  expected: string,
  schema: JsonObject,
): ReadValue<string> {
  return described<string>({ type: 'string', ...schema }, (value, name, today) =>
    typeof value === 'string' && test(value, today) ? { ok: true, value } : refuseValue(name, expected, value),
  )
}

/** The pattern of text that is not blank. */
const blankless = '\\S'

/** A non-blank string of at most `length` characters. */
export function textUpTo(length: number): ReadValue<string> {
  const isText = (text: string) => text.trim() !== '' && text.length <= length
  return matching(isText, `text of 1 to ${length} characters`, {
    pattern: blankless,
    // Larger limits are left out of the schema: nobody exceeds them by mistake.
    ...(length < 10_000 && { maxLength: length }),
  })
}

/** An integer in a range. */
export function integerFrom(min: number, max: number): ReadValue<number> {
  return described<number>({ type: 'integer', minimum: min, maximum: max }, (value, name) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? { ok: true, value }
      : refuseValue(name, `an integer from ${min} to ${max}`, value),
  )
}

/** One of several words. */
export function oneOf<Word extends string>(words: readonly Word[]): ReadValue<Word> {
  return described<Word>({ type: 'string', enum: [...words] }, (value, name) => {
    const word = words.find((candidate) => candidate === value)
    return word === undefined ? refuseValue(name, `one of ${words.join(', ')}`, value) : { ok: true, value: word }
  })
}

/** A field that may be left out: null is the same as that, and so is blank text. Its schema mentions neither. */
export function optional<T>(read: ReadValue<T>): ReadValue<T | null> {
  const { pattern, ...schema } = read.schema
  // A client that checks by the schema sends blank text too.
  return described<T | null>(pattern === blankless ? schema : read.schema, (value, name, today) =>
    value === null || (typeof value === 'string' && value.trim() === '')
      ? { ok: true, value: null }
      : read(value, name, today),
  )
}

/** An array of `min` to `max` values; errors name the element: `diagnosis_codes[1]`. */
export function listOf<T>(read: ReadValue<T>, min: number, max: number): ReadValue<T[]> {
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
