import { quoteValue, X12Error, type X12ErrorCode } from './x12-error.js'

/** The segment and element of an argument, and the error code if it is not `invalid-value`. */
interface ArgumentPlace {
  readonly code?: X12ErrorCode
  readonly segment?: string
  readonly element?: number
}

/** Creates the error for an argument that has the wrong type or violates a documented constraint. */
export function argumentError(expected: string, value: unknown, example: string, place: ArgumentPlace = {}): X12Error {
  return new X12Error({ code: 'invalid-value', expected, received: showValue(value), example, ...place })
}

/** Formats a value for an error message; strings are quoted and truncated. */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return quoteValue(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** Whether a value is an object but not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value is a Uint8Array, including one from another realm or of a subclass. */
export function isBytes(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === '[object Uint8Array]'
}

/** Throws an `X12Error` unless a value is an object. */
export function requireRecord(value: unknown, expected: string, example: string): void {
  if (!isRecord(value)) throw argumentError(expected, value, example)
}

/** Throws an `X12Error` unless a value is an array. */
export function requireList(value: unknown, expected: string, example: string): void {
  if (!Array.isArray(value)) throw argumentError(expected, value, example)
}

/** Throws an `X12Error` unless a value is an array of objects. */
export function requireRecords(value: unknown, name: string, example: string): void {
  requireList(value, `${name} as a list`, example)
  if (!Array.isArray(value)) return
  const other: unknown = value.find((one) => !isRecord(one))
  if (other !== undefined || value.includes(undefined)) throw argumentError(`${name} by their fields`, other, example)
}
