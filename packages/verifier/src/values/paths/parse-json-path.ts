import { findPointerFault, namesOfPointer } from '../json/json-pointer.js'

/** One step of a path: a key, which may also be an index, or `[*]`. */
export interface PathStep {
  readonly key: string
  /** The index that the key represents, or -1. */
  readonly index: number
  /** Whether every object inherits a property of this name. */
  readonly inherited: boolean
  /** Whether this is `[*]`. */
  readonly any: boolean
}

/** Thrown when a text is not a path. The message says what was expected and where, and shows a valid example. */
export class PathSyntaxError extends Error {
  override readonly name = 'PathSyntaxError'
}

const indexPattern = /^(?:0|[1-9]\d{0,15})$/

/** Splits the text of a path into steps. Throws {@link PathSyntaxError}. */
export function parseJsonPath(text: string): readonly PathStep[] {
  if (text === '') return []
  return text.startsWith('/') ? parsePointer(text) : parseDotted(text)
}

function keyStep(key: string): PathStep {
  return {
    key,
    index: indexPattern.test(key) ? Number(key) : -1,
    inherited: key in Object.prototype,
    any: false,
  }
}

const anyStep: PathStep = { key: '*', index: -1, inherited: false, any: true }

/** Maximum characters of a pointer in an error. */
const shownPointer = 200

function parsePointer(text: string): readonly PathStep[] {
  const fault = findPointerFault(text)
  if (fault !== undefined) {
    throw new PathSyntaxError(
      `expected ${fault.expected} at position ${fault.position} of the JSON Pointer ` +
        `${JSON.stringify(text.slice(0, shownPointer))}; for example "/name/0/family"`,
    )
  }
  return (namesOfPointer(text) ?? []).map(keyStep)
}

function parseDotted(text: string): readonly PathStep[] {
  const steps: PathStep[] = []
  let at = 0
  let keyExpected = true
  while (at < text.length || keyExpected) {
    if (text[at] === '[') {
      const end = text.indexOf(']', at)
      const inside = end < 0 ? '' : text.slice(at + 1, end)
      if (keyExpected && steps.length > 0) fail(text, at, 'a name after "."')
      if (inside !== '*' && !indexPattern.test(inside)) fail(text, at + 1, 'an index or "*" and then "]"')
      steps.push(inside === '*' ? anyStep : keyStep(inside))
      at = end + 1
      keyExpected = false
      continue
    }
    if (!keyExpected) {
      if (text[at] !== '.') fail(text, at, '"." or "["')
      at++
    }
    const end = endOfKey(text, at)
    if (end === at) fail(text, at, 'a name')
    steps.push(keyStep(text.slice(at, end)))
    at = end
    keyExpected = false
  }
  return steps
}

function endOfKey(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '.' && text[at] !== '[') {
    if (text[at] === ']') fail(text, at, 'a name without "]"')
    at++
  }
  return at
}

function fail(text: string, at: number, expected: string): never {
  const found = at < text.length ? JSON.stringify(text[at]) : 'the end'
  throw new PathSyntaxError(
    `expected ${expected} at position ${at + 1} of the path ${JSON.stringify(text)}, found ${found}; for example ` +
      '"name[0].given[1]"',
  )
}
