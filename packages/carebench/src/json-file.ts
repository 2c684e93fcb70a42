import { readFileSync, statSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { findUncarriedNumber } from '@carebench/protocol'
import { WrongUse } from './exit-reason.js'
import { whyUnreadable } from './unreadable.js'

/** Bytes; a record has at most 256 MiB of JSON. A packed file that becomes larger is refused before memory ends. */
const longest = 500 * 1024 * 1024

/** Values of a file: lists of nothing take fifty times their length in memory. */
const mostValues = 10_000_000

/**
 * Reads a JSON file, also one that gzip has packed and whose name ends in `.gz`. Numbers that a double cannot represent are refused, as the interface refuses them: two that differ would
 * be equal once read. Throws a WrongUse that names the file.
 */
export function readJsonFile(file: string): unknown {
  let text: string
  try {
    const { size } = statSync(file)
    if (size > longest) throw new Error(`it has ${size} bytes, more than ${longest}`)
    const bytes = readFileSync(file)
    text = (file.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: longest }) : bytes).toString('utf8')
  } catch (error) {
    throw new WrongUse(`${file} cannot be read: ${whyUnreadable(error)}`)
  }
  let value: unknown
  try {
    // Some editors write a byte order mark at the start of a file.
    text = text.replace(/^\uFEFF/, '')
    if (hasMoreValues(text)) throw new WrongUse(`${file} has more than ${mostValues} JSON values`)
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof WrongUse) throw error
    throw new WrongUse(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  refuseNumbers(file, text)
  return value
}

/** Counts what begins or separates values outside of strings, before anything is built from a text. */
function hasMoreValues(text: string): boolean {
  if (text.length <= mostValues) return false
  let values = 1
  for (let at = 0; at < text.length && values <= mostValues; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = endOfString(text, at)
    else if (code === 0x2c || code === 0x5b || code === 0x7b) values++
  }
  return values > mostValues
}

/** The index of the quotation mark that ends a string, or of the end of a text that is cut. */
function endOfString(text: string, start: number): number {
  let end = start
  do {
    end = text.indexOf('"', end + 1)
    if (end === -1) return text.length
  } while (isEscaped(text, end))
  return end
}

/** Whether an odd number of backslashes stands before a character. */
function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text.charCodeAt(first - 1) === 0x5c) first--
  return (at - first) % 2 === 1
}

function refuseNumbers(file: string, text: string): void {
  const found = findUncarriedNumber(text)
  if (found === undefined) return
  const line = text.slice(0, found.at).split('\n').length
  const shown = found.text.length > 40 ? `${found.text.slice(0, 40)}…` : found.text
  throw new WrongUse(
    `${file} has the number ${shown} in line ${line}, which a double cannot represent: integers may be up to ±9007199254740991, other numbers up to about ±1.8e308; write it as a string`,
  )
}

/** An own member of any value; undefined if it has none. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}

/** Reads a file of criteria: a list of them, or `{criteria, options}`. The verifier validates the content. */
export function readCriteriaFile(file: string): { readonly criteria: unknown; readonly options: unknown } {
  const content = readJsonFile(file)
  if (memberOf(content, 'tasks') !== undefined && memberOf(content, 'criteria') === undefined) {
    throw new WrongUse(`${file}: this is a benchmark; its criteria are in /tasks/0/criteria`)
  }
  return Array.isArray(content)
    ? { criteria: content, options: undefined }
    : { criteria: memberOf(content, 'criteria'), options: memberOf(content, 'options') }
}
