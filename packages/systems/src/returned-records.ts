import type { RecordedEvent, ReturnedRecords, Steps } from '@carebench/protocol'

/** A record that a call returns: its collection, and a reference or identifier of each person whom it is about. */
export interface ReturnedRecord {
  readonly collection: string
  readonly people: readonly string[]
  /** False for a record that a search only examined. Default true. */
  readonly shown?: boolean
  /** The number of people whom it may be about, if nobody is named. Default: zero. */
  readonly more?: number
}

/**
 * Maximum number of people named for each collection of an event; others are only counted, because the log has an event
 * for every page read.
 */
const namedPeople = 100

/** The number of records counted per step. */
const countedInStep = 100

/**
 * Counts in steps the records that a call returned, by collection in order of first occurrence, in the form that events
 * have. Records that a search only examined do not count, but the people whom they are about are named.
 */
export function* returnedRecords(records: Iterable<ReturnedRecord>): Steps<readonly ReturnedRecords[]> {
  const found = new Map<string, { count: number; more: number; readonly people: Set<string> }>()
  let counted = 0
  for (const { collection, people, shown = true, more = 0 } of records) {
    if (++counted % countedInStep === 0) yield
    if (!shown && people.length === 0 && more === 0) continue
    const known = found.get(collection) ?? { count: 0, more: 0, people: new Set() }
    found.set(collection, known)
    if (shown) known.count++
    known.more = Math.max(known.more, more)
    for (const person of people) known.people.add(person)
  }
  return [...found].map(([collection, { count, people, more }]) => ({
    collection,
    count,
    people: [...people].slice(0, namedPeople),
    ...writeMore(Math.max(people.size, more) - Math.min(people.size, namedPeople)),
  }))
}

function writeMore(more: number): { readonly more?: number } {
  return more > 0 ? { more } : {}
}

/** Adds in steps the records that a call returned to its first event, which may have others. */
export function* tellReturned(
  events: readonly RecordedEvent[],
  records: Iterable<ReturnedRecord>,
): Steps<readonly RecordedEvent[]> {
  const returned = yield* returnedRecords(records)
  const [first, ...others] = events
  if (first === undefined || returned.length === 0) return events
  return [{ ...first, returned: [...(first.returned ?? []), ...returned] }, ...others]
}
