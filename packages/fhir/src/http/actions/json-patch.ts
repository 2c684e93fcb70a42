import { isJsonObject, type JsonObject, type JsonValue, type Steps } from '@carebench/protocol/wire'
import { describe } from '../../resource/describe.js'
import { FhirError } from '../../resource/fhir-error.js'
import { depthLimit } from '../../resource/json-text.js'

/** Maximum number of operations in a patch. */
export const patchLimit = 1000

/**
 * Maximum number of values that all operations of a patch copy and compare: as many as five of the largest resources
 * have.
 */
const workLimit = 250_000

/** Number of values that all operations of one step copy and compare; one operation may exceed it. */
const valuesOfStep = 20_000

/**
 * Maximum number of characters of texts that a patch copies, the patched value included: one short operation may copy a
 * text of any length, and a thousand of them would copy it a thousand times.
 */
const textLimit = 16 * 1024 * 1024

/** Maximum number of characters of a pointer. */
const pointerLimit = 4000

const operations = ['add', 'remove', 'replace', 'move', 'copy', 'test'] as const

/** One operation of a JSON Patch (RFC 6902), its pointers split. */
export interface PatchOperation {
  readonly op: (typeof operations)[number]
  readonly path: readonly string[]
  /** Only in `move` and `copy`. */
  readonly from: readonly string[]
  /** Only in `add`, `replace` and `test`. */
  readonly value: JsonValue
}

/** A copied JSON value that may be changed in place. */
type Draft = null | boolean | number | string | Draft[] | DraftObject
interface DraftObject {
  [key: string]: Draft
}

/** Parses a JSON Patch. Throws a FhirError: 400 naming the malformed operation, or 413 if there are too many. */
export function parsePatch(body: JsonValue | undefined): readonly PatchOperation[] {
  if (!Array.isArray(body)) {
    throw malformedError(
      'the body',
      `an array of operations such as [{"op":"replace","path":"/active","value":true}], got ${describe(body)}`,
    )
  }
  if (body.length > patchLimit) {
    throw FhirError.of(413, 'too-long', `Expected at most ${patchLimit} operations, got ${body.length}.`)
  }
  return body.map((item: JsonValue, index) => parseOperation(item, `operation ${index}`))
}

function parseOperation(item: JsonValue, place: string): PatchOperation {
  if (!isJsonObject(item)) throw malformedError(place, `an object with op and path, got ${describe(item)}`)
  const op = operations.find((known) => known === readMember(item, 'op'))
  if (op === undefined)
    throw malformedError(`${place}, op`, `one of ${operations.join(', ')}, got ${describe(readMember(item, 'op'))}`)
  const path = parsePointer(readMember(item, 'path'), `${place}, path`)
  const from = op === 'move' || op === 'copy' ? parsePointer(readMember(item, 'from'), `${place}, from`) : []
  const value = readMember(item, 'value')
  if (op !== 'add' && op !== 'replace' && op !== 'test') return { op, path, from, value: null }
  if (value === undefined) throw malformedError(`${place}, value`, `a value, as ${op} needs one, got nothing`)
  return { op, path, from, value }
}

function parsePointer(text: JsonValue | undefined, place: string): readonly string[] {
  if (typeof text !== 'string' || (text !== '' && !text.startsWith('/')) || /~(?![01])/.test(text)) {
    throw malformedError(place, `a JSON Pointer such as "/name/0/family", got ${describe(text)}`)
  }
  if (text.length > pointerLimit) {
    throw malformedError(place, `a JSON Pointer of at most ${pointerLimit} characters, got ${text.length}`)
  }
  const tokens = text.split('/').slice(1)
  if (tokens.length > depthLimit) {
    throw malformedError(place, `a JSON Pointer of at most ${depthLimit} levels, got ${tokens.length}`)
  }
  return tokens.map((token) => {
    const name = token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token
    if (name === '__proto__' || name === 'constructor' || name === 'prototype') {
      throw malformedError(place, `the names of elements, got "${name}"`)
    }
    return name
  })
}

/**
 * Applies a JSON Patch in steps to a copy of a value. Throws a FhirError: 422 naming the operation whose target is
 * missing or whose test fails, or 413 if the patch is too costly; the whole patch is then discarded. `pay` is called
 * before each thousand values, and may throw.
 */
export function* applyPatch(
  value: JsonValue,
  patch: readonly PatchOperation[],
  pay: (values: number) => void = () => {},
): Steps<JsonValue> {
  const work = new PatchWork(pay)
  // The value is wrapped in a member, so that a pointer to the root has a parent like any other.
  const root: DraftObject = { '': work.copy(value, 0) }
  for (const [index, operation] of patch.entries()) {
    if (work.isLong()) yield
    try {
      applyOperation(root, operation, work)
    } catch (error) {
      if (!(error instanceof FhirError)) throw error
      throw FhirError.of(
        error.status,
        error.code,
        `Operation ${index} (${operation.op} ${formatPointer(operation.path)}): ${error.message} Nothing was changed.`,
      )
    }
  }
  return root[''] ?? null
}

function applyOperation(root: DraftObject, { op, path, from, value }: PatchOperation, work: PatchWork): void {
  switch (op) {
    case 'add':
      insert(root, path, work.copy(value, path.length))
      break
    case 'replace':
      replace(root, path, work.copy(value, path.length))
      break
    case 'remove':
      remove(root, path)
      break
    case 'copy':
      insert(root, path, work.copy(get(root, from), path.length))
      break
    case 'move': {
      if (path.length > from.length && from.every((token, place) => token === path[place])) {
        throw unprocessableError(`${formatPointer(from)} cannot be moved into itself.`)
      }
      const moved = get(root, from)
      work.copy(moved, path.length)
      remove(root, from)
      insert(root, path, moved)
      break
    }
    case 'test': {
      const present = get(root, path)
      if (!work.equal(present, value)) {
        throw FhirError.of(422, 'conflict', `expected ${describe(value)}, but it is ${describe(present)}.`)
      }
    }
  }
}

/** Counts the cost of a patch, so that a short patch cannot keep doubling a value. */
class PatchWork {
  #left = workLimit
  #charactersLeft = textLimit
  /** What was left at the beginning of this step. */
  #begun = workLimit
  readonly #pay: (values: number) => void

  constructor(pay: (values: number) => void) {
    this.#pay = pay
  }

  /** Whether the operations since the latest true have been enough for one step. */
  isLong(): boolean {
    if (this.#begun - this.#left < valuesOfStep) return false
    this.#begun = this.#left
    return true
  }

  /** Throws a FhirError if the value would be nested too deeply below `depth` levels. */
  copy(value: JsonValue, depth: number): Draft {
    this.#spend()
    if (typeof value === 'string') this.#spendText(value)
    if (typeof value !== 'object' || value === null) return value
    if (depth >= depthLimit) throw unprocessableError(`the result would nest deeper than ${depthLimit} levels.`)
    if (Array.isArray(value)) return value.map((item: JsonValue) => this.copy(item, depth + 1))
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, this.copy(member, depth + 1)]))
  }

  /** Whether two JSON values are equal: the order of items counts, the order of members does not. */
  equal(left: JsonValue, right: JsonValue): boolean {
    this.#spend()
    if (left === right) return true
    if (Array.isArray(left) || Array.isArray(right)) {
      if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false
      return left.every((item: JsonValue, place) => this.equal(item, right[place] ?? null))
    }
    if (!isJsonObject(left) || !isJsonObject(right)) return false
    const keys = Object.keys(left)
    if (keys.length !== Object.keys(right).length) return false
    return keys.every((key) => {
      const [one, other] = [readMember(left, key), readMember(right, key)]
      return one !== undefined && other !== undefined && this.equal(one, other)
    })
  }

  #spendText({ length }: string): void {
    this.#charactersLeft -= length
    if (this.#charactersLeft >= 0) return
    throw FhirError.of(413, 'too-costly', `the patch handles texts of more than ${textLimit} characters.`)
  }

  #spend(): void {
    if (this.#left % 1000 === 0) this.#pay(1000)
    if (this.#left-- > 0) return
    throw FhirError.of(413, 'too-costly', `the patch handles more than ${workLimit} values. Send several patches.`)
  }
}

function get(root: DraftObject, path: readonly string[]): Draft {
  const { parent, key } = locate(root, path)
  const found = Array.isArray(parent)
    ? parent[parseIndex(parent, key, path, parent.length - 1)]
    : requireMember(parent, key, path)
  return found ?? null
}

function insert(root: DraftObject, path: readonly string[], value: Draft): void {
  const { parent, key } = locate(root, path)
  if (!Array.isArray(parent)) parent[key] = value
  else if (key === '-') parent.push(value)
  else parent.splice(parseIndex(parent, key, path, parent.length), 0, value)
}

function replace(root: DraftObject, path: readonly string[], value: Draft): void {
  const { parent, key } = locate(root, path)
  if (Array.isArray(parent)) parent[parseIndex(parent, key, path, parent.length - 1)] = value
  else {
    requireMember(parent, key, path)
    parent[key] = value
  }
}

function remove(root: DraftObject, path: readonly string[]): void {
  const { parent, key } = locate(root, path)
  if (Array.isArray(parent)) parent.splice(parseIndex(parent, key, path, parent.length - 1), 1)
  else {
    requireMember(parent, key, path)
    delete parent[key]
  }
}

/** Returns the parent of a path's target, and the target's key in it. */
function locate(
  root: DraftObject,
  path: readonly string[],
): { readonly parent: Draft[] | DraftObject; readonly key: string } {
  let parent: Draft[] | DraftObject = root
  let key = ''
  for (const [place, token] of path.entries()) {
    const value: Draft | undefined = Array.isArray(parent)
      ? parent[parseIndex(parent, key, path, parent.length - 1, place)]
      : requireMember(parent, key, path, place)
    if (typeof value !== 'object' || value === null) {
      throw unprocessableError(`${formatPointer(path.slice(0, place))} is ${describe(value)}, which has no "${token}".`)
    }
    parent = value
    key = token
  }
  return { parent, key }
}

/** @param place - the number of tokens of the path that lead to the member; default: all */
function requireMember(parent: DraftObject, key: string, path: readonly string[], place?: number): Draft {
  const value = Object.hasOwn(parent, key) ? parent[key] : undefined
  if (value === undefined) throw unprocessableError(`there is nothing at ${formatPointer(path.slice(0, place))}.`)
  return value
}

function parseIndex(
  parent: readonly Draft[],
  key: string,
  path: readonly string[],
  last: number,
  place?: number,
): number {
  const index = /^(0|[1-9]\d{0,8})$/.test(key) ? Number(key) : undefined
  if (index !== undefined && index <= last) return index
  const pointer = formatPointer(path.slice(0, place))
  throw unprocessableError(
    `there is nothing at ${pointer}: expected an index of a list of ${parent.length}, got "${key}".`,
  )
}

function readMember(value: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

function formatPointer(path: readonly string[]): string {
  return `"${path.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}"`
}

function malformedError(place: string, expected: string): FhirError {
  return FhirError.of(400, 'structure', `JSON Patch, ${place}: expected ${expected}.`)
}

function unprocessableError(diagnostics: string): FhirError {
  return FhirError.of(422, 'value', diagnostics)
}
