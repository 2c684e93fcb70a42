import {
  ApiError,
  endOfJsonString,
  type Finding,
  findUncarriedNumber,
  type JsonValue,
  limits,
} from '@carebench/protocol'
import { appendPointer } from './json-pointer.js'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Parses bytes as JSON, more strictly than `JSON.parse`: invalid UTF-8, nesting deeper than 100, numbers that a double
 * cannot represent and keys that reach into prototypes are refused. Of duplicate keys the last one wins; a byte order
 * mark is skipped. Throws an ApiError `INVALID_REQUEST` that names the place.
 */
export function parseJsonBody(bytes: Uint8Array): JsonValue {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw invalid('The body must be UTF-8; it has invalid bytes.')
  }
  assertDepth(text)
  let value: JsonValue
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new ApiError('INVALID_REQUEST', `The body must be JSON: ${syntaxMessage(cause, text)}.`, { cause })
  }
  assertNumbers(text)
  assertKeys(text, value)
  return value
}

function invalid(message: string, errors: readonly Finding[] = []): ApiError {
  return new ApiError('INVALID_REQUEST', message, { errors })
}

/** The parser's message without its quotation of the body, which may contain secrets. */
function syntaxMessage(cause: unknown, text: string): string {
  if (text.trim() === '') return 'it is empty'
  const position = cause instanceof Error ? /position (\d+)/.exec(cause.message)?.[1] : undefined
  return position === undefined ? 'it ends too early or is malformed' : `it is malformed at character ${position}`
}

/** Scans the text, so that hostile nesting is refused before anything is built from it. */
function assertDepth(text: string): void {
  if (!hasMoreBrackets(text, limits.jsonDepth)) return
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x22) index = endOfJsonString(text, index)
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > limits.jsonDepth) {
        throw invalid(
          `The body must not be nested deeper than ${limits.jsonDepth} levels; it is at character ${index}.`,
        )
      }
    } else if (code === 0x7d || code === 0x5d) depth--
  }
}

/**
 * Whether more than `most` arrays and objects begin, also counting brackets in strings. Most texts need no closer
 * check.
 */
function hasMoreBrackets(text: string, most: number): boolean {
  let count = 0
  for (const bracket of ['[', '{']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) if (++count > most) return true
  }
  return false
}

/** Checks the numbers of a text that is JSON. */
function assertNumbers(text: string): void {
  const found = findUncarriedNumber(text)
  if (found === undefined) return
  throw invalid(
    `The number at character ${found.at} cannot be represented by a double: integers may be up to ±9007199254740991, other numbers up to about ±1.8e308. Send it as a string.`,
  )
}

// Escaped characters can hide each of these names.
const perhapsForbidden = /__proto__|constructor|prototype|\\u/

function assertKeys(text: string, value: JsonValue): void {
  if (!perhapsForbidden.test(text)) return
  const finding = findForbiddenKey(value, '')
  if (finding !== null) throw invalid(`The body has a key that is not allowed, at ${finding.path}.`, [finding])
}

function findForbiddenKey(value: JsonValue, pointer: string): Finding | null {
  if (value === null || typeof value !== 'object') return null
  for (const [key, member] of Object.entries(value)) {
    const path = appendPointer(pointer, key)
    if (forbiddenKeys.has(key)) return { path, message: 'is not an allowed key' }
    const finding = findForbiddenKey(member, path)
    if (finding !== null) return finding
  }
  return null
}
