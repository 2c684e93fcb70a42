import { findUncarriedNumber } from '@carebench/protocol'
import { parseJsonText } from '../runner/results/json-text.js'
import { readRegularFile } from '../runner/results/regular-file.js'
import { UsageError } from '../terminal/exit-reason.js'
import { whyUnreadable } from './unreadable.js'

/**
 * Maximum size in bytes; a record has at most 256 MiB of JSON. A larger compressed file is rejected before memory runs
 * out.
 */
const maxFileBytes = 500 * 1024 * 1024

/** Reads a text file without its byte order mark, which some editors write. Throws a UsageError that names the file. */
export function readTextFile(file: string): string {
  try {
    return readRegularFile(file, maxFileBytes).replace(/^\uFEFF/, '')
  } catch (cause) {
    throw new UsageError(`${file} cannot be read: ${whyUnreadable(cause)}`, { cause })
  }
}

/**
 * Reads a JSON file, unpacked if its name ends in `.gz`. Numbers that a double cannot represent are rejected, as in the
 * API: different numbers would become equal. Throws a UsageError that names the file.
 */
export function readJsonFile(file: string): unknown {
  const text = readTextFile(file)
  const value = parseFileText(file, text, (cause) => `: ${cause instanceof Error ? cause.message : String(cause)}`)
  refuseNumbers(file, text)
  return value
}

/**
 * Parses the JSON text of a file. Throws a UsageError that names the file and, from `place`, the position of a syntax
 * error.
 */
export function parseFileText(file: string, text: string, place: (cause: unknown) => string): unknown {
  try {
    return parseJsonText(text)
  } catch (cause) {
    if (cause instanceof RangeError) throw new UsageError(`${file} ${cause.message}`, { cause })
    throw new UsageError(`${file} is not JSON${place(cause)}`, { cause })
  }
}

function refuseNumbers(file: string, text: string): void {
  const found = findUncarriedNumber(text)
  if (found === undefined) return
  const line = text.slice(0, found.at).split('\n').length
  const shown = found.text.length > 40 ? `${found.text.slice(0, 40)}…` : found.text
  throw new UsageError(
    `${file} has the number ${shown} in line ${line}, which a double cannot represent: integers may be up to ` +
      '±9007199254740991, other numbers up to about ±1.8e308; write it as a string',
  )
}

/** Returns an own member of any value; undefined if the value has no such member. */
export function findMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}

/**
 * Reads a file of criteria: a list of them, or `{criteria, options}`. The verifier validates the content. Throws a
 * UsageError that names the file if it is unreadable, or a benchmark.
 */
export function readCriteriaFile(file: string): { readonly criteria: unknown; readonly options: unknown } {
  const content = readJsonFile(file)
  if (findMember(content, 'tasks') !== undefined && findMember(content, 'criteria') === undefined) {
    throw new UsageError(`${file}: this is a benchmark; its criteria are in /tasks/0/criteria`)
  }
  return Array.isArray(content)
    ? { criteria: content, options: undefined }
    : { criteria: findMember(content, 'criteria'), options: findMember(content, 'options') }
}
