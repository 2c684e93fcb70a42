import type { FhirStore } from '@carebench/fhir'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { changesBetween } from '../../collections/changes.js'
import type { CollectedRecord } from '../../collections/record-collection.js'
import type { EvidenceSource, EvidenceStateSource } from '../../evidence/evidence-source.js'
import { isJsonObject } from '../../json/is-json-object.js'
import { jsonEqual } from '../../json/json-equal.js'
import { showJson } from '../../json/show-json.js'
import { storeOf } from './mutate-state.js'
import { type ListPart, listParts, type RecordPlace } from './mutation.js'

/** A record in which two states differ. */
export interface WrittenRecord {
  readonly place: RecordPlace
  readonly what: 'added' | 'changed' | 'removed'
  /** Names it in a sentence: `fhir Appointment/abc`. */
  readonly name: string
  /** As it is in the final state, or was in the initial one if it is gone. */
  readonly record: JsonValue
  /** What it was before it was changed. */
  readonly earlier?: JsonValue
}

/**
 * The records that an agent left between two states, in the order of the parts and of the records in them; a part that
 * was not observed at first counts as empty. What simulators make by themselves is left out: inbound messages and
 * faxes. FHIR resources without an id cannot be told apart and are left out too.
 */
export const writtenRecords = (initial: EvidenceStateSource, final: EvidenceSource): readonly WrittenRecord[] => [
  ...writtenResources(initial, final),
  ...writtenRows(initial, final),
  ...listParts.flatMap((part) => writtenItems(part, initial, final)),
  ...(final.output === undefined
    ? []
    : [{ place: { part: 'output' as const }, what: 'added' as const, name: 'output', record: final.output }]),
]

const writtenResources = (initial: EvidenceStateSource, final: EvidenceSource): readonly WrittenRecord[] => {
  if (final.fhir === undefined) return []
  const before = storeOf(initial.fhir ?? [])
  const after = storeOf(final.fhir)
  const written: WrittenRecord[] = []
  for (const { resource } of after.resources()) {
    const { resourceType: type, id } = resource
    if (typeof id !== 'string') continue
    const earlier = before.read(type, id)?.resource
    const at = { place: { part: 'fhir' as const, type, id }, name: `fhir ${type}/${id}`, record: resource }
    if (earlier === undefined) written.push({ ...at, what: 'added' })
    else if (!isSameResource(earlier, resource)) written.push({ ...at, what: 'changed', earlier })
  }
  return [...written, ...removedResources(before, after)]
}

const removedResources = (before: FhirStore, after: FhirStore): readonly WrittenRecord[] => {
  const removed: WrittenRecord[] = []
  for (const { resource } of before.resources()) {
    const { resourceType: type, id } = resource
    if (typeof id !== 'string' || after.read(type, id) !== undefined) continue
    removed.push({ place: { part: 'fhir', type, id }, what: 'removed', name: `fhir ${type}/${id}`, record: resource })
  }
  return removed
}

/** Versions do not count: a write that changes nothing still makes one. */
const isSameResource = (a: JsonObject, b: JsonObject): boolean =>
  a === b || jsonEqual({ ...a, meta: null }, { ...b, meta: null })

const writtenRows = (initial: EvidenceStateSource, final: EvidenceSource): readonly WrittenRecord[] => {
  const { portal: before = {} } = initial
  const { portal: after = {} } = final
  const resources = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...resources].flatMap((resource) => {
    const rows = (portal: typeof after) => (Object.hasOwn(portal, resource) ? portal[resource] : undefined)
    return changesOf(rows(before), rows(after)).map(({ what, record, earlier }) => {
      const { position, value } = record
      const place: RecordPlace = { part: 'portal', resource, position }
      return written(place, `portal ${resource} row ${position + 1}`, what, value, earlier?.value)
    })
  })
}

const writtenItems = (part: ListPart, initial: EvidenceStateSource, final: EvidenceSource): readonly WrittenRecord[] =>
  changesOf(initial[part], final[part], part === 'files' ? pathOf : undefined)
    .filter(({ record }) => isAgents(part, record.value as JsonObject))
    .map(({ what, record, earlier }) => {
      const { position, value } = record
      return written({ part, position }, nameOf(part, position, value as JsonObject), what, value, earlier?.value)
    })

const written = (
  place: RecordPlace,
  name: string,
  what: WrittenRecord['what'],
  record: JsonValue,
  earlier: JsonValue | undefined,
): WrittenRecord => ({ place, name, what, record, ...(earlier !== undefined && { earlier }) })

const changesOf = (
  before: readonly unknown[] | undefined,
  after: readonly unknown[] | undefined,
  keyOf: (record: CollectedRecord<JsonValue>) => string | undefined = () => undefined,
) => changesBetween(collect(before ?? []), collect(after ?? []), keyOf)

/** What is no object is no record. */
const collect = (list: readonly unknown[]): readonly CollectedRecord<JsonValue>[] =>
  list.flatMap((value, position) =>
    isJsonObject(value) ? [{ value, position, content: contentOf(value), name: '' }] : [],
  )

/** Whether a file was seeded says nothing of what is in it. */
const contentOf = (record: JsonObject): JsonValue =>
  Object.hasOwn(record, 'seeded') ? { ...record, seeded: null } : record

const pathOf = ({ value }: CollectedRecord<JsonValue>): string | undefined => {
  const { path } = value as JsonObject
  return typeof path === 'string' ? path : undefined
}

const isAgents = (part: ListPart, { direction, path }: JsonObject): boolean => {
  switch (part) {
    case 'hl7':
    case 'faxes':
    case 'messages':
      return direction === 'outbound'
    case 'files':
      return typeof path === 'string'
    default:
      return true
  }
}

const nameOf = (part: ListPart, position: number, record: JsonObject): string => {
  switch (part) {
    case 'hl7':
      return `hl7 outbound message ${position + 1}`
    case 'x12':
      return `x12 ${record.direction === 'sent' ? 'sent' : 'received'} transaction ${position + 1}`
    case 'files':
      return `file ${String(record.path)}`
    case 'voice':
      return `voice call ${showJson(record.call_id)}`
    case 'faxes':
      return `fax ${position + 1}`
    case 'messages':
      return `message ${position + 1}`
    case 'cds':
      return `cds call ${position + 1}`
  }
}
