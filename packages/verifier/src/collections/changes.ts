import type { EvidenceState } from '../evidence/evidence-state.js'
import { jsonEqual } from '../json/json-equal.js'
import { sortedJson } from '../json/sorted-json.js'
import type { CollectedRecord, RecordCollection } from './record-collection.js'

/** A record that differs between two states. */
export interface Change<Value> {
  readonly what: 'added' | 'changed' | 'removed'
  /** As it is in the final state, or was in the initial one if it is gone. */
  readonly record: CollectedRecord<Value>
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
  const changes: Change<Value>[] = []
  const [keyedBefore, plainBefore] = split(collection, before)
  const [keyedAfter, plainAfter] = split(collection, after)
  for (const [key, record] of keyedAfter) {
    const old = keyedBefore.get(key)
    if (old === undefined) changes.push({ what: 'added', record })
    else if (!jsonEqual(old.content, record.content)) changes.push({ what: 'changed', record })
  }
  for (const [key, record] of keyedBefore) if (!keyedAfter.has(key)) changes.push({ what: 'removed', record })
  return [...changes, ...findPlainChanges(plainBefore, plainAfter)]
}

type Keyed<Value> = ReadonlyMap<string, CollectedRecord<Value>>

const split = <Value>(
  collection: RecordCollection<Value>,
  records: readonly CollectedRecord<Value>[],
): readonly [Keyed<Value>, readonly CollectedRecord<Value>[]] => {
  const keyed = new Map<string, CollectedRecord<Value>>()
  const plain: CollectedRecord<Value>[] = []
  for (const record of records) {
    const key = collection.keyOf(record)
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
  const changes = left.map(
    (record): Change<Value> => ({ what: removed.delete(record.position) ? 'changed' : 'added', record }),
  )
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
