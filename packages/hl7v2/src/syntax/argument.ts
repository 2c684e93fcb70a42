import { Hl7Error, type Hl7ErrorCode, quote } from './error.js'

/** Where the argument would have been written, and the error code if it is not `invalid-value`. */
interface ArgumentPlace {
  readonly code?: Hl7ErrorCode
  readonly segment?: string
  readonly field?: number
  readonly cause?: unknown
}

/** Creates the error for an argument of the wrong type, which mainly untyped callers pass. */
export function argumentError(expected: string, value: unknown, example: string, place: ArgumentPlace = {}): Hl7Error {
  return new Hl7Error({ code: 'invalid-value', expected, received: showValue(value), example, ...place })
}

/** Formats a value for an error message; strings are quoted and truncated. */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return `a list of ${value.length}`
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** Whether a value is an object but not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Throws an `Hl7Error` unless a value is a Uint8Array; one from another realm or of a subclass is accepted. */
export function requireBytes(value: unknown, expected = 'a Uint8Array'): void {
  if (Object.prototype.toString.call(value) === '[object Uint8Array]') return
  throw argumentError(expected, value, 'new Uint8Array(buffer)')
}

/** Throws an `Hl7Error` unless a value is a string. */
export function requireText(value: unknown, example: string): void {
  if (typeof value !== 'string') throw argumentError('a string', value, example)
}

/** Throws an `Hl7Error` unless a value is an integer of at least 1, or Infinity. */
export function requireLimit(name: string, value: unknown, example: string): void {
  if (value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && Number(value) >= 1)) return
  throw argumentError(`${name} as a whole number from 1`, value, example)
}
