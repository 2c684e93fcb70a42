import type { EventRecord, JsonObject, JsonValue } from '@carebench/protocol'
import fc from 'fast-check'
import { demand, demandScore, runCriterion, type VerifierLaw } from './verifier-law.js'

/** The name of one begins with the name of another. */
const eventTypes = ['a.read', 'a.read-all', 'c.done'] as const

const start = Date.parse('2026-01-05T09:00:00.000Z')

function makeEntry(type: string, index: number, data: Record<string, string> = {}, seconds = 0): EventRecord {
  return { seq: index + 1, at: new Date(start + seconds * 1000).toISOString(), actor: 'agent', type, data }
}

interface LoggedType {
  readonly type: string
  readonly seconds: number
}

interface OrderedEvent {
  readonly type: readonly string[]
  readonly first: boolean
  /** Seconds after the previous event, with both limits included; null if they do not matter. */
  readonly spacing: { readonly at_least: number; readonly at_most: number } | null
}

function orderedEvent(): fc.Arbitrary<OrderedEvent> {
  return fc.record({
    type: fc.uniqueArray(fc.constantFrom(...eventTypes), { minLength: 1, maxLength: 2 }),
    first: fc.boolean(),
    spacing: fc.option(
      fc.tuple(fc.nat(2), fc.nat(1)).map(([at_least, more]) => ({ at_least, at_most: at_least + more })),
    ),
  })
}

/**
 * Each event of an order matches one log entry, after the entry of the previous event and with the specified time
 * between them.
 */
export const ordered: VerifierLaw = {
  name: 'one event is one entry',
  property: (verify) =>
    fc.property(
      fc.array(fc.record({ type: fc.constantFrom(...eventTypes), seconds: fc.nat(3) }), { maxLength: 5 }),
      fc.array(orderedEvent(), { minLength: 1, maxLength: 4 }),
      (log, [opening, ...following]) => {
        const orders = [...(opening === undefined ? [] : [{ ...opening, spacing: null }]), ...following]
        // An event that is already in the order cannot be the first of its type; the verifier rejects this.
        const wanted = orders.map((event, at) => ({
          ...event,
          first: event.first && !isRepeated(event, orders.slice(0, at)),
        }))
        const events = wanted.map(({ type, first, spacing }) => ({
          type: type.length === 1 ? type.join('') : [...type],
          ...(first && { first }),
          ...(spacing !== null && { seconds_after: spacing }),
        }))
        const entries = log.map(({ type, seconds }, index) => makeEntry(type, index, {}, seconds))
        const run = runCriterion(verify, { assert: 'event-order', events }, { events: entries })
        // The longest prefix that occurs in the log in order, found by trying each length.
        const longest = Math.max(...wanted.map((_, at) => (standsIn(wanted.slice(0, at + 1), log) ? at + 1 : 0)))
        demandScore(run, longest / wanted.length, { log, wanted })
      },
    ),
}

/** Whether an earlier event of the order matches the same entries. */
function isRepeated({ type }: OrderedEvent, before: readonly OrderedEvent[]): boolean {
  return before.some((other) => other.type.length === type.length && other.type.every((one) => type.includes(one)))
}

/** Whether the events can be matched with entries of the log after its entry `last`, in any way. */
function standsIn(prefix: readonly OrderedEvent[], log: readonly LoggedType[], last = -1): boolean {
  const [next, ...rest] = prefix
  if (next === undefined) return true
  const isMeant = ({ type }: LoggedType) => next.type.includes(type)
  return log.some((entry, at) => {
    const passed = entry.seconds - (log[last]?.seconds ?? 0)
    const isSpaced = next.spacing === null || (passed >= next.spacing.at_least && passed <= next.spacing.at_most)
    const isFirst = !next.first || !log.slice(0, at).some(isMeant)
    return at > last && isMeant(entry) && isSpaced && isFirst && standsIn(rest, log, at)
  })
}

/**
 * The time that {@link within} compares with: a date, the entries of a type, or the dates of rows, where null is a row
 * without a date.
 */
interface TimeReference {
  readonly of: JsonValue
  readonly seconds: (log: readonly LoggedType[]) => readonly number[]
}

function momentAt(seconds: number): string {
  return new Date(start + seconds * 1000).toISOString()
}

function timeReference(rows: readonly (number | null)[]): fc.Arbitrary<TimeReference> {
  return fc.oneof(
    fc.nat(4).map((seconds): TimeReference => ({ of: momentAt(seconds), seconds: () => [seconds] })),
    fc.constantFrom(...eventTypes).map(
      (type): TimeReference => ({
        of: { type },
        seconds: (log) => log.flatMap((entry) => (entry.type === type ? [entry.seconds] : [])),
      }),
    ),
    fc.constantFrom(0, 1).map(
      (key): TimeReference => ({
        of: { collection: 'portal.terms', where: { key }, path: 'due' },
        seconds: () => rows.flatMap((row, index) => (row !== null && index % 2 === key ? [row] : [])),
      }),
    ),
  )
}

/**
 * The limits of a time are in seconds from the earliest reference time; without a reference time, no time is within
 * them.
 */
export const within: VerifierLaw = {
  name: 'a time is within limits of another',
  property: (verify) =>
    fc.property(
      fc.array(fc.record({ type: fc.constantFrom(...eventTypes), seconds: fc.nat(4) }), { maxLength: 4 }),
      fc
        .array(fc.option(fc.nat(4)), { maxLength: 4 })
        .chain((rows) => timeReference(rows).map((reference) => ({ rows, ...reference }))),
      fc.option<number, null>(fc.integer({ min: -2, max: 2 }), { nil: null }),
      fc.integer({ min: -2, max: 3 }),
      fc.nat(4),
      (log, { rows, of, seconds }, least, most, value) => {
        const limits = {
          of,
          ...(least !== null && { at_least_seconds: least }),
          at_most_seconds: Math.max(most, least ?? most),
        }
        const terms = rows.map((row, index) => ({ key: index % 2, due: row === null ? 'soon' : momentAt(row) }))
        const events = log.map((entry, index) => makeEntry(entry.type, index, {}, entry.seconds))
        const check = { path: 'v', expected: { $within: limits } }
        const evidence = { events, portal: { terms }, output: { v: momentAt(value) } }
        const run = runCriterion(verify, { assert: 'output-match', fields: [check] }, evidence)
        const distance = value - Math.min(...seconds(log))
        const isWithin =
          Number.isFinite(distance) && distance >= (least ?? distance) && distance <= limits.at_most_seconds
        demandScore(run, isWithin ? 1 : 0, { log, rows, limits, value })
      },
    ),
}

const acts = ['fhir.create', 'fhir.delete', 'fhir.read'] as const
const references = ['Task/1', 'Task/2'] as const

/** Each entry of the log counts, whatever the later ones are. */
export const counted: VerifierLaw = {
  name: 'an act is counted as often as it was done',
  property: (verify) =>
    fc.property(
      fc.array(fc.record({ type: fc.constantFrom(...acts), reference: fc.constantFrom(...references) }), {
        maxLength: 6,
      }),
      fc.subarray([...acts], { minLength: 1 }),
      fc.option<(typeof references)[number], null>(fc.constantFrom(...references), { nil: null }),
      fc.nat(3),
      fc.constantFrom(1, 1, 30),
      (drawn, type, reference, count, times) => {
        const log = Array.from({ length: times }, () => drawn).flat()
        const entries = log.map((act, index) => makeEntry(act.type, index, { reference: act.reference }))
        const where: JsonObject = reference === null ? {} : { where: { 'data.reference': reference } }
        const done = log.filter(
          (act) => type.includes(act.type) && (reference === null || act.reference === reference),
        ).length
        const score = (expected: number | { readonly $lte: number }) =>
          runCriterion(verify, { assert: 'event-count', type, ...where, count: expected }, { events: entries }).score
        demand(
          score(done) === 1 &&
            score(count) === (done === count ? 1 : 0) &&
            score({ $lte: count }) === (done <= count ? 1 : 0),
          () => `expected ${done} of ${JSON.stringify({ log, type, reference })}`,
        )
      },
    ),
}
