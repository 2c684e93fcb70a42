import type { EvidenceSnapshot, JsonValue } from '@carebench/protocol'
import { canonicalJson } from '@carebench/verifier'
import { listOf, memberAt, objectOf, textOf } from './unknown-value.js'

/** A place at which a record differs. What it does not have is left out, which is not the same as null. */
export interface FieldChange {
  /** JSON Pointer into the record. */
  readonly path: string
  readonly from?: unknown
  readonly to?: unknown
}

export interface RecordChange {
  readonly what: 'added' | 'changed' | 'removed'
  readonly name: string
  /** Of an added or removed record, its members. */
  readonly fields: readonly FieldChange[]
}

export interface CollectionChanges {
  /** `fhir.Task`, `portal.prior_auth_requests`, `files`. */
  readonly collection: string
  /** Records in the final state. */
  readonly count: number
  readonly changes: readonly RecordChange[]
}

/** What differs between the state before the agent began and the final one. */
export interface StateDifference {
  /** False if the record has no initial state, so that nothing can be told. */
  readonly known: boolean
  /** Parts that only one of the states has: what happened to them cannot be told. */
  readonly unknownParts: readonly string[]
  /** Collections of which nothing changed are left out. */
  readonly collections: readonly CollectionChanges[]
}

/** Lists of the evidence, and what names their records. */
const lists: Readonly<Record<string, (record: unknown) => string | null>> = {
  hl7: () => null,
  x12: () => null,
  files: (record) => textOf(memberAt(record, 'path')),
  voice: (record) => textOf(memberAt(record, 'call_id')),
  faxes: () => null,
  messages: () => null,
  cds: () => null,
}

/** What records without a key are called beside their place; null where nothing names them. */
const titles: Readonly<Record<string, (record: unknown) => string | null>> = {
  hl7: (record) => joined(record, 'direction', textOf(memberAt(record, 'payload'))?.split('\r', 1)[0]?.split('|')[8]),
  x12: (record) => joined(record, 'transaction', textOf(memberAt(record, 'direction'))),
  faxes: (record) => joined(record, 'direction', textOf(memberAt(record, 'to_number'))),
  messages: (record) => joined(record, 'channel', textOf(memberAt(record, 'to'))),
  cds: (record) => textOf(memberAt(record, 'hook')),
  portal: (record) => textOf(memberAt(record, 'auth_number')) ?? textOf(memberAt(record, 'id')),
}

const joined = (record: unknown, member: string, more: string | null | undefined): string =>
  [textOf(memberAt(record, member)), more].filter((text) => typeof text === 'string').join(' ')

/** Compares the initial and the final state of the evidence, record by record. Not read: events, which are in the log. */
export function findStateDifference(evidence: EvidenceSnapshot): StateDifference {
  const initial = memberAt(evidence, 'initial')
  if (objectOf(initial) === undefined) return { known: false, unknownParts: [], collections: [] }
  const collections: CollectionChanges[] = []
  const unknownParts: string[] = []
  const compare = (collection: string, before: unknown, after: unknown, keyOf: (record: unknown) => string | null) => {
    const changes = compareRecords(listOf(before), listOf(after), keyOf, collection)
    if (changes.length > 0) collections.push({ collection, count: listOf(after).length, changes })
  }
  for (const part of ['fhir', 'portal', ...Object.keys(lists)]) {
    const [before, after] = [memberAt(initial, part), memberAt(evidence, part)]
    if (before === undefined && after === undefined) continue
    if (before === undefined || after === undefined) unknownParts.push(part)
    else if (part === 'fhir') {
      const [was, is] = [byType(before), byType(after)]
      for (const type of new Set([...was.keys(), ...is.keys()])) {
        compare(`fhir.${type}`, was.get(type) ?? [], is.get(type) ?? [], (resource) => referenceOf(type, resource))
      }
    } else if (part === 'portal') {
      for (const name of new Set([...Object.keys(objectOf(before) ?? {}), ...Object.keys(objectOf(after) ?? {})])) {
        compare(`portal.${name}`, memberAt(before, name), memberAt(after, name), () => null)
      }
    } else compare(part, before, after, lists[part] ?? (() => null))
  }
  return { known: true, unknownParts, collections }
}

function byType(resources: unknown): ReadonlyMap<string, readonly unknown[]> {
  const types = new Map<string, unknown[]>()
  for (const resource of listOf(resources)) {
    const type = textOf(memberAt(resource, 'resourceType')) ?? '(no type)'
    const list = types.get(type)
    if (list === undefined) types.set(type, [withoutMeta(resource)])
    else list.push(withoutMeta(resource))
  }
  return types
}

/** Version and time of the last change are no part of what a resource says. */
function withoutMeta(resource: unknown): unknown {
  const { meta: _, ...content } = objectOf(resource) ?? {}
  return content
}

function referenceOf(type: string, resource: unknown): string | null {
  const id = textOf(memberAt(resource, 'id'))
  return id === null ? null : `${type}/${id}`
}

/**
 * Records with a key are compared with those of the same key. The others are equal by content, and of what is left over,
 * two in the same place are one that was changed.
 */
function compareRecords(
  before: readonly unknown[],
  after: readonly unknown[],
  keyOf: (record: unknown) => string | null,
  collection: string,
): readonly RecordChange[] {
  const titleOf = titles[collection.split('.', 1)[0] ?? '']
  const place = (index: number, record: unknown) => {
    const title = titleOf?.(record) ?? null
    return title === null || title === '' ? `number ${index + 1}` : `number ${index + 1}: ${title}`
  }
  const keyed = new Map<string, unknown>()
  const gone = new Map<string, number[]>()
  before.forEach((record, index) => {
    const key = keyOf(record)
    if (key !== null) keyed.set(key, record)
    else {
      const list = gone.get(contentOf(record))
      if (list === undefined) gone.set(contentOf(record), [index])
      else list.push(index)
    }
  })
  const changes: RecordChange[] = []
  const left: number[] = []
  after.forEach((record, index) => {
    const key = keyOf(record)
    if (key === null) {
      if (gone.get(contentOf(record))?.shift() === undefined) left.push(index)
    } else {
      const change = compareRecord(key, keyed.has(key), keyed.get(key), record)
      if (change !== undefined) changes.push(change)
      keyed.delete(key)
    }
  })
  const removed = new Set([...gone.values()].flat())
  for (const index of left) {
    const change = compareRecord(place(index, after[index]), removed.delete(index), before[index], after[index])
    if (change !== undefined) changes.push(change)
  }
  for (const [name, record] of keyed) changes.push({ what: 'removed', name, fields: membersOf(record, 'from') })
  for (const index of removed) {
    changes.push({ what: 'removed', name: place(index, before[index]), fields: membersOf(before[index], 'from') })
  }
  return changes
}

/** The same for all orders of members. */
const contentOf = (record: unknown): string => canonicalJson(record as JsonValue)

const textKey = (record: unknown): string => JSON.stringify(record)

function compareRecord(name: string, existed: boolean, before: unknown, after: unknown): RecordChange | undefined {
  if (!existed) return { what: 'added', name, fields: membersOf(after, 'to') }
  if (textKey(before) === textKey(after)) return undefined
  const fields: FieldChange[] = []
  compareValues('', before, after, fields)
  return fields.length === 0 ? undefined : { what: 'changed', name, fields }
}

function membersOf(record: unknown, side: 'from' | 'to'): readonly FieldChange[] {
  const members = objectOf(record)
  if (members === undefined) return [{ path: '', [side]: record }]
  return Object.entries(members).map(([name, value]) => ({ path: `/${pointerToken(name)}`, [side]: value }))
}

function compareValues(path: string, from: unknown, to: unknown, found: FieldChange[]): void {
  const [before, after] = [membersIn(from), membersIn(to)]
  // What has members in one state only, or of another kind, is another value as a whole.
  if (before === undefined || after === undefined || Array.isArray(from) !== Array.isArray(to)) {
    if (from === to || textKey(from) === textKey(to)) return
    found.push({ path, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) })
    return
  }
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    compareValues(`${path}/${pointerToken(name)}`, before.get(name), after.get(name), found)
  }
}

function membersIn(value: unknown): ReadonlyMap<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined
}

const pointerToken = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
