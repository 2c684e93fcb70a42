import {
  ApiError,
  endOfJsonString,
  type Finding,
  findUncarriedNumber,
  finish,
  type JsonObject,
  type JsonValue,
  type Steps,
} from '@carebench/protocol'
import { findJsonExcess } from '@carebench/protocol/wire'
import { pointerTo } from '@carebench/verifier/kinds'
import { JsonSyntaxError, parseJsonInParts, partLength } from './json-parts.js'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Parses bytes as JSON, more strictly than `JSON.parse`: invalid UTF-8, more nesting, values or members than `limits`
 * allow, numbers that a double cannot represent and keys that reach into prototypes are refused. Of duplicate keys the
 * last one wins; a byte order mark is skipped. Throws an ApiError `INVALID_REQUEST` that names the place.
 */
export function parseJsonBody(bytes: Uint8Array): JsonValue {
  return finish(parseJsonBodyInSteps(bytes))
}

/** Does the same as {@link parseJsonBody} in steps. */
export function* parseJsonBodyInSteps(bytes: Uint8Array): Steps<JsonValue> {
  const text = decode(bytes)
  if (text.length >= partLength) yield
  assertJsonLimits(text)
  const value = yield* parse(text)
  assertNumbers(text)
  yield* assertKeys(text, value)
  return value
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw invalid('The body must be UTF-8; it has invalid bytes.')
  }
}

function* parse(text: string): Steps<JsonValue> {
  try {
    return yield* parseJsonInParts(text)
  } catch (cause) {
    throw new ApiError('INVALID_REQUEST', `The body must be JSON: ${syntaxMessage(cause, text)}.`, { cause })
  }
}

function invalid(message: string, errors: readonly Finding[] = []): ApiError {
  return new ApiError('INVALID_REQUEST', message, { errors })
}

/** Returns the error in a text without quoting the body, which may contain secrets. */
function syntaxMessage(cause: unknown, text: string): string {
  if (text.trim() === '') return 'it is empty'
  const position = cause instanceof JsonSyntaxError ? cause.position : undefined
  return position === undefined ? 'it ends too early or is malformed' : `it is malformed at character ${position}`
}

/** Scans the text, so that a text above a limit is rejected before anything is built from it. */
function assertJsonLimits(text: string): void {
  const rule = findJsonExcess(text)
  if (rule !== undefined) throw invalid(`The body must ${rule}.`)
}

/** Checks the numbers of a text that is JSON. */
function assertNumbers(text: string): void {
  const found = findUncarriedNumber(text)
  if (found === undefined) return
  throw invalid(
    `The number at character ${found.at} cannot be represented by a double: integers may be up to ` +
      '±9007199254740991, other numbers up to about ±1.8e308. Send it as a string.',
  )
}

/** Throws for a forbidden key; a key with escapes may hide any of these names. */
function* assertKeys(text: string, value: JsonValue): Steps<void> {
  if (typeof value !== 'object' || value === null || !(yield* hasForbiddenKey(text))) return
  const names = yield* findForbiddenKey(value)
  if (names === null) return
  const path = names.reduceRight((pointer, name) => pointerTo(pointer, name), '')
  throw invalid(`The body has a key that is not allowed, at ${path}.`, [{ path, message: 'is not an allowed key' }])
}

const perhapsForbidden = /__proto__|constructor|prototype|\\u/

/** Whether a text that is JSON has such a key; an earlier one of two equal keys counts too. */
function* hasForbiddenKey(text: string): Steps<boolean> {
  if (!perhapsForbidden.test(text)) return false
  let next = partLength
  for (let index = text.indexOf('"'); index !== -1; index = text.indexOf('"', index + 1)) {
    if (index >= next) {
      next = index + partLength
      yield
    }
    const start = index
    index = endOfJsonString(text, start)
    let after = index + 1
    while (isSpace(text.charCodeAt(after))) after++
    if (text.charCodeAt(after) !== 0x3a || index - start > maxForbiddenLength) continue
    const key = text.slice(start, index + 1)
    if (forbiddenKeys.has(key.includes('\\') ? JSON.parse(key) : key.slice(1, -1))) return true
  }
  return false
}

/** The longest name with every character escaped, in quotes. */
const maxForbiddenLength = 'constructor'.length * '\\u0000'.length + 2

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

/** Returns the names on the path to the first forbidden key, innermost first. */
function* findForbiddenKey(value: JsonObject | readonly JsonValue[]): Steps<string[] | null> {
  yield
  for (const [key, member] of Object.entries(value)) {
    if (forbiddenKeys.has(key)) return [key]
    if (typeof member !== 'object' || member === null) continue
    const names = yield* findForbiddenKey(member)
    if (names === null) continue
    names.push(key)
    return names
  }
  return null
}
