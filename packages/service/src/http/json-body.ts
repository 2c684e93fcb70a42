import { ApiError, type FieldError, type JsonValue, limits } from '@carebench/protocol'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Reads bytes as JSON, more strictly than `JSON.parse`: invalid UTF-8, nesting deeper than 100, numbers that a double
 * cannot carry and keys that reach into prototypes are refused. Of duplicate keys the last one wins.
 * Throws an ApiError `INVALID_REQUEST` that says where.
 */
export function parseJsonBody(bytes: Uint8Array): JsonValue {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw invalid('The body must be UTF-8; it has bytes that are not.')
  }
  assertDepth(text)
  let value: JsonValue
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new ApiError('INVALID_REQUEST', `The body must be JSON: ${syntaxMessage(cause, text)}.`, { cause })
  }
  assertNumbers(text)
  const finding = findForbiddenKey(value, '')
  if (finding !== null) throw invalid(`The body has a key that is not allowed, at ${finding.path}.`, [finding])
  return value
}

function invalid(message: string, errors: readonly FieldError[] = []): ApiError {
  return new ApiError('INVALID_REQUEST', message, { errors })
}

/** The parser's own words without a quotation of the body, which may hold secrets. */
function syntaxMessage(cause: unknown, text: string): string {
  if (text.trim() === '') return 'it is empty'
  const position = cause instanceof Error ? /position (\d+)/.exec(cause.message)?.[1] : undefined
  return position === undefined ? 'it ends too early or is malformed' : `it is malformed at character ${position}`
}

/** Looks at the text, so that hostile nesting is refused before anything is built from it. */
function assertDepth(text: string): void {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (inString) {
      if (code === 0x5c) index++
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > limits.jsonDepth) {
        throw invalid(`The body must not nest deeper than ${limits.jsonDepth} levels; it does at character ${index}.`)
      }
    } else if (code === 0x7d || code === 0x5d) depth--
  }
}

const suspicious = /\d{16}|[eE]\+?\d{3}/
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

function assertNumbers(text: string): void {
  if (!suspicious.test(text)) return
  for (const match of text.matchAll(stringOrNumber)) {
    const [token] = match
    if (token.startsWith('"')) continue
    const value = Number(token)
    const tooLarge = !Number.isFinite(value) || (/^-?\d+$/.test(token) && !Number.isSafeInteger(value))
    if (tooLarge) {
      throw invalid(
        `The number at character ${match.index} cannot be carried by a double: integers go to ±9007199254740991, others to about ±1.8e308. Send it as a string.`,
      )
    }
  }
}

function findForbiddenKey(value: JsonValue, pointer: string): FieldError | null {
  if (value === null || typeof value !== 'object') return null
  for (const [key, member] of Object.entries(value)) {
    const path = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (forbiddenKeys.has(key)) return { path, message: 'is not an allowed key' }
    const finding = findForbiddenKey(member, path)
    if (finding !== null) return finding
  }
  return null
}
