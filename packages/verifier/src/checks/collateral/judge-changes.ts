import type { Change } from '../../evidence/collections/changes.js'
import type { CollectedRecord, RecordCollection } from '../../evidence/collections/record-collection.js'
import type { People } from '../../evidence/people/people.js'
import { maxOfPiece } from '../../evidence/state/recorded-acts.js'
import type { MatchScope } from '../../matchers/matcher.js'
import { readEach } from '../fields/read-each.js'
import type { Allowance, AllowanceMiss } from './allowance.js'
import { type ChangesResult, type Course, maxExplained, type Unwanted, uncovered } from './course.js'
import { newlyIdentified, strangersAmong } from './disclosure.js'
import { showExtras } from './extra-members.js'

/** The changes in a collection, the entries that may cover them, and the people whom they may identify. */
export interface JudgedChanges<Value> {
  readonly changes: readonly Change<CollectedRecord<Value>>[]
  readonly collection: RecordCollection<Value>
  readonly allowances: readonly Allowance<Value>[]
  readonly people: () => People
  /** Whether an event lists a record with this value as sent. */
  readonly isListed: (value: string) => boolean
}

/** The relation of the entries to one change. */
interface Covered {
  /** The positions of the entries that cover it. */
  readonly fitting: readonly number[]
  /** The number of places that it takes in an entry. */
  readonly places: number
  /** The people who are the only reason why no entry covers it. */
  readonly discloses: readonly string[]
}

/**
 * Returns the changes that no entry covers.
 *
 * @param key - the key by which results for the changes are kept while the check pauses
 */
export function judgeChanges<Value>(judged: JudgedChanges<Value>, key: object, course: Course): ChangesResult {
  const { changes } = judged
  const { scope } = course
  // Counted, so that the result is kept while the check pauses.
  scope.budget?.compare(changes.length)
  let allowed: readonly (ReadonlySet<string> | undefined)[] | undefined
  const { evidence, context } = course
  const allowedBy: AllowedBy = (position) => {
    allowed ??= judged.allowances.map((one) => one.people(judged.people, evidence, context))
    return allowed[position]
  }
  const covered = readEach(changes, key, scope, (change) => coverChange(change, judged, allowedBy, scope))
  if (changes.length > maxOfPiece) scope.budget?.rest(key)
  const unknown: string[] = []
  const items: { readonly index: number; readonly fitting: readonly number[] }[] = []
  for (const [index, one] of covered.entries()) {
    if (one === undefined) unknown.push(changes[index]?.record.name ?? '')
    else for (let place = 0; place < one.places; place++) items.push({ index, fitting: one.fitting })
  }
  const fitting = items.map((item) => item.fitting)
  const excesses = new Map<number, boolean>()
  for (const { position, excess } of uncovered(judged.allowances, fitting, scope)) {
    const item = items[position]
    if (item !== undefined) excesses.set(item.index, excess)
  }
  const unwanted = [...excesses].map(([index, excess], position): Unwanted => {
    const change = changes[index] as Change<CollectedRecord<Value>>
    const isExplained = position < maxExplained
    return describeUnwanted(change, { excess, discloses: covered[index]?.discloses ?? [], isExplained }, judged, scope)
  })
  return { count: changes.length, unwanted, unknown }
}

/** Returns the people whom an entry allows to identify; undefined if it allows anybody. */
type AllowedBy = (position: number) => ReadonlySet<string> | undefined

/** Undefined if the budget does not suffice to find the people whom the change identifies. */
function coverChange<Value>(
  change: Change<CollectedRecord<Value>>,
  { collection, allowances, people, isListed }: JudgedChanges<Value>,
  allowedBy: AllowedBy,
  scope: MatchScope,
): Covered | undefined {
  const covering = allowances.flatMap((allowance, index) => (allowance.covers(change, scope) ? [index] : []))
  const isSent = collection.outward || collection.sentTexts !== undefined
  const isLimited = isSent && covering.some((position) => allowedBy(position) !== undefined)
  const identifying = { people, budget: scope.budget }
  const identified = isLimited ? newlyIdentified(change, collection, identifying, isListed) : []
  if (identified === undefined) return undefined
  const strangersTo = (position: number): readonly string[] => {
    const allowed = identified.length === 0 ? undefined : allowedBy(position)
    return allowed === undefined ? [] : strangersAmong(identified, allowed)
  }
  const fitting = covering.filter((position) => strangersTo(position).length === 0)
  const places = listPlaces(
    change,
    collection,
    fitting.flatMap((position) => allowances[position] ?? []),
  )
  const isDisclosure = fitting.length < covering.length && fitting.length === 0
  return { fitting, places, discloses: isDisclosure ? [...new Set(covering.flatMap(strangersTo))].sort() : [] }
}

interface Reason {
  readonly excess: boolean
  readonly discloses: readonly string[]
  readonly isExplained: boolean
}

function describeUnwanted<Value>(
  change: Change<CollectedRecord<Value>>,
  { excess, discloses, isExplained }: Reason,
  { collection, allowances }: JudgedChanges<Value>,
  scope: MatchScope,
): Unwanted {
  const fitsOnlyAfter = isExplained && allowances.some((one) => one.fitsOnlyAfter(change, scope))
  const miss = excess || fitsOnlyAfter || !isExplained ? undefined : nearestMiss(allowances, change, scope)
  return new UnwantedChange(change, collection, { excess, fitsOnlyAfter, discloses, nearest: miss })
}

interface Fault extends Pick<Unwanted, 'excess' | 'discloses'> {
  readonly fitsOnlyAfter: boolean
  readonly nearest: AllowanceMiss | undefined
}

/** A class, because thousands of objects with getters of their own take tens of milliseconds to make. */
class UnwantedChange<Value> implements Unwanted {
  readonly #change: Change<CollectedRecord<Value>>
  readonly #collection: RecordCollection<Value>
  readonly #fault: Fault

  constructor(change: Change<CollectedRecord<Value>>, collection: RecordCollection<Value>, fault: Fault) {
    this.#change = change
    this.#collection = collection
    this.#fault = fault
  }

  get what() {
    return this.#change.what
  }

  get name() {
    return this.#change.record.name
  }

  get excess() {
    return this.#fault.excess
  }

  get fitsOnlyAfter() {
    return this.#fault.fitsOnlyAfter
  }

  get miss() {
    const { nearest } = this.#fault
    return nearest && `entry ${nearest.number} ${nearest.why}`
  }

  get discloses() {
    return this.#fault.discloses
  }

  get shown() {
    const { excess, discloses, nearest } = this.#fault
    return {
      ...this.#collection.identify(this.#change.record),
      collection: this.#collection.name,
      change: this.what,
      ...(discloses.length > 0 && { discloses }),
      ...(nearest?.extras && { extra: showExtras(nearest.extras) }),
      ...(excess && { beyond: 'count' }),
    }
  }
}

/**
 * Returns why the entry with the most satisfied conditions does not cover a change. The choice does not depend on the
 * order of the entries.
 */
function nearestMiss<Value>(
  allowances: readonly Allowance<Value>[],
  change: Change<CollectedRecord<Value>>,
  scope: MatchScope,
): AllowanceMiss | undefined {
  const misses = allowances.flatMap((one) => one.describeMiss(change, scope) ?? [])
  const [nearest] = [...misses].sort((a, b) => a.failed - b.failed || (a.why < b.why ? -1 : a.why > b.why ? 1 : 0))
  return nearest
}

/**
 * Returns the number of places that a change takes. A changed record without a key may be one that was removed and
 * another in its place, so it counts as two, unless an entry with `fields` says how it may change. A record about
 * several people or requests counts once for each of them, unless an entry judges it as a whole.
 */
function listPlaces<Value>(
  { record, earlier }: Change<CollectedRecord<Value>>,
  collection: RecordCollection<Value>,
  fitting: readonly Allowance<Value>[],
): number {
  const isGuess = earlier !== undefined && collection.keyOf(record) === undefined
  const places = fitting.length === 0 ? 1 : Math.min(...fitting.map((allowance) => allowance.places(record)))
  return isGuess && !fitting.some(({ hasFields }) => hasFields) ? Math.max(places, 2) : places
}
