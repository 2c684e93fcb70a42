import type { JsonValue } from '@carebench/protocol'
import type { EvidenceState } from '../evidence/evidence-state.js'
import { jsonEqual } from '../json/json-equal.js'
import { sortedJson } from '../json/sorted-json.js'
import type { CollectedRecord, RecordCollection } from './record-collection.js'

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

/** The differences between two states of a collection; undefined if only one of them was observed. */
export function findChanges<Value>(
  collection: RecordCollection<Value>,
  initial: EvidenceState,
  final: EvidenceState,
): readonly Change<CollectedRecord<Value>>[] | undefined {
  const before = collection.records(initial)
  const after = collection.records(final)
  if (before === undefined && after === undefined) return []
  if (before === undefined || after === undefined) return undefined
  return changesBetween(before, after, (record) => collection.keyOf(record))
}

/** Identifies a record for as long as it exists, changed or not; undefined for records identified by content. */
type KeyOf<Compared> = (record: Compared) => string | undefined

/** The differences between two lists of records. */
export function changesBetween<Compared extends Comparable>(
  before: readonly Compared[],
  after: readonly Compared[],
  keyOf: KeyOf<Compared>,
): readonly Change<Compared>[] {
  const changes: Change<Compared>[] = []
  const [keyedBefore, plainBefore] = split(before, keyOf)
  const [keyedAfter, plainAfter] = split(after, keyOf)
  for (const [key, record] of keyedAfter) {
    const earlier = keyedBefore.get(key)
    if (earlier === undefined) changes.push({ what: 'added', record })
    else if (earlier.value !== record.value && !jsonEqual(earlier.content, record.content)) {
      changes.push({ what: 'changed', record, earlier })
    }
  }
  for (const [key, record] of keyedBefore) if (!keyedAfter.has(key)) changes.push({ what: 'removed', record })
  return [...changes, ...findPlainChanges(plainBefore, plainAfter)]
}

function split<Compared>(
  records: readonly Compared[],
  keyOf: KeyOf<Compared>,
): readonly [ReadonlyMap<string, Compared>, readonly Compared[]] {
  const keyed = new Map<string, Compared>()
  const plain: Compared[] = []
  for (const record of records) {
    const key = keyOf(record)
    // Of records that share a key, only the first is compared by it: none may hide behind another.
    if (key === undefined || keyed.has(key)) plain.push(record)
    else keyed.set(key, record)
  }
  return [keyed, plain]
}

/** Records without a key are matched by content; of the rest, two in the same place are one changed record. */
function findPlainChanges<Compared extends Comparable>(
  before: readonly Compared[],
  after: readonly Compared[],
): readonly Change<Compared>[] {
  const gone = new Map<string, Compared[]>()
  for (const record of before) {
    const text = sortedJson(record.content)
    const alike = gone.get(text)
    if (alike === undefined) gone.set(text, [record])
    else alike.push(record)
  }
  const left = after.filter((record) => gone.get(sortedJson(record.content))?.shift() === undefined)
  const removed = new Map([...gone.values()].flat().map((record) => [record.position, record]))
  const changes = left.map((record): Change<Compared> => {
    const earlier = removed.get(record.position)
    removed.delete(record.position)
    return earlier === undefined ? { what: 'added', record } : { what: 'changed', record, earlier }
  })
  return [...changes, ...[...removed.values()].map((record): Change<Compared> => ({ what: 'removed', record }))]
}
