import { showValue } from './argument.js'
import type { Delimiters } from './delimiters.js'
import { Hl7Error, quote } from './error.js'
import { escapeText } from './escape.js'

/**
 * An undivided value: null is written as `""`, undefined and the empty string as nothing, a number in decimal digits
 * without an exponent (`1e-7` as `0.0000001`).
 */
export type LeafValue = string | number | null | undefined

/** A component: a leaf, or its sub-components. */
export type ComponentValue = LeafValue | readonly LeafValue[]

/** One repetition of a field: a leaf, or its components. */
export type RepetitionValue = LeafValue | readonly ComponentValue[]

/** A whole field: one repetition, or several under `repetitions`. */
export type FieldValue = RepetitionValue | { readonly repetitions: readonly RepetitionValue[] }

/** Where a value is written, for errors. */
export interface Place {
  readonly segment: string
  readonly field: number
}

/** Writes a field. Throws an `Hl7Error` `invalid-value` if the message has no delimiter for what the value needs. */
export function writeField(value: FieldValue, delimiters: Delimiters, place: Place): string {
  if (!isRepeated(value)) return writeRepetition(value, delimiters, place)
  const written = value.repetitions.map((repetition) => writeRepetition(repetition, delimiters, place))
  return join(written, delimiters.repetition, place)
}

/** Whether a field value lists its repetitions. */
export function isRepeated(value: FieldValue): value is Exclude<FieldValue, RepetitionValue> {
  return typeof value === 'object' && value !== null && 'repetitions' in value
}

/** Writes one repetition of a field. */
export function writeRepetition(value: RepetitionValue, delimiters: Delimiters, place: Place): string {
  if (!isList(value)) return writeLeaf(value, delimiters, place)
  const written = value.map((component) => writeComponent(component, delimiters, place))
  return join(written, delimiters.component, place)
}

/** Writes one component. */
export function writeComponent(value: ComponentValue, delimiters: Delimiters, place: Place): string {
  if (!isList(value)) return writeLeaf(value, delimiters, place)
  const written = value.map((leaf) => writeLeaf(leaf, delimiters, place))
  return join(written, delimiters.subcomponent, place)
}

/** Writes a leaf with escape sequences. */
export function writeLeaf(value: LeafValue, delimiters: Delimiters, place: Place): string {
  if (value === undefined) return ''
  if (value === null) return '""'
  if (typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))) {
    const text = typeof value === 'number' ? writeDecimal(value) : value
    const escaped = escapeText(text, delimiters)
    if (escaped !== undefined) return escaped
    throw valueError('a value without delimiters, as MSH-2 declares no escape character', quote(text), place)
  }
  throw valueError('a string, a finite number, null or undefined', showValue(value), place)
}

/** Joins parts, dropping trailing empty ones. */
export function join(parts: readonly string[], separator: string | undefined, place: Place): string {
  let length = parts.length
  while (length > 0 && parts[length - 1] === '') length--
  if (length <= 1) return parts[0] ?? ''
  if (separator) return parts.slice(0, length).join(separator)
  throw valueError('an undivided value, as MSH-2 declares no such separator', `${length} parts`, place)
}

/** Creates the error for a value that cannot be written at a position. */
export function valueError(expected: string, received: string, { segment, field }: Place): Hl7Error {
  return new Hl7Error({
    code: 'invalid-value',
    expected,
    received,
    segment,
    field,
    example: "{ 5: ['DOE', 'JANE'] }",
  })
}

/** Writes a finite number in decimal digits only, because type NM does not allow an exponent. */
function writeDecimal(value: number): string {
  const text = String(value)
  const match = text.includes('e') ? /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) : null
  if (match === null) return text
  const [, sign = '', whole = '', fraction = '', exponent = ''] = match
  const power = Number(exponent)
  if (power < 0) return `${sign}0.${'0'.repeat(-power - 1)}${whole}${fraction}`
  // JavaScript writes an exponent from 1e21 on, and a number has at most 17 significant digits.
  return sign + whole + fraction.padEnd(power, '0')
}

function isList<T>(value: LeafValue | readonly T[]): value is readonly T[] {
  return Array.isArray(value)
}
