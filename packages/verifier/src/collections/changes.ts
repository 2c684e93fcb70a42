import type { EvidenceState } from '../evidence/evidence-state.js'
import { jsonEqual } from '../json/json-equal.js'
import { sortedJson } from '../json/sorted-json.js'
import type { CollectedRecord, RecordCollection } from './record-collection.js'

/** A record that differs between two states. */
export interface Change<Value> {
  readonly what: 'added' | 'changed' | 'removed'
  /** As it is in the final state, or was in the initial one if it is gone. */
  readonly record: CollectedRecord<Value>
  /** What it was before it was changed. */
  readonly earlier?: CollectedRecord<Value>
}

/** What differs between two states of a collection; undefined if only one of them was observed. */
export const findChanges = <Value>(
  collection: RecordCollection<Value>,
  initial: EvidenceState,
  final: EvidenceState,
): readonly Change<Value>[] | undefined => {
  const before = collection.records(initial)
  const after = collection.records(final)
  if (before === undefined && after === undefined) return []
  if (before === undefined || after === undefined) return undefined
  return changesBetween(before, after, (record) => collection.keyOf(record))
}

/** What names a record for as long as it exists, changed or not; undefined for records that are told by content. */
type KeyOf<Value> = (record: CollectedRecord<Value>) => string | undefined

/** What differs between two lists of records. */
export const changesBetween = <Value>(
  before: readonly CollectedRecord<Value>[],
  after: readonly CollectedRecord<Value>[],
  keyOf: KeyOf<Value>,
): readonly Change<Value>[] => {
  const changes: Change<Value>[] = []
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

type Keyed<Value> = ReadonlyMap<string, CollectedRecord<Value>>

const split = <Value>(
  records: readonly CollectedRecord<Value>[],
  keyOf: KeyOf<Value>,
): readonly [Keyed<Value>, readonly CollectedRecord<Value>[]] => {
  const keyed = new Map<string, CollectedRecord<Value>>()
  const plain: CollectedRecord<Value>[] = []
  for (const record of records) {
    const key = keyOf(record)
    if (key === undefined) plain.push(record)
    else keyed.set(key, record)
  }
  return [keyed, plain]
}

/** Records without a key are equal by content; of those left over, two in the same place are one that was changed. */
const findPlainChanges = <Value>(
  before: readonly CollectedRecord<Value>[],
  after: readonly CollectedRecord<Value>[],
): readonly Change<Value>[] => {
  const gone = new Map<string, CollectedRecord<Value>[]>()
  for (const record of before) {
    const text = sortedJson(record.content)
    const alike = gone.get(text)
    if (alike === undefined) gone.set(text, [record])
    else alike.push(record)
  }
  const left = after.filter((record) => gone.get(sortedJson(record.content))?.shift() === undefined)
  const removed = new Map([...gone.values()].flat().map((record) => [record.position, record]))
  const changes = left.map((record): Change<Value> => {
    const earlier = removed.get(record.position)
    removed.delete(record.position)
    return earlier === undefined ? { what: 'added', record } : { what: 'changed', record, earlier }
  })
  return [...changes, ...[...removed.values()].map((record): Change<Value> => ({ what: 'removed', record }))]
}

/** What an agent makes; what it is sent is made by simulators, and a call of a CDS service changes nothing. */
const made = ['hl7.outbound', 'x12.sent', 'files', 'faxes', 'messages', 'voice.calls'] as const

/** The names of all collections in which an agent can have left something, of two states. */
export const changeableCollections = (initial: EvidenceState, final: EvidenceState): readonly string[] => {
  const names = new Set<string>()
  for (const state of [initial, final]) {
    for (const { resource } of state.fhir?.resources() ?? []) names.add(`fhir.${String(resource.resourceType)}`)
    for (const resource of Object.keys(state.parts.portal ?? {})) names.add(`portal.${resource}`)
  }
  return [...names, ...made]
}
