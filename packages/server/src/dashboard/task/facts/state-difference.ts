import { finish, type Steps } from '@carebench/protocol'
import {
  type Change,
  type EvidencePart,
  type EvidenceSource,
  type EvidenceStateSource,
  findDifferences,
  listSystems,
  nameIn,
  type PlacedItem,
  selectState,
  unreadMembers,
} from '@carebench/verifier'
import { pointerTo } from '@carebench/verifier/kinds'
import { memberAt, toObject } from './unknown-value.js'

/** A place where two states of a record differ. A missing side is absent, which differs from null. */
export interface FieldChange {
  /** JSON Pointer into the record. */
  readonly path: string
  readonly from?: unknown
  readonly to?: unknown
}

export interface RecordChange {
  readonly what: 'added' | 'changed' | 'removed'
  readonly name: string
  /** For an added or removed record, its members. */
  readonly fields: readonly FieldChange[]
}

export interface CollectionChanges {
  /** `fhir.Task`, `portal.prior_auth_requests`, `files`; `faxes of imaging` of the system with that key. */
  readonly collection: string
  /** Records in the final state. */
  readonly count: number
  readonly changes: readonly RecordChange[]
}

/** The differences between the state before the agent started and the final one. */
export interface StateDifference {
  /** False if the record has no initial state, so the changes are unknown. */
  readonly known: boolean
  /** Parts that only one of the states has in a readable form, so their changes are unknown. */
  readonly unknownParts: readonly string[]
  /** Members of the evidence that none of the parts reads, so their changes are unknown. */
  readonly unreadMembers: readonly string[]
  /** Collections without changes are omitted. */
  readonly collections: readonly CollectionChanges[]
}

/** Without an initial state. */
export const unknownDifference: StateDifference = {
  known: false,
  unknownParts: [],
  unreadMembers: [],
  collections: [],
}

/**
 * Compares the initial and the final state of the evidence, record by record, in these parts. Events are not compared,
 * because they are in the log.
 */
export function findStateDifference(evidence: EvidenceSource, parts: readonly EvidencePart[]): StateDifference {
  return finish(findStateDifferenceInSteps(evidence, parts))
}

/** Does the same as {@link findStateDifference} in steps. */
export function* findStateDifferenceInSteps(
  evidence: EvidenceSource,
  parts: readonly EvidencePart[],
): Steps<StateDifference> {
  const initial = memberAt(evidence, 'initial')
  if (toObject(initial) === undefined) return unknownDifference
  const collections: CollectionChanges[] = []
  const unknownParts: string[] = []
  const unread: string[] = []
  const before: EvidenceStateSource = { ...toObject(initial) }
  const after: EvidenceStateSource = evidence
  for (const system of listSystems(before, after)) {
    const [first, last] = [selectState(before, system), selectState(after, system)]
    unread.push(...unreadMembers(parts, partsIn(first), partsIn(last)).map((name) => nameIn(name, system)))
    for (const part of parts) {
      const [was, is] = [memberAt(first, part.name), memberAt(last, part.name)]
      if (was === undefined && is === undefined) continue
      if (!isReadable(part, was) || !isReadable(part, is)) unknownParts.push(nameIn(part.name, system))
      else {
        const changes = yield* comparePart(part, was, is)
        collections.push(...changes.map((change) => ({ ...change, collection: nameIn(change.collection, system) })))
      }
    }
  }
  return { known: true, unknownParts, unreadMembers: unread, collections }
}

/** Returns the members of a state without `systems`, which has the states of the systems that are named by a key. */
function partsIn(state: unknown): object {
  const { systems: _, ...own } = toObject(state) ?? {}
  return own
}

/** Whether a part is readable; also false if it was not observed. */
function isReadable(part: EvidencePart, whole: unknown): boolean {
  return part.refuse(whole, `/${part.name}`) === undefined
}

function* comparePart(part: EvidencePart, initial: unknown, final: unknown): Steps<readonly CollectionChanges[]> {
  const [before, after] = [initial, final].map((whole) => part.indexed?.(whole) ?? whole)
  const differing = part.differing?.(before, after)
  if (differing !== undefined) yield
  const differences = findDifferences(part, before, after, differing)
  if (differences.length === 0) return []
  yield
  const byList = new Map<string, RecordChange[]>()
  for (const [index, difference] of differences.entries()) {
    const { list } = difference.record
    const changes = byList.get(list)
    if (changes === undefined) byList.set(list, [describeChange(difference)])
    else changes.push(describeChange(difference))
    if (index % changesOfStep === changesOfStep - 1) yield
  }
  const lists = differing?.lists ?? countLists(part, before, after)
  return lists.flatMap(({ name: collection, count }) => {
    const changes = byList.get(collection)
    return changes === undefined ? [] : [{ collection, count, changes }]
  })
}

/** Number of differences described in one step. */
const changesOfStep = 1000

/** Lists the collections of a part, with the number of items in the later state. */
function countLists(
  part: EvidencePart,
  before: unknown,
  after: unknown,
): readonly { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  for (const { list } of part.items(before)) counts.set(list, 0)
  for (const { list } of part.items(after)) counts.set(list, (counts.get(list) ?? 0) + 1)
  return Array.from(counts, ([name, count]) => ({ name, count }))
}

/**
 * Describes a change. Its fields are compared only when shown, because most of thousands of changes are only counted.
 */
function describeChange(change: Change<PlacedItem>): RecordChange {
  const { what, record } = change
  let fields: readonly FieldChange[] | undefined
  return {
    what,
    name: record.key ?? describePlace(record),
    get fields() {
      fields ??= listFields(change)
      return fields
    },
  }
}

function listFields({ what, record: { content }, earlier }: Change<PlacedItem>): readonly FieldChange[] {
  if (earlier === undefined) return listMembers(content, what === 'removed' ? 'from' : 'to')
  const fields: FieldChange[] = []
  compareValues('', earlier.content, content, fields)
  return fields
}

function describePlace({ position, title }: PlacedItem): string {
  return title === undefined ? `number ${position + 1}` : `number ${position + 1}: ${title}`
}

function textKey(record: unknown): string {
  return JSON.stringify(record)
}

function listMembers(record: unknown, side: 'from' | 'to'): readonly FieldChange[] {
  const members = toObject(record)
  if (members === undefined) return [{ path: '', [side]: record }]
  return Object.entries(members).map(([name, value]) => ({ path: pointerTo('', name), [side]: value }))
}

function compareValues(path: string, from: unknown, to: unknown, found: FieldChange[]): void {
  const [before, after] = [membersIn(from), membersIn(to)]
  // If only one state has members, or they are of different kinds, the whole value is compared.
  if (before === undefined || after === undefined || Array.isArray(from) !== Array.isArray(to)) {
    if (from === to || textKey(from) === textKey(to)) return
    found.push({ path, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) })
    return
  }
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    compareValues(pointerTo(path, name), before.get(name), after.get(name), found)
  }
}

function membersIn(value: unknown): ReadonlyMap<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined
}
