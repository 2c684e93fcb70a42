import type { JsonValue } from '@carebench/protocol'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { isJsonObject } from '../json/is-json-object.js'

/** Deeper nesting is rejected; no record has it. */
const deepest = 1000

/**
 * JSON text by RFC 8785: no white space, members sorted by the UTF-16 units of their names, numbers as in ECMAScript.
 * Equal values give equal texts, in any language.
 *
 * @throws {RangeError} if the value nests more than 1000 levels deep
 */
export function canonicalJson(value: JsonValue): string {
  return write(value, 0)
}

function write(value: JsonValue, depth: number): string {
  if (depth > deepest) throw new RangeError(`Expected JSON of at most ${deepest} levels, got deeper nesting.`)
  if (isJsonObject(value)) {
    const members = Object.keys(value)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${write(value[key] ?? null, depth + 1)}`)
    return `{${members.join(',')}}`
  }
  if (Array.isArray(value)) {
    return `[${(value as readonly JsonValue[]).map((item) => write(item, depth + 1)).join(',')}]`
  }
  return JSON.stringify(value)
}

/** SHA-256 of the canonical text of a value, in hex. */
export function digestJson(value: JsonValue): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(value))))
}
