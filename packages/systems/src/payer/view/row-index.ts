import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject, jsonEqual, nameOfType, pointerTo } from '@carebench/verifier/kinds'
import { TextMarks } from '../../records/text-marks.js'

/** Positions of rows, in order. */
export type RowPositions = readonly number[]

const none: RowPositions = []

/** The rows of one portal resource. */
export interface Rows {
  readonly list: readonly JsonObject[]
  /** The JSON Pointer of the list, for messages. */
  readonly at: string
}

/**
 * Finds the rows of one portal resource by the value of a key.
 *
 * Values passed to `announce` before the first `find` of their key are located in one pass, which indexes no other
 * values. With `kept`, or for a value that was not announced, all values of the key are indexed, once.
 *
 * Everything but `announce` and `isOf` throws a TypeError if the list contains anything but objects.
 */
export class RowIndex {
  readonly #rows: Rows
  readonly #kept: boolean
  /** An array, because few keys are used and a linear search beats building a Map. */
  readonly #keys: KeyIndex[] = []
  #isChecked = false

  constructor(rows: Rows, kept: boolean) {
    this.#rows = rows
    this.#kept = kept
  }

  get rows(): readonly JsonObject[] {
    const { list } = this.#rows
    if (!this.#isChecked) for (let i = 0; i < list.length; i++) rowAt(this.#rows, i)
    this.#isChecked = true
    return list
  }

  /** Whether this index is of the same list object. */
  isOf(list: readonly JsonObject[] | undefined): boolean {
    return this.#rows.list === list
  }

  /** Announces that `find` will ask for this value. */
  announce(key: string, value: JsonValue): void {
    if (!this.#kept && isScalar(value)) this.#keyIndex(key).announce(value)
  }

  /** Positions of the rows whose own member `key` equals `value`, in order. */
  find(key: string, value: JsonValue): readonly number[] {
    if (!isScalar(value)) return this.#positions((row) => Object.hasOwn(row, key) && jsonEqual(row[key] ?? null, value))
    const found = this.#keyIndex(key).find(value, this.#kept)
    // Indexing a key reads and checks every row.
    this.#isChecked = true
    return found
  }

  /** Positions of the rows that have an own member `key`, in order. */
  having(key: string): readonly number[] {
    return this.#positions((row) => Object.hasOwn(row, key))
  }

  #positions(accepts: (row: JsonObject) => boolean): readonly number[] {
    const positions: number[] = []
    this.rows.forEach((row, position) => {
      if (accepts(row)) positions.push(position)
    })
    return positions
  }

  #keyIndex(key: string): KeyIndex {
    const keys = this.#keys
    for (let i = 0; i < keys.length; i++) {
      const known = keys[i] as KeyIndex
      if (known.key === key) return known
    }
    const index = new KeyIndex(this.#rows, key)
    keys.push(index)
    return index
  }
}

/** Returns a row. Throws a TypeError if the element is not an object, so that the check ends `errored`. */
function rowAt({ list, at }: Rows, position: number): JsonObject {
  const row: unknown = list[position]
  if (isJsonObject(row)) return row
  throw new TypeError(`Expected ${pointerTo(at, position)} to be a row, an object, got ${nameOfType(row)}.`)
}

function isScalar(value: JsonValue): boolean {
  return typeof value !== 'object' || value === null
}

/**
 * Whether values other than plain objects can have a value under the key (such as `length`), or objects can inherit
 * one.
 */
function isCommon(key: string): boolean {
  if (/^\d/.test(key) || key in Array.prototype || key in String.prototype) return true
  return key in Number.prototype || key in Boolean.prototype
}

/** Rows by the scalar value of one key. */
class KeyIndex {
  readonly key: string
  readonly #rows: Rows
  readonly #isCommon: boolean
  /** The first announced value; undefined if there is none. */
  #first: JsonValue | undefined
  /** The index of each announced value in `#found`; undefined until there are two, because most tasks ask for one. */
  #places: Map<JsonValue, number> | undefined
  readonly #found: (number[] | undefined)[] = []
  #all: Map<JsonValue, number[]> | undefined
  #located = false

  constructor(rows: Rows, key: string) {
    this.#rows = rows
    this.key = key
    this.#isCommon = isCommon(key)
  }

  announce(value: JsonValue): void {
    if (this.#located || this.#findPlace(value) !== undefined) return
    if (this.#first === undefined) this.#first = value
    else {
      this.#places ??= new Map([[this.#first, 0]])
      this.#places.set(value, this.#places.size)
    }
  }

  #findPlace(value: JsonValue): number | undefined {
    if (this.#places !== undefined) return this.#places.get(value)
    return this.#first === value ? 0 : undefined
  }

  find(value: JsonValue, kept: boolean): readonly number[] {
    if (kept || this.#all !== undefined) return (this.#all ?? this.#indexAll()).get(value) ?? none
    this.announce(value)
    const place = this.#findPlace(value)
    if (place === undefined) return this.#indexAll().get(value) ?? none
    if (!this.#located) this.#locateWanted()
    return this.#found[place] ?? none
  }

  #locateWanted(): void {
    // Local variables, because this loop is the entire per-row cost of a single verification. A row that has a value
    // under any but a common key is an object.
    const rows = this.#rows
    const { list } = rows
    const key = this.key
    const places = this.#places
    if (this.#isCommon) {
      for (let i = 0; i < list.length; i++) this.#note(this.#readValue(i) as JsonValue, i)
    } else if (places === undefined) {
      const only = this.#first
      for (let i = 0; i < list.length; i++) {
        const value = list[i]?.[key]
        if (value === only) this.#note(only as JsonValue, i)
        else if (value === undefined) rowAt(rows, i)
      }
    } else {
      const marks = new TextMarks(places.keys())
      for (let i = 0; i < list.length; i++) {
        const value = list[i]?.[key]
        if (typeof value === 'string' && !marks.mayHave(value)) continue
        if (value === undefined) rowAt(rows, i)
        else if (places.has(value)) this.#note(value, i)
      }
    }
    this.#located = true
  }

  #note(value: JsonValue, position: number): void {
    const place = this.#findPlace(value)
    if (place === undefined) return
    const positions = this.#found[place]
    if (positions === undefined) this.#found[place] = [position]
    else positions.push(position)
  }

  #indexAll(): Map<JsonValue, number[]> {
    const all = new Map<JsonValue, number[]>()
    for (let i = 0; i < this.#rows.list.length; i++) {
      const value = this.#readValue(i)
      if (value === undefined || !isScalar(value)) continue
      const positions = all.get(value)
      if (positions === undefined) all.set(value, [i])
      else positions.push(i)
    }
    this.#all = all
    return all
  }

  #readValue(position: number): JsonValue | undefined {
    const row = rowAt(this.#rows, position)
    return this.#isCommon && !Object.hasOwn(row, this.key) ? undefined : row[this.key]
  }
}
