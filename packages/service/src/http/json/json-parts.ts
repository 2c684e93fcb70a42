import { endOfJsonString, type JsonValue, type Steps } from '@carebench/protocol'

/**
 * Containers from this many characters on are read member by member, and strings piece by piece; `JSON.parse` reads the
 * rest, this much in one step.
 */
export const partLength = 65_536

/**
 * Objects are read in parts that are this many times longer: merging their members takes longer than parsing them, and
 * an object has at most 10,000 members.
 */
const partsOfObject = 8

/** JSON text, or its UTF-8 bytes, in which positions count bytes. */
export type JsonSource = Pick<string, 'length' | 'charCodeAt' | 'indexOf' | 'slice'>

/** UTF-8 that is decoded part by part: joining the decoded parts of many megabytes takes too long. */
export class JsonBytes implements JsonSource {
  readonly #bytes: Uint8Array
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get length(): number {
    return this.#bytes.length
  }

  /** The bytes of a character beyond ASCII never equal the structural characters of JSON. */
  charCodeAt(index: number): number {
    return this.#bytes[index] ?? Number.NaN
  }

  indexOf(character: string, from?: number): number {
    return this.#bytes.indexOf(character.charCodeAt(0), from)
  }

  slice(start = 0, end = this.length): string {
    return this.#decoder.decode(this.#bytes.subarray(start, end))
  }
}

/** Thrown for a text that is not JSON. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError'

  /** @param position - the index of the first invalid character; undefined if that is not known */
  constructor(
    readonly position: number | undefined,
    options?: ErrorOptions,
  ) {
    super('The text is not JSON.', options)
  }
}

/**
 * Returns what `JSON.parse` returns, in steps: parsing 10,000 members of one object takes milliseconds, and a text may
 * have a hundred such objects. Throws a {@link JsonSyntaxError}.
 *
 * @param length - default: {@link partLength}
 */
export function* parseJsonInParts(text: JsonSource, length = partLength): Steps<JsonValue> {
  if (text.length < length) return parsePart('', text, 0, text.length, '')
  const reader = new PartReader(text, length, yield* findLongValues(text, length))
  return yield* reader.read()
}

/**
 * Returns the ends of the containers and strings of at least this many characters, by their starts; for text that is
 * not JSON, the result is arbitrary.
 */
function* findLongValues(text: JsonSource, length: number): Steps<ReadonlyMap<number, number>> {
  const found = new Map<number, number>()
  const open: number[] = []
  let next = length
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      const start = index
      index = endOfJsonString(text, start, fewEscaped) ?? (yield* endOfLongString(text, start, length))
      if (index < text.length && index + 1 - start >= length) found.set(start, index + 1)
    } else if (isOpening(code)) open.push(index)
    else if (isClosing(code)) {
      const start = open.pop()
      if (start !== undefined && index + 1 - start >= length) found.set(start, index + 1)
    }
    if (index < next) continue
    next = index + length
    yield
  }
  return found
}

/** The number of escaped quotation marks that are passed over without a pause. */
const fewEscaped = 10_000

/** Returns the index of the quotation mark that ends a string, or the text's length. */
function* endOfLongString(text: JsonSource, start: number, length: number): Steps<number> {
  let index = start + 1
  while (index < text.length && text.charCodeAt(index) !== quote) {
    index = endOfPiece(text, index, length)
    yield
  }
  return Math.min(index, text.length)
}

/**
 * Returns the index after about this many characters of a string, neither inside an escape nor, in UTF-8, inside a
 * character; or that of the quotation mark that ends the string.
 */
function endOfPiece(text: JsonSource, start: number, length: number): number {
  const end = Math.min(start + length, text.length)
  let index = start
  let escapedAt = -1
  for (; index < end; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) return index
    if (code === backslash) escapedAt = index++
  }
  if (escapedAt >= 0 && text.charCodeAt(escapedAt + 1) === unicode) index = Math.max(index, escapedAt + 6)
  while ((text.charCodeAt(index) & 0xc0) === 0x80 && index < end + 3) index++
  return index
}

const backslash = 0x5c
const unicode = 0x75
const quote = 0x22
const comma = 0x2c
const colon = 0x3a

function isOpening(code: number): boolean {
  return code === 0x5b || code === 0x7b
}

function isClosing(code: number): boolean {
  return code === 0x5d || code === 0x7d
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

/** Stands for a missing index. */
const missing = -1

/** The reason why a part of a container ends. */
type PartEnd = 'comma' | 'long' | 'closing' | 'text'

/** Reads a text whose long values are known. */
class PartReader {
  readonly #text: JsonSource
  readonly #length: number
  readonly #long: ReadonlyMap<number, number>

  constructor(text: JsonSource, length: number, long: ReadonlyMap<number, number>) {
    this.#text = text
    this.#length = length
    this.#long = long
  }

  *read(): Steps<JsonValue> {
    const text = this.#text
    const start = this.#afterSpace(0)
    const end = this.#long.get(start)
    if (end === undefined) return parsePart('', text, 0, text.length, '')
    const value = yield* this.#readLong(start, end)
    const rest = this.#afterSpace(end)
    if (rest < text.length) throw new JsonSyntaxError(rest)
    return value
  }

  #readLong(start: number, end: number): Steps<JsonValue> {
    return this.#text.charCodeAt(start) === quote ? this.#readString(start, end) : this.#readContainer(start)
  }

  *#readString(start: number, end: number): Steps<JsonValue> {
    const parts: JsonValue[] = []
    for (let at = start + 1; at < end - 1; ) {
      const next = endOfPiece(this.#text, at, this.#length)
      parts.push(parsePart('"', this.#text, at, next, '"'))
      at = next
      yield
    }
    // V8 joins the parts of a concatenated string only when the string is read, and then those of many strings at once.
    return parts.join('')
  }

  *#readContainer(start: number): Steps<JsonValue> {
    const container = this.#text.charCodeAt(start) === 0x5b ? new List() : new Members()
    let at = start + 1
    for (let isFirst = true; ; isFirst = false) {
      const { kind, end, member } = this.#findPart(at, container)
      if (kind === 'text') throw unfinished(container.opening, this.#text, at)
      if (kind === 'long') {
        if (member > at) this.#addPart(container, at, member - 1)
        yield
        const after = this.#long.get(end) ?? end
        container.add(this.#readKey(container, member, end), yield* this.#readLong(end, after))
        const next = this.#afterSpace(after)
        if (this.#text.charCodeAt(next) === container.closing.charCodeAt(0)) return container.value
        if (this.#text.charCodeAt(next) !== comma)
          throw new JsonSyntaxError(next < this.#text.length ? next : undefined)
        at = next + 1
        continue
      }
      if (kind === 'closing' && isFirst && this.#text.charCodeAt(end) === container.closing.charCodeAt(0)) {
        yield
        return parsePart('', this.#text, start, end + 1, '')
      }
      this.#addPart(container, at, end)
      yield
      if (kind === 'comma') at = end + 1
      else if (this.#text.charCodeAt(end) === container.closing.charCodeAt(0)) return container.value
      else throw new JsonSyntaxError(end)
    }
  }

  /**
   * Returns the part of a container that begins with a member: whole members up to a comma, up to the end of the
   * container, or up to a long value, whose member begins at `member`.
   */
  #findPart(
    start: number,
    container: Container,
  ): { readonly kind: PartEnd; readonly end: number; readonly member: number } {
    const text = this.#text
    const length = container.hasKeys ? this.#length * partsOfObject : this.#length
    let member = start
    let depth = 0
    for (let index = start; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code === quote) {
        // A container that is not long contains no long string.
        const end = depth === 0 ? this.#long.get(index) : undefined
        if (end !== undefined && !this.#isKey(container, member, index)) return { kind: 'long', end: index, member }
        index = end === undefined ? endOfJsonString(text, index) : end - 1
      } else if (isOpening(code)) {
        if (depth === 0 && this.#long.has(index)) return { kind: 'long', end: index, member }
        depth++
      } else if (isClosing(code)) {
        if (depth === 0) return { kind: 'closing', end: index, member }
        depth--
      } else if (code === comma && depth === 0) {
        if (index - start >= length) return { kind: 'comma', end: index, member }
        member = index + 1
      }
    }
    return { kind: 'text', end: text.length, member }
  }

  /** Whether the string at `index` is the name of the member that begins at `member`. */
  #isKey(container: Container, member: number, index: number): boolean {
    return container.hasKeys && this.#afterSpace(member) === index
  }

  #addPart(container: Container, start: number, end: number): void {
    // An empty container is JSON, but a part of a container must have a member.
    if (this.#afterSpace(start) >= end) throw new JsonSyntaxError(end)
    container.addAll(parsePart(container.opening, this.#text, start, end, container.closing))
  }

  /** Returns the name of the member whose value begins at `value`; empty for an array element. */
  #readKey(container: Container, start: number, value: number): string {
    const text = this.#text
    let key: JsonValue = ''
    let at = this.#afterSpace(start)
    if (container.hasKeys) {
      const end = text.charCodeAt(at) === quote ? endOfJsonString(text, at) + 1 : undefined
      if (end !== undefined) key = parsePart('', text, at, end, '')
      const after = end === undefined ? at : this.#afterSpace(end)
      const hasColon = end !== undefined && text.charCodeAt(after) === colon
      at = hasColon ? this.#afterSpace(after + 1) : missing
    }
    if (at !== value || typeof key !== 'string') throw unfinished(container.opening, text.slice(0, value + 1), start)
    return key
  }

  #afterSpace(start: number): number {
    let index = start
    while (isSpace(this.#text.charCodeAt(index))) index++
    return index
  }
}

/** An array or an object that is assembled from its parts. */
interface Container {
  readonly opening: string
  readonly closing: string
  readonly hasKeys: boolean
  readonly value: JsonValue
  add(key: string, value: JsonValue): void
  addAll(part: JsonValue): void
}

class List implements Container {
  readonly opening = '['
  readonly closing = ']'
  readonly hasKeys = false
  readonly value: JsonValue[] = []

  add(_key: string, value: JsonValue): void {
    this.value.push(value)
  }

  addAll(part: JsonValue): void {
    if (Array.isArray(part)) for (const element of part) this.value.push(element)
  }
}

class Members implements Container {
  readonly opening = '{'
  readonly closing = '}'
  readonly hasKeys = true
  readonly value: { [name: string]: JsonValue } = {}

  add(key: string, value: JsonValue): void {
    // Assigning to this name would set the prototype.
    if (key !== '__proto__') this.value[key] = value
    else Object.defineProperty(this.value, key, { value, enumerable: true, configurable: true, writable: true })
  }

  addAll(part: JsonValue): void {
    for (const [key, value] of Object.entries(part ?? {})) this.add(key, value)
  }
}

function parsePart(before: string, text: JsonSource, start: number, end: number, after: string): JsonValue {
  try {
    return JSON.parse(before + text.slice(start, end) + after)
  } catch (cause) {
    const position = cause instanceof Error ? /position (\d+)/.exec(cause.message)?.[1] : undefined
    throw new JsonSyntaxError(position === undefined ? undefined : start + Number(position) - before.length, { cause })
  }
}

/** Returns the error of a text that ends inside a container; an earlier one if it has one. */
function unfinished(opening: string, text: JsonSource, start: number): unknown {
  try {
    parsePart(opening, text, start, text.length, '')
  } catch (error) {
    return error
  }
  return new JsonSyntaxError(undefined)
}
