import type { JsonValue } from '@carebench/protocol'
import { jsonEqual } from '../../values/json/json-equal.js'
import { sortedJson } from '../../values/json/sorted-json.js'

/** The properties by which two lists are compared. */
interface Comparable {
  /** May be the same object if nothing changed. */
  readonly value: unknown
  readonly content: JsonValue
  readonly position: number
}

/** A record that differs between two states. */
export interface Change<Compared> {
  readonly what: 'added' | 'changed' | 'removed'
  /** Its content in the final state, or in the initial one if it was removed. */
  readonly record: Compared
  /** Its content before it was changed. */
  readonly earlier?: Compared
}

/** Identifies a record as long as it exists, changed or not; undefined for records identified by content. */
type KeyOf<Compared> = (record: Compared) => string | undefined

/** Returns the differences between two lists of records. */
export function changesBetween<Compared extends Comparable>(
  before: readonly Compared[],
  after: readonly Compared[],
  keyOf: KeyOf<Compared>,
): readonly Change<Compared>[] {
  return changesOfIndexes(indexRecords(before, keyOf), indexRecords(after, keyOf))
}

/** An index of a list of records by their keys or contents. */
export interface RecordIndex<Compared> {
  readonly keyed: ReadonlyMap<string, Compared>
  /** The records without their own key. */
  readonly plain: readonly Compared[]
}

/** Returns the differences between two lists of records by their indexes, which several comparisons can share. */
export function changesOfIndexes<Compared extends Comparable>(
  before: RecordIndex<Compared>,
  after: RecordIndex<Compared>,
): readonly Change<Compared>[] {
  const changes: Change<Compared>[] = []
  for (const [key, record] of after.keyed) {
    const earlier = before.keyed.get(key)
    if (earlier === undefined) changes.push({ what: 'added', record })
    else if (earlier.value !== record.value && !jsonEqual(earlier.content, record.content)) {
      changes.push({ what: 'changed', record, earlier })
    }
  }
  for (const [key, record] of before.keyed) if (!after.keyed.has(key)) changes.push({ what: 'removed', record })
  return [...changes, ...findPlainChanges(before.plain, after.plain)]
}

export function indexRecords<Compared>(records: readonly Compared[], keyOf: KeyOf<Compared>): RecordIndex<Compared> {
  const keyed = new Map<string, Compared>()
  const plain: Compared[] = []
  for (const record of records) {
    const key = keyOf(record)
    // If records share a key, only the first is compared by the key, so that no record can hide behind another.
    if (key === undefined || keyed.has(key)) plain.push(record)
    else keyed.set(key, record)
  }
  return { keyed, plain }
}

/** Matches records without a key by content; of the remaining records, two in the same place are one changed record. */
function findPlainChanges<Compared extends Comparable>(
  before: readonly Compared[],
  after: readonly Compared[],
): readonly Change<Compared>[] {
  // A later state of a run often begins with all records of the earlier one; writing the texts of all would take long.
  const differs = before.findIndex((record, index) => !isSame(record, after[index]))
  const same = differs === -1 ? before.length : differs
  const gone = new Map<string, Compared[]>()
  for (const record of before.slice(same)) {
    const text = sortedJson(record.content)
    const alike = gone.get(text)
    if (alike === undefined) gone.set(text, [record])
    else alike.push(record)
  }
  const isGone = (record: Compared) => gone.size > 0 && gone.get(sortedJson(record.content))?.shift() !== undefined
  const left = after.slice(same).filter((record) => !isGone(record))
  const removed = new Map([...gone.values()].flat().map((record) => [record.position, record]))
  const changes = left.map((record): Change<Compared> => {
    const earlier = removed.get(record.position)
    removed.delete(record.position)
    return earlier === undefined ? { what: 'added', record } : { what: 'changed', record, earlier }
  })
  return [...changes, ...[...removed.values()].map((record): Change<Compared> => ({ what: 'removed', record }))]
}

function isSame(one: Comparable, other: Comparable | undefined): boolean {
  return other !== undefined && (one.value === other.value || jsonEqual(one.content, other.content))
}
