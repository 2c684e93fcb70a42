import { quoteValue, X12Error, type X12ErrorCode } from './x12-error.js'

/** Where an argument would have been written, and the code of the error, if it is not `invalid-value`. */
interface ArgumentPlace {
  readonly code?: X12ErrorCode
  readonly segment?: string
  readonly element?: number
}

/** The error for an argument that its type or its description would not have let pass. */
export function refusedArgument(
  expected: string,
  value: unknown,
  example: string,
  place: ArgumentPlace = {},
): X12Error {
  return new X12Error({ code: 'invalid-value', expected, received: showValue(value), example, ...place })
}

/** Shows a value in an error message: a text is quoted and cut. */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return quoteValue(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** Whether a value has properties by name, and is no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value is bytes; those of another realm or a subclass are. */
export function isBytes(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === '[object Uint8Array]'
}

/** Throws an `X12Error` unless a value has properties by name. */
export function requireRecord(value: unknown, expected: string, example: string): void {
  if (!isRecord(value)) throw refusedArgument(expected, value, example)
}

/** Throws an `X12Error` unless a value is a list. */
export function requireList(value: unknown, expected: string, example: string): void {
  if (!Array.isArray(value)) throw refusedArgument(expected, value, example)
}

/** Throws an `X12Error` unless a value is a list of values that have properties by name. */
export function requireRecords(value: unknown, name: string, example: string): void {
  requireList(value, `${name} as a list`, example)
  if (!Array.isArray(value)) return
  const other: unknown = value.find((one) => !isRecord(one))
  if (other !== undefined || value.includes(undefined)) throw refusedArgument(`${name} by their fields`, other, example)
}
