import type { JsonObject } from '@carebench/protocol'
import { finish, type Steps } from '@carebench/protocol/wire'
import { Findings } from '../values/finding.js'
import type { EvidencePart, PlacedItem } from './evidence-part.js'
import type { PersonalDetail, SelectedMembers } from './records/identity.js'
import type { AnyRecordKind, ReadRecord, RecordKind } from './records/record-kind.js'

/** A value in a record that identifies a person, or free text that may name one. */
export interface IdentifyingValue {
  readonly detail: PersonalDetail
  /** The path of the member. */
  readonly path: string
  readonly value: string
}

/** Returns the strings and numbers in the identifying members of a record, in the order of the declaration. */
export function listIdentifyingValues<Value>(
  kind: Pick<RecordKind<Value>, 'collection' | 'format' | 'identifies'>,
  value: Value,
  isWanted?: (detail: PersonalDetail) => boolean,
): readonly IdentifyingValue[] {
  return finish(listIdentifyingValuesInSteps(kind, value, isWanted))
}

/** Does the same as {@link listIdentifyingValues}, one member in each step: a long message takes long for each. */
export function* listIdentifyingValuesInSteps<Value>(
  kind: Pick<RecordKind<Value>, 'collection' | 'format' | 'identifies'>,
  value: Value,
  isWanted: (detail: PersonalDetail) => boolean = () => true,
): Steps<readonly IdentifyingValue[]> {
  const values: IdentifyingValue[] = []
  for (const { detail, members } of listSelectedMembers(kind)) {
    if (!isWanted(detail)) continue
    for (const { path, readAll } of members) {
      yield
      for (const one of readAll(value)) {
        if (typeof one === 'string' || typeof one === 'number') values.push({ detail, path, value: String(one) })
      }
    }
  }
  return values
}

/**
 * Returns the identifying values in the records of an item of a part; none if no kind of the part has the item, or the
 * item is malformed.
 */
export function identifyingValuesIn(
  part: EvidencePart,
  item: PlacedItem,
  isWanted?: (detail: PersonalDetail) => boolean,
): readonly IdentifyingValue[] {
  return kindsOfItem(part, item).flatMap((kind) => identifyingValuesInItem(kind, part, item.value, isWanted))
}

/** Returns the identifying values in the records of one kind in an item; none if it is malformed. */
export function identifyingValuesInItem(
  kind: AnyRecordKind,
  part: EvidencePart,
  item: JsonObject,
  isWanted?: (detail: PersonalDetail) => boolean,
): readonly IdentifyingValue[] {
  return kind.use((shown) =>
    readWellFormed(shown, part, item).flatMap(({ value }) => listIdentifyingValues(shown, value, isWanted)),
  )
}

/** Returns the records of an item; none if it is malformed, which a check of its kind reports. */
function readWellFormed<Value>(
  kind: RecordKind<Value>,
  part: EvidencePart,
  value: JsonObject,
): readonly ReadRecord<Value>[] {
  try {
    return kind.read([value], { at: `/${part.name}` })
  } catch (error) {
    if (error instanceof TypeError) return []
    throw error
  }
}

/** Whether agents make such items, instead of receiving them from a system. */
export function isMadeByAgents(part: EvidencePart, item: PlacedItem): boolean {
  return part.isAgents(item.value) && kindsOfItem(part, item).some(({ madeBy }) => madeBy === 'agent')
}

function kindsOfItem({ name, kinds, open }: EvidencePart, { list, value }: PlacedItem): readonly AnyRecordKind[] {
  const closed = kinds.filter((kind) => kind.use(({ accepts = () => true }) => accepts(value)))
  const own = list.startsWith(`${name}.`) ? open?.kind(list.slice(name.length + 1)) : undefined
  return own === undefined ? closed : [...closed, own]
}

/** The members that say one thing about a person. */
interface MembersOfDetail<Value> {
  readonly detail: PersonalDetail
  readonly members: readonly SelectedMembers<Value>[]
}

/** Cached by declaration and format: kinds may share either, and the format reads the paths of the declaration. */
const selectedMembers = new WeakMap<object, WeakMap<object, readonly MembersOfDetail<never>[]>>()

function listSelectedMembers<Value>(
  kind: Pick<RecordKind<Value>, 'collection' | 'format' | 'identifies'>,
): readonly MembersOfDetail<Value>[] {
  const byFormat = selectedMembers.get(kind.identifies) ?? new WeakMap<object, readonly MembersOfDetail<never>[]>()
  selectedMembers.set(kind.identifies, byFormat)
  const known = byFormat.get(kind.format) as readonly MembersOfDetail<Value>[] | undefined
  if (known !== undefined) return known
  const selected = Object.entries(kind.identifies).map(([detail, members]) => ({
    detail: detail as PersonalDetail,
    members: members.map((member) => (typeof member === 'string' ? membersAt(kind, member) : member)),
  }))
  byFormat.set(kind.format, selected)
  return selected
}

function membersAt<Value>(
  { collection, format }: Pick<RecordKind<Value>, 'collection' | 'format'>,
  path: string,
): SelectedMembers<Value> {
  const findings = new Findings()
  const compiled = format.compilePath(path, '', findings)
  if (compiled !== undefined) return { path, readAll: (value) => compiled.readAll(value) }
  const reasons = findings.list.map(({ message }) => message).join('; ')
  throw new TypeError(`The records of "${collection}" identify people by a path that they cannot have: ${reasons}.`)
}
