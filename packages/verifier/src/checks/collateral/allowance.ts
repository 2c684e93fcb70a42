import type { JsonValue } from '@carebench/protocol'
import { Type } from 'typebox'
import type { Change } from '../../evidence/collections/changes.js'
import type { CollectedRecord, RecordCollection } from '../../evidence/collections/record-collection.js'
import { listIdentifyingValues } from '../../evidence/identifying-values.js'
import type { People } from '../../evidence/people/people.js'
import type { PreparedEvidence } from '../../evidence/prepared-evidence.js'
import { compileMatcher } from '../../matchers/compile-matcher.js'
import type { Matcher, MatchScope } from '../../matchers/matcher.js'
import { type Findings, pointerTo } from '../../values/finding.js'
import { isJsonObject } from '../../values/json/is-json-object.js'
import { shorten, showJson } from '../../values/json/show-json.js'
import type { JsonPath } from '../../values/paths/json-path.js'
import { type CheckContext, systemMember } from '../check.js'
import { compileFields, type Field, fieldResults, passesAll } from '../fields/field.js'
import { conditionPaths, type SelectingPath } from '../fields/selecting-path.js'
import { conditionsAt } from '../fields/written-field.js'
import { aboutSchema, allowedPeople, refuseWordInList, type WrittenAbout } from './about.js'
import {
  type AllowedPlaces,
  changesOutside,
  compilePlaces,
  describeChanges,
  reads,
  staysWithin,
} from './allowed-places.js'
import { compileMembers, describeExtras, type ExtraMember, memberPaths } from './extra-members.js'
import type { RecordOfAct } from './record-of-act.js'

/** An entry of `allow`. */
export const allowanceSchema = Type.Object(
  {
    collection: Type.String({ minLength: 1 }),
    system: systemMember,
    where: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    fields: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        description:
          'The paths that may change. The entry then covers only changed records, and only if nothing else in them ' +
          'changed; with "members" also new ones.',
      }),
    ),
    members: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        minItems: 1,
        description:
          'All that a new record may have, as names or paths: members of a resource, a row or a message, or ' +
          'columns of a file. What the system writes by itself is always allowed. The entry then covers only new ' +
          'records, and with "fields" also changed ones.',
      }),
    ),
    count: Type.Optional(
      Type.Unknown({
        description:
          'Maximum number of changes that the entry covers: a number, or a matcher whose largest accepted number ' +
          'counts.',
      }),
    ),
    about: Type.Optional(aboutSchema),
  },
  { additionalProperties: false },
)

/** An entry of `allow` as it is written, without its collection. */
export interface WrittenAllowance {
  readonly where?: Readonly<Record<string, unknown>>
  readonly fields?: readonly string[]
  readonly members?: readonly string[]
  readonly count?: unknown
  readonly about?: WrittenAbout
  /** The JSON Pointer of the entry. */
  readonly at: string
  /** The number of the entry in `allow`, from 1. */
  readonly number: number
}

/** A compiled entry of `allow`. */
export interface Allowance<Value> {
  /** Whether the entry lists the paths that may change. */
  readonly hasFields: boolean
  /**
   * Whether the entry covers a change, `count` aside: the record satisfies `where` after the change and, if it existed,
   * before it. Conditions on members that may change matter only after the change.
   */
  covers(change: Change<CollectedRecord<Value>>, scope: MatchScope): boolean
  /**
   * The number of places that a record takes in the entry: one for each person or request in it that the entry judges
   * separately, such as several claims in one transaction.
   */
  places(record: CollectedRecord<Value>): number
  /** Whether a changed record satisfies `where` after the change, but did not before it. */
  fitsOnlyAfter(change: Change<CollectedRecord<Value>>, scope: MatchScope): boolean
  /**
   * Returns why the entry does not cover a change; undefined if only its `count` is too small, or if {@link
   * fitsOnlyAfter} explains it.
   */
  describeMiss(change: Change<CollectedRecord<Value>>, scope: MatchScope): AllowanceMiss | undefined
  /**
   * Whether the entry covers an outward act, `count` aside; undefined if that depends on unknown members of the record.
   * An entry with `fields` covers an act on an initial record; the states decide which of its changes are allowed. An
   * entry with `members` alone covers no act on such a record.
   */
  coversAct(sent: RecordOfAct<Value>, presence: Presence, scope: MatchScope): boolean | undefined
  /**
   * Returns the members that are the only reason why the entry does not cover a new record; empty if the entry covers
   * it, or if there is another reason.
   */
  extras(record: CollectedRecord<Value>, scope: MatchScope): readonly ExtraMember[]
  /** The people whom sent records may identify; undefined if they may identify anybody. */
  people(people: () => People, evidence: PreparedEvidence, context: CheckContext): ReadonlySet<string> | undefined
  /** Maximum number of changes that the entry covers if `fitting` changes fit it. */
  capacity(fitting: number, scope: MatchScope): number
  /** The paths of `where`, and the `members`. */
  readonly selectingPaths: readonly SelectingPath[]
}

/** Whether a record was in the initial state; `unknown` for records without a key. */
export type Presence = 'new' | 'known' | 'unknown'

/** Why an entry does not cover a change. */
export interface AllowanceMiss {
  /** The number of conditions in `where` that the record does not satisfy. */
  readonly failed: number
  /** The number of the entry in `allow`, from 1. */
  readonly number: number
  /** Completes a sentence about the entry: `wants status "sent", found "draft"`. */
  readonly why: string
  /** The members of a new record that it does not allow. */
  readonly extras?: readonly ExtraMember[]
}

interface Compilation {
  readonly findings: Findings
  readonly entityPaths: JsonPath[]
}

/** Units of work that comparing one subject of a record with conditions takes. */
const unitsOfSubject = 10

/** Compiles an entry for its collection; undefined after reporting errors. */
export function compileAllowance<Value>(
  written: WrittenAllowance,
  collection: RecordCollection<Value>,
  options: Compilation,
): Allowance<Value> | undefined {
  const { where = {}, fields, members, count, at, number } = written
  const conditions = compileFields(conditionsAt(where, pointerTo(at, 'where')), collection.format, options)
  const mayChange = fields && compileChangeable(fields, pointerTo(at, 'fields'), collection, options.findings)
  const findExtras = members && compileMembers(members, pointerTo(at, 'members'), collection, options.findings)
  const capacity = compileCount(count, pointerTo(at, 'count'), options)
  refuseWordInList(written.about, 'anyone', pointerTo(at, 'about'), options.findings)
  if (conditions === undefined || capacity === undefined) return undefined
  if ((fields && mayChange === undefined) || (members && findExtras === undefined)) return undefined
  const lasting = mayChange === undefined ? conditions : conditions.filter(({ path }) => !reads(path.text, mayChange))
  const texts = conditions.map(({ path }) => path.text)
  // Only paths such as PID[2].3 affect the number of people whom a record is about.
  const numbering = texts.filter((text) => text.includes('['))
  const fits = (fields: readonly Field<Value>[], value: Value, scope: MatchScope): boolean => {
    const subjects = collection.subjects(value, texts)
    scope.budget?.hastenPause(subjects.length * unitsOfSubject)
    return subjects.every((subject) => passesAll(fields, subject, scope))
  }
  const subjectsOf = (records: readonly CollectedRecord<Value>[] | undefined) =>
    records?.flatMap(({ value }) => collection.subjects(value, texts))
  const extrasOf = (record: CollectedRecord<Value>): readonly ExtraMember[] => findExtras?.(record) ?? []
  return {
    hasFields: mayChange !== undefined,
    covers(change, scope) {
      const { record, earlier } = change
      if (!fits(conditions, record.value, scope)) return false
      // The agent must not rewrite a record in another state, or of another person, until it fits.
      if (earlier !== undefined && !fits(lasting, earlier.value, scope)) return false
      if (findExtras !== undefined && change.what === 'added') return extrasOf(record).length === 0
      if (mayChange !== undefined) return staysWithin(mayChange, change, collection)
      return findExtras === undefined && isAboutTheSame(collection, change)
    },
    places: ({ value }) => collection.subjects(value, numbering).length,
    fitsOnlyAfter: ({ record, earlier }, scope) =>
      earlier !== undefined && fits(conditions, record.value, scope) && !fits(lasting, earlier.value, scope),
    describeMiss(change, { entity, budget }) {
      // An undecided text is not read again. Reading a text for a description is work too.
      const scope = { entity, budget }
      const { record, earlier } = change
      const failed = conditions.filter((one) => !fits([one], record.value, scope))
      const [first] = failed
      if (first !== undefined) {
        return { failed: failed.length, number, why: `wants ${describeFailed(first, record.value, scope)}` }
      }
      if (earlier !== undefined && !fits(lasting, earlier.value, scope)) return undefined
      if (findExtras !== undefined && change.what === 'added') {
        const extras = extrasOf(record)
        return extras.length === 0
          ? undefined
          : { failed: 0, number, why: `allows no ${describeExtras(extras)}`, extras }
      }
      if (mayChange === undefined) {
        if (findExtras !== undefined) return { failed: 0, number, why: 'allows only new records' }
        return isAboutTheSame(collection, change)
          ? undefined
          : { failed: 0, number, why: 'does not allow that it is about somebody else than before' }
      }
      if (staysWithin(mayChange, change, collection)) return undefined
      const paths = (fields ?? []).map((field) => showJson(field)).join(', ')
      const why =
        earlier === undefined
          ? `allows only changes of ${paths}`
          : `allows only ${paths}; ${describeChanges(changesOutside(mayChange, change, collection))}`
      return { failed: 0, number, why }
    },
    coversAct({ record, unknown }, presence, scope) {
      if (mayChange !== undefined && findExtras === undefined && presence === 'new') return false
      if (findExtras !== undefined && mayChange === undefined && presence === 'known') return false
      const [certain, uncertain] = divide(
        conditions,
        ({ path }) => !unknown.some((member) => mayRead(path.text, member)),
      )
      if (!fits(certain, record.value, scope)) return false
      const limits = findExtras !== undefined && presence !== 'known'
      if (limits && extrasOf(record).length > 0) return false
      return uncertain.length === 0 && !(limits && unknown.length > 0) ? true : undefined
    },
    extras: (record, scope) => (fits(conditions, record.value, scope) ? extrasOf(record) : []),
    people: (people, evidence, context) => allowedPeople(written, people, evidence, context),
    capacity,
    selectingPaths: [
      ...conditionPaths(conditions, {
        noun: collection.noun,
        records: (state) => subjectsOf(collection.records(state)),
        changed: (earlier, state) => subjectsOf(collection.differing?.(earlier, state)?.after),
      }),
      ...memberPaths(members ?? [], pointerTo(at, 'members'), collection),
    ],
  }
}

function compileChangeable<Value>(
  fields: readonly string[],
  at: string,
  { format, noun }: RecordCollection<Value>,
  findings: Findings,
): AllowedPlaces | undefined {
  if (format.hasJsonPaths !== true) {
    return findings.add(at, `expected no "fields" for ${noun}: once there, they never change; leave "fields" out`)
  }
  return compilePlaces(fields, at, findings)
}

/** Returns a condition that a record does not satisfy, with the record's value: `status "sent", found "draft"`. */
function describeFailed<Value>(condition: Field<Value>, value: Value, scope: MatchScope): string {
  const [result] = fieldResults([condition], value, scope)
  const found = result === undefined || result.missing === true ? 'nothing there' : shorten(showJson(result.actual), 80)
  return `${condition.shownPath} ${shorten(condition.shownExpected, 80)}, found ${found}`
}

function divide<Item>(items: readonly Item[], accepts: (item: Item) => boolean): readonly [Item[], Item[]] {
  const accepted: Item[] = []
  const others: Item[] = []
  for (const item of items) (accepts(item) ? accepted : others).push(item)
  return [accepted, others]
}

/** Whether a path into a record may read a member of it. */
function mayRead(path: string, member: string): boolean {
  return path === '' || path.replace(/^\//, '').startsWith(member)
}

/**
 * Whether a changed record refers to the same people as before: a record moved from one person to another changes both
 * charts, whatever its new content. An entry that lists such a member in `fields` covers the change.
 */
function isAboutTheSame<Value>(
  collection: RecordCollection<Value>,
  { record, earlier }: Change<CollectedRecord<Value>>,
): boolean {
  if (earlier === undefined || (collection.identifies.reference ?? []).length === 0) return true
  const referred = ({ value }: CollectedRecord<Value>): ReadonlySet<string> =>
    new Set(
      listIdentifyingValues(
        { ...collection, collection: collection.name },
        value,
        (detail) => detail === 'reference',
      ).map(({ value }) => String(collection.format.comparable?.(value) ?? value)),
    )
  const now = referred(record)
  return [...referred(earlier)].every((reference) => now.has(reference))
}

type Capacity = Allowance<unknown>['capacity']

function compileCount(count: unknown, at: string, options: Compilation): Capacity | undefined {
  if (count === undefined) return () => Number.POSITIVE_INFINITY
  if (typeof count === 'number') {
    if (Number.isInteger(count) && count >= 0) return () => count
    return options.findings.add(at, `expected a whole number of at least 0, or a matcher; found ${count}`)
  }
  if (!isJsonObject(count) || !Object.keys(count).some((key) => key.startsWith('$'))) {
    const found = showJson(count as JsonValue)
    return options.findings.add(
      at,
      `expected a whole number of at least 0, or a matcher such as {"$lte": 2}; found ${found}, which no number of ` +
        'changes equals',
    )
  }
  const matcher = compileMatcher(count, at, options)
  return matcher && ((fitting, scope) => largestAccepted(matcher, fitting, scope))
}

function largestAccepted(matcher: Matcher, fitting: number, scope: MatchScope): number {
  for (let many = fitting; many > 0; many--) if (matcher(many as JsonValue, scope)) return many
  return 0
}
