import type { JsonObject, JsonValue } from '@carebench/protocol'
import { finish, hasMoreToWrite, jsonStringPieces, type Steps } from '@carebench/protocol/wire'
import { isJsonObject } from '../values/json/is-json-object.js'
import { digestPiecesInSteps } from '../values/json/text-digest.js'

/** Maximum nesting depth; no record is deeper. */
const deepest = 1000

/**
 * Returns JSON text by RFC 8785: no white space, members sorted by the UTF-16 units of their names, numbers as in
 * ECMAScript. Equal values give equal texts, in any language. Members that are `undefined` are omitted.
 *
 * @throws {RangeError} if the value nests more than 1000 levels deep
 */
export function canonicalJson(value: JsonValue): string {
  return write(value, 0)
}

function write(value: JsonValue, depth: number): string {
  if (depth > deepest) throw tooDeep()
  if (isJsonObject(value)) {
    const members = listNames(value).map((key) => `${JSON.stringify(key)}:${write(value[key] ?? null, depth + 1)}`)
    return `{${members.join(',')}}`
  }
  if (Array.isArray(value)) {
    return `[${(value as readonly JsonValue[]).map((item) => write(item ?? null, depth + 1)).join(',')}]`
  }
  return JSON.stringify(value)
}

function tooDeep(): RangeError {
  return new RangeError(`Expected JSON of at most ${deepest} levels, got deeper nesting.`)
}

/** Returns the names of the members in the text, in its order. */
function listNames(value: JsonObject): readonly string[] {
  const names = Object.keys(value).sort()
  for (const name of names) if (value[name] === undefined) return names.filter((one) => value[one] !== undefined)
  return names
}

/** Returns the SHA-256 of the canonical text of a value, in hex. */
export function digestJson(value: JsonValue): string {
  return finish(digestJsonInSteps(value))
}

/** Does the same as {@link digestJson} in steps. */
export function digestJsonInSteps(value: JsonValue): Steps<string> {
  return digestPiecesInSteps(pieces(value, 0))
}

/** Values that take no longer to write than this many short values are written in one piece. */
const fewValues = 256

/** Yields the canonical text of a value in pieces. */
function* pieces(value: JsonValue, depth: number): Iterable<string> {
  if (typeof value === 'string') {
    yield* jsonStringPieces(value)
  } else if (typeof value !== 'object' || value === null || !hasMoreToWrite(value, fewValues)) {
    yield write(value, depth)
  } else if (depth > deepest) {
    throw tooDeep()
  } else if (isJsonObject(value)) {
    let before = '{'
    for (const key of listNames(value)) {
      yield `${before}${JSON.stringify(key)}:`
      yield* pieces(value[key] ?? null, depth + 1)
      before = ','
    }
    yield before === '{' ? '{}' : '}'
  } else {
    let before = '['
    for (const item of value as readonly JsonValue[]) {
      yield before
      yield* pieces(item ?? null, depth + 1)
      before = ','
    }
    yield before === '[' ? '[]' : ']'
  }
}
