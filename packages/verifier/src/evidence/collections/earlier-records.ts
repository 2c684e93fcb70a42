import { jsonEqual } from '../../values/json/json-equal.js'
import type { CollectedRecord } from './record-collection.js'
import { unchangedPositions } from './unchanged-positions.js'

/** Above this number of queried records, indexing all texts is cheaper than comparing each with all. */
const comparedAtMost = 4

type KeyedRecords<Value> = ReadonlyMap<string, CollectedRecord<Value>>

/** The initial records of a collection, used to determine which of the present records already existed. */
export class EarlierRecords<Value> {
  readonly #records: readonly CollectedRecord<Value>[]
  readonly #readEarlier: () => readonly CollectedRecord<Value>[] | undefined
  readonly #keyOf: (record: CollectedRecord<Value>) => string | undefined
  #asked = 0
  #keyed: { readonly present: KeyedRecords<Value>; readonly earlier: KeyedRecords<Value> } | undefined
  #unchanged: ReadonlySet<CollectedRecord<Value>> | undefined

  /**
   * Takes all present records in order, all earlier records or undefined if unknown, and the function that identifies a
   * record.
   */
  constructor(
    records: readonly CollectedRecord<Value>[],
    readEarlier: () => readonly CollectedRecord<Value>[] | undefined,
    keyOf: (record: CollectedRecord<Value>) => string | undefined,
  ) {
    this.#records = records
    this.#readEarlier = readEarlier
    this.#keyOf = keyOf
  }

  /** All earlier records; undefined if they are unknown. */
  all(): readonly CollectedRecord<Value>[] | undefined {
    return this.#readEarlier()
  }

  /**
   * Returns the earlier version of a record: the record with its key or, for a record without a key, the record itself
   * if it existed. If records share a key, only the first is found by it.
   */
  of(record: CollectedRecord<Value>): CollectedRecord<Value> | undefined {
    const key = this.#keyOf(record)
    if (key === undefined) return this.has(record) ? record : undefined
    const earlier = this.#readEarlier()
    if (earlier === undefined) return undefined
    this.#keyed ??= { present: this.#byKey(this.#records), earlier: this.#byKey(earlier) }
    if (this.#keyed.present.get(key)?.position === record.position) return this.#keyed.earlier.get(key)
    return this.has(record) ? record : undefined
  }

  #byKey(records: readonly CollectedRecord<Value>[]): KeyedRecords<Value> {
    const keyed = new Map<string, CollectedRecord<Value>>()
    for (const record of records) {
      const key = this.#keyOf(record)
      if (key !== undefined && !keyed.has(key)) keyed.set(key, record)
    }
    return keyed
  }

  /**
   * Whether a present record existed before: more earlier records had its content than present records before it have.
   * A repeated message is new the second time. False if the earlier records are unknown.
   */
  has(record: CollectedRecord<Value>): boolean {
    if (this.#unchanged === undefined) {
      const earlier = this.#readEarlier()
      if (earlier === undefined) return false
      if (++this.#asked <= comparedAtMost) return this.#compare(record, earlier)
      this.#unchanged = findUnchanged(this.#records, earlier)
    }
    return this.#unchanged.has(record)
  }

  #compare(record: CollectedRecord<Value>, earlier: readonly CollectedRecord<Value>[]): boolean {
    const isSame = (other: CollectedRecord<Value>): boolean => jsonEqual(other.content, record.content)
    const before = this.#records.filter((other) => other.position < record.position && isSame(other)).length
    return earlier.filter(isSame).length > before
  }
}

function findUnchanged<Value>(
  records: readonly CollectedRecord<Value>[],
  earlier: readonly CollectedRecord<Value>[],
): ReadonlySet<CollectedRecord<Value>> {
  const positions = unchangedPositions(earlier, records)
  return new Set(records.filter((_, position) => positions.has(position)))
}
