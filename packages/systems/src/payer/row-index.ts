import type { JsonObject, JsonValue } from '@carebench/protocol'
import { jsonEqual } from '@carebench/verifier/kinds'

/** Positions of rows, in order. */
export type RowPositions = readonly number[]

const none: RowPositions = []

/**
 * Finds the rows of one portal resource by the value of a key.
 *
 * Values that were announced with `announce` before the first `find` of their key are all located in one pass, which
 * stores no other rows; with `kept`, or for a value that was not announced, all values are indexed, once.
 */
export class RowIndex {
  readonly rows: readonly JsonObject[]
  readonly #kept: boolean
  readonly #keys = new Map<string, KeyIndex>()

  constructor(rows: readonly JsonObject[], kept: boolean) {
    this.rows = rows
    this.#kept = kept
  }

  /** Announces that `find` will ask for this value. */
  announce(key: string, value: JsonValue): void {
    if (!this.#kept && isScalar(value)) this.#keyIndex(key).announce(value)
  }

  /** Positions of the rows whose own member `key` equals `value`, in order. */
  find(key: string, value: JsonValue): RowPositions {
    if (!isScalar(value)) return this.#positions((row) => Object.hasOwn(row, key) && jsonEqual(row[key] ?? null, value))
    return this.#keyIndex(key).find(value, this.#kept)
  }

  /** Positions of the rows that have an own member `key`, in order. */
  having(key: string): RowPositions {
    return this.#positions((row) => Object.hasOwn(row, key))
  }

  #positions(accepts: (row: JsonObject) => boolean): RowPositions {
    const positions: number[] = []
    this.rows.forEach((row, position) => {
      if (accepts(row)) positions.push(position)
    })
    return positions
  }

  #keyIndex(key: string): KeyIndex {
    let index = this.#keys.get(key)
    if (index === undefined) {
      index = new KeyIndex(this.rows, key)
      this.#keys.set(key, index)
    }
    return index
  }
}

function isScalar(value: JsonValue): boolean {
  return typeof value !== 'object' || value === null
}

/** Rows by the scalar value of one key. */
class KeyIndex {
  readonly #rows: readonly JsonObject[]
  readonly #key: string
  readonly #inherited: boolean
  /** The index of each wanted value in `#found`. */
  readonly #places = new Map<JsonValue, number>()
  readonly #found: (number[] | undefined)[] = []
  #all: Map<JsonValue, number[]> | undefined
  #located = false

  constructor(rows: readonly JsonObject[], key: string) {
    this.#rows = rows
    this.#key = key
    this.#inherited = key in Object.prototype
  }

  announce(value: JsonValue): void {
    if (!this.#located && !this.#places.has(value)) this.#places.set(value, this.#places.size)
  }

  find(value: JsonValue, kept: boolean): RowPositions {
    if (kept || this.#all !== undefined) return (this.#all ?? this.#indexAll()).get(value) ?? none
    this.announce(value)
    const place = this.#places.get(value)
    if (place === undefined) return this.#indexAll().get(value) ?? none
    if (!this.#located) this.#locateWanted()
    return this.#found[place] ?? none
  }

  #locateWanted(): void {
    // Local variables, because this loop is the entire per-row cost of a single verification.
    const rows = this.#rows
    const key = this.#key
    const places = this.#places
    if (this.#inherited) {
      for (let i = 0; i < rows.length; i++) this.#note(this.#valueOf(i) as JsonValue, i)
    } else if (places.size === 1) {
      const [only] = places.keys()
      for (let i = 0; i < rows.length; i++) if ((rows[i] as JsonObject)[key] === only) this.#note(only as JsonValue, i)
    } else {
      for (let i = 0; i < rows.length; i++) {
        const value = (rows[i] as JsonObject)[key] as JsonValue
        if (places.has(value)) this.#note(value, i)
      }
    }
    this.#located = true
  }

  #note(value: JsonValue, position: number): void {
    const place = this.#places.get(value)
    if (place === undefined) return
    const positions = this.#found[place]
    if (positions === undefined) this.#found[place] = [position]
    else positions.push(position)
  }

  #indexAll(): Map<JsonValue, number[]> {
    const all = new Map<JsonValue, number[]>()
    for (let i = 0; i < this.#rows.length; i++) {
      const value = this.#valueOf(i)
      if (value === undefined || !isScalar(value)) continue
      const positions = all.get(value)
      if (positions === undefined) all.set(value, [i])
      else positions.push(i)
    }
    this.#all = all
    return all
  }

  #valueOf(position: number): JsonValue | undefined {
    const row = this.#rows[position] as JsonObject
    return this.#inherited && !Object.hasOwn(row, this.#key) ? undefined : row[this.#key]
  }
}
