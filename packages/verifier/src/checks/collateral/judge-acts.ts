import type { CollectedRecord, RecordCollection } from '../../evidence/collections/record-collection.js'
import type { People, Somebody } from '../../evidence/people/people.js'
import type { EvidenceState } from '../../evidence/state/evidence-state.js'
import type { RecordedAct } from '../../evidence/state/recorded-acts.js'
import type { MatchScope } from '../../matchers/matcher.js'
import { readEach } from '../fields/read-each.js'
import type { Allowance, Presence } from './allowance.js'
import { type ActsResult, type Course, describeMiss, maxExplained, type Unwanted, uncovered } from './course.js'
import { type JudgedAct, judgedTogether, type Permit, strangersAmong, valuesIn } from './disclosure.js'
import { type ExtraMember, showExtras } from './extra-members.js'
import { type RecordOfAct, recordsOfAct } from './record-of-act.js'

/** The input of {@link judgeActs}. */
export interface ActsRule<Value> {
  readonly collection: RecordCollection<Value>
  readonly allowances: readonly Allowance<Value>[]
  readonly people: () => People
  /** Whether a state has a record with a key. */
  readonly hasKey: (state: EvidenceState, key: string) => boolean
  /** Keys by which results for the acts are kept while the check pauses. */
  readonly keys: Readonly<Record<'recorded' | 'sent' | 'removed', object>>
}

/** Returns the acts that no entry covers. */
export function judgeActs<Value>(acts: readonly RecordedAct[], rule: ActsRule<Value>, course: Course): ActsResult {
  const { collection, allowances, people, keys } = rule
  const { initial, final, scope, evidence, context } = course
  // Counted, so that the result is kept while the check pauses.
  scope.budget?.compare(acts.length)
  const looked = { states: [final, initial], budget: scope.budget }
  const records = readEach(acts, keys.recorded, scope, (act) => recordsOfAct(act, collection, looked))
  const unreadable = acts.flatMap((act, index) => (records[index]?.length === 0 ? actsWithout(act, collection) : []))
  const recorded = records.flat()
  if (recorded.length === 0) return { unwanted: unreadable, unknown: [] }
  const presenceOf = (record: CollectedRecord<Value>): Presence => {
    const key = collection.keyOf(record)
    if (key === undefined) return 'unknown'
    return rule.hasKey(initial, key) ? 'known' : 'new'
  }
  const sent = recorded.filter(({ act }) => act.what === 'sent')
  // The removal of an initial record is a change, which the states show.
  const removed = recorded.filter(({ act, record }) => act.what === 'removed' && presenceOf(record) === 'new')
  const permits = allowances.map(
    (allowance): Permit<Value> => ({ allowance, allowed: allowance.people(people, evidence, context) }),
  )
  const unknown: string[] = []
  const judged: JudgedAct<Value>[] = []
  const found = readEach(sent, keys.sent, scope, (one) => judgeSent(one, presenceOf(one.record), permits, rule, scope))
  for (const [index, one] of found.entries()) {
    if (one === undefined) unknown.push(sent[index]?.record.name ?? '')
    else judged.push(one)
  }
  const together = judgedTogether(judged, collection, permits, { people, budget: scope.budget })
  if (together === undefined) unknown.push(`${collection.noun} to one recipient`)
  const units = onePerRecord(together ?? judged)
  const fitting = units.map((unit) => unit.fitting)
  const unwanted = uncovered(allowances, fitting, scope).map(({ position, excess }, index): Unwanted => {
    const unit = units[position] as JudgedAct<Value>
    return describeSent(unit, excess, index < maxExplained, rule, scope)
  })
  const verdicts = readEach(removed, keys.removed, scope, (one) =>
    allowances.map((allowance) => allowance.coversAct(one, 'new', scope)),
  )
  const undone: Unwanted[] = []
  for (const [index, one] of removed.entries()) {
    const verdict = verdicts[index] ?? []
    if (verdict.includes(true)) continue
    if (verdict.includes(undefined)) unknown.push(one.record.name)
    else {
      const extras = undone.length < maxExplained ? listExtras(allowances, one.record, scope) : []
      undone.push(createdAndRemoved(one, collection, extras))
    }
  }
  return { unwanted: [...unreadable, ...unwanted, ...undone], unknown }
}

/** Reports an act whose record cannot be read, which no entry covers. Nothing if the act has no record by right. */
function actsWithout<Value>(
  { what, record, event }: RecordedAct,
  { name, noun, findFault }: RecordCollection<Value>,
): readonly Unwanted[] {
  const why = findFault?.(record)
  if (why === undefined) return []
  const shown = { ...event, collection: name, unreadable: why }
  const subject = `an item of the ${noun} that cannot be read (${why})`
  return [
    { what: what === 'removed' ? 'created and removed' : 'sent', name: subject, excess: false, discloses: [], shown },
  ]
}

/** Returns the entries that cover a record that was sent; undefined if that cannot be decided. */
function judgeSent<Value>(
  one: RecordOfAct<Value>,
  presence: Presence,
  permits: readonly Permit<Value>[],
  { collection, people }: ActsRule<Value>,
  scope: MatchScope,
): JudgedAct<Value> | undefined {
  const covering: number[] = []
  const fitting: number[] = []
  const strangers = new Set<string>()
  let undecided = false
  let identified: readonly Somebody[] | undefined
  for (const [index, { allowance, allowed }] of permits.entries()) {
    const verdict = allowance.coversAct(one, presence, scope)
    if (verdict === false) continue
    covering.push(index)
    if (allowed !== undefined && identified === undefined) {
      const values = valuesIn(collection, one.record, scope.budget)
      identified = people().identifiedWithin(scope.budget, one.act.record, values)
      if (identified === undefined) undecided = true
    }
    const others = allowed === undefined ? [] : strangersAmong(identified ?? [], allowed)
    for (const other of others) strangers.add(other)
    if (others.length > 0) continue
    // Unknown members of the record may identify somebody.
    if (verdict === undefined || (allowed !== undefined && (identified === undefined || one.unknown.length > 0)))
      undecided = true
    else fitting.push(index)
  }
  if (fitting.length === 0 && undecided) return undefined
  return { one, covering, fitting, discloses: fitting.length === 0 ? [...strangers].sort() : [] }
}

function describeSent<Value>(
  { one: { act, record }, discloses, together = false }: JudgedAct<Value>,
  excess: boolean,
  isExplained: boolean,
  { collection, allowances }: ActsRule<Value>,
  scope: MatchScope,
): Unwanted {
  const extras = !isExplained || discloses.length > 0 ? [] : listExtras(allowances, record, scope)
  return {
    what: 'sent',
    get name() {
      return record.name
    },
    excess,
    ...describeMiss(extras),
    discloses,
    together,
    get shown() {
      return {
        ...act.event,
        collection: collection.name,
        ...(act.key !== undefined && { key: act.key }),
        ...(excess && { beyond: 'count' }),
        ...(discloses.length > 0 && { discloses }),
        ...(extras.length > 0 && { extra: showExtras(extras) }),
      }
    },
  }
}

/**
 * Reports a record that was created and removed again, because others may have read it and acted on it in between. It
 * does not count against an entry's `count`: correcting one's own work is no harm.
 */
function createdAndRemoved<Value>(
  { act, record }: RecordOfAct<Value>,
  { name, identify }: RecordCollection<Value>,
  extras: readonly ExtraMember[],
): Unwanted {
  return {
    what: 'created and removed',
    get name() {
      return record.name
    },
    excess: false,
    ...describeMiss(extras),
    discloses: [],
    get shown() {
      return {
        ...act.event,
        ...identify(record),
        collection: name,
        ...(extras.length > 0 && { extra: showExtras(extras) }),
      }
    },
  }
}

/** Returns the members that the most permissive entry does not allow in the record of an act. */
function listExtras<Value>(
  allowances: readonly Allowance<Value>[],
  record: CollectedRecord<Value>,
  scope: MatchScope,
): readonly ExtraMember[] {
  // An undecided text is not read again.
  const found = allowances.map((one) => one.extras(record, { ...scope, assumptions: undefined }))
  return found.filter((extras) => extras.length > 0).sort((a, b) => a.length - b.length)[0] ?? []
}

/** Merges acts on one record that fit the same entries. */
function onePerRecord<Value>(judged: readonly JudgedAct<Value>[]): readonly JudgedAct<Value>[] {
  const seen = new Set<string>()
  return judged.filter(({ one: { act }, fitting }) => {
    if (act.key === undefined) return true
    const unit = [fitting.join(), act.key].join(' ')
    if (seen.has(unit)) return false
    seen.add(unit)
    return true
  })
}
