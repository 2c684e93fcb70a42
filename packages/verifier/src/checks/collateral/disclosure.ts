import type { JsonValue } from '@carebench/protocol'
import type { WorkBudget } from '../../budget/work-budget.js'
import type { Change } from '../../evidence/collections/changes.js'
import type { CollectedRecord, RecordCollection } from '../../evidence/collections/record-collection.js'
import { listIdentifyingValues, listIdentifyingValuesInSteps } from '../../evidence/identifying-values.js'
import type { People, Somebody } from '../../evidence/people/people.js'
import type { SayingValue } from '../../evidence/people/saying-values.js'
import { isJsonObject } from '../../values/json/is-json-object.js'
import type { Allowance } from './allowance.js'
import type { Fitting } from './cover.js'
import type { RecordOfAct } from './record-of-act.js'

/** An entry of `allow` with the people whom records may identify; undefined if they may identify anybody. */
export interface Permit<Value> {
  readonly allowance: Allowance<Value>
  readonly allowed: ReadonlySet<string> | undefined
}

/** A record that was sent, and the entries that cover it. */
export interface JudgedAct<Value> {
  readonly one: RecordOfAct<Value>
  /** The positions of the entries that would cover it for any person. */
  readonly covering: readonly number[]
  readonly fitting: Fitting
  readonly discloses: readonly string[]
  /** Whether it identifies them only together with other records to the same recipient. */
  readonly together?: boolean
}

/** Returns the values of a record that identify people; those of a long record are read in steps. */
export function valuesIn<Value>(
  { name, format, identifies, recipient }: RecordCollection<Value>,
  record: CollectedRecord<Value>,
  budget: WorkBudget | undefined,
): readonly SayingValue[] {
  const known = manyValues.get(record)
  if (known !== undefined) return known
  const kind = { collection: name, format, identifies }
  budget?.hastenPause(unitsOfValues)
  const found =
    budget !== undefined && isLong(record.content)
      ? budget.answer(valuesIn, record, 0, () => listIdentifyingValuesInSteps(kind, record.value), true)
      : undefined
  const values = [...(found ?? listIdentifyingValues(kind, record.value)), ...recipientIn(recipient, record.value)]
  if (values.length >= minKept) manyValues.set(record, values)
  return values
}

function recipientIn<Value>(recipient: RecordCollection<Value>['recipient'], value: Value): readonly SayingValue[] {
  const who = recipient?.(value)
  return who === undefined ? [] : [{ detail: 'recipient', path: '', value: who }]
}

/** Returns the values of a record that were sent according to the record itself. */
export function sentValuesIn<Value>(
  collection: RecordCollection<Value>,
  record: CollectedRecord<Value>,
  budget: WorkBudget | undefined,
): readonly SayingValue[] {
  const { sentTexts, outward, recipient } = collection
  if (sentTexts === undefined) return outward ? valuesIn(collection, record, budget) : []
  const texts = sentTexts(record.value) ?? []
  if (texts.length === 0) return []
  const values = texts.map((value): SayingValue => ({ detail: 'text', path: '', value }))
  return [...values, ...recipientIn(recipient, record.value)]
}

/** Units of work that reading the values of a short record takes. */
const unitsOfValues = 400

/** Number of characters of a record from which its values are read in steps. */
const longRecord = 50_000

function isLong(content: JsonValue): boolean {
  if (!isJsonObject(content)) return false
  return Object.values(content).some((value) => typeof value === 'string' && value.length > longRecord)
}

/** The values of records with at least {@link minKept}: a check that pauses asks for them again each time. */
const manyValues = new WeakMap<object, readonly SayingValue[]>()
const minKept = 1000

/** Returns the identified people who cannot be one of the allowed people. */
export function strangersAmong(identified: readonly Somebody[], allowed: ReadonlySet<string>): readonly string[] {
  return identified.flatMap((somebody) => ([...somebody].some((person) => allowed.has(person)) ? [] : [...somebody]))
}

/** The input for identifying the people in records. */
export interface Identifying {
  readonly people: () => People
  readonly budget: WorkBudget | undefined
}

/**
 * Returns the same acts, except that the last act to each recipient also discloses the people whom all acts to that
 * recipient identify only together, unless an entry that covers one of these acts allows the people. Undefined if the
 * budget does not suffice.
 */
export function judgedTogether<Value>(
  judged: readonly JudgedAct<Value>[],
  collection: RecordCollection<Value>,
  permits: readonly Permit<Value>[],
  { people, budget }: Identifying,
): readonly JudgedAct<Value>[] | undefined {
  const disclosing = new Map<JudgedAct<Value>, readonly string[]>()
  for (const group of byRecipient(judged, collection)) {
    const [last] = group.slice(-1)
    const allowed = group.flatMap(({ covering }) => covering.map((position) => permits[position]?.allowed))
    if (last === undefined || group.length < 2 || allowed.length === 0 || allowed.includes(undefined)) continue
    const known = new Set(allowed.flatMap((some) => [...(some ?? [])]))
    const values = group.map(({ one }) => valuesIn(collection, one.record, budget))
    const identified = people().identifiedTogether(budget, last.one.act.record, values)
    if (identified === undefined) return undefined
    const strangers = strangersAmong(identified, known)
    if (strangers.length > 0) disclosing.set(last, strangers)
  }
  return judged.map((one) => {
    const strangers = disclosing.get(one)
    if (strangers === undefined) return one
    const discloses = [...new Set([...one.discloses, ...strangers])].sort()
    return { ...one, fitting: [], discloses, together: one.discloses.length === 0 }
  })
}

function byRecipient<Value>(
  judged: readonly JudgedAct<Value>[],
  { recipient }: RecordCollection<Value>,
): Iterable<readonly JudgedAct<Value>[]> {
  const groups = new Map<string, JudgedAct<Value>[]>()
  for (const act of judged) {
    const who = recipient?.(act.one.record.value)
    if (who === undefined) continue
    const group = groups.get(who)
    if (group === undefined) groups.set(who, [act])
    else group.push(act)
  }
  return groups.values()
}

/**
 * Returns the people whom a changed record disclosed, and its earlier state did not: those whom its sent texts
 * identify, or all its values if records of its kind leave the environment and no event lists it. Undefined if the
 * budget does not suffice.
 *
 * @param isListed - whether an event lists a record with this value, which is judged as it was when sent
 */
export function newlyIdentified<Value>(
  { record, earlier, what }: Change<CollectedRecord<Value>>,
  collection: RecordCollection<Value>,
  { people, budget }: Identifying,
  isListed: (value: string) => boolean,
): readonly Somebody[] | undefined {
  const sent = what === 'removed' ? [] : sentValuesIn(collection, record, budget)
  if (sent.length === 0 || (collection.outward && sent.every(({ value }) => isListed(value)))) return []
  const before = earlier === undefined ? [] : sentValuesIn(collection, earlier, budget)
  const earlierPeople =
    earlier === undefined || before.length === 0 ? [] : people().identifiedWithin(budget, earlier, before)
  const known = new Set(earlierPeople?.flatMap((somebody) => [...somebody]))
  const identified = people().identifiedWithin(budget, record, sent)
  if (earlierPeople === undefined) return undefined
  return identified?.filter((somebody) => ![...somebody].some((person) => known.has(person)))
}
