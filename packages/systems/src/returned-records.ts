import type { RecordedEvent, ReturnedRecords, Steps } from '@carebench/protocol'

/** A record that a call returns: its collection, and a reference or a number of each person whose record it is. */
export interface ReturnedRecord {
  readonly collection: string
  readonly people: readonly string[]
  /** False for a record that was only examined by a search. Default true. */
  readonly shown?: boolean
  /** The number of people whom it may be about, if nobody is named. Default: none. */
  readonly more?: number
}

/** People beyond these are only counted: a log has an event for every page that an agent reads. */
const namedPeople = 100

/** The number of records that are counted in one step. */
const countedInStep = 100

/**
 * Counts in steps the records that a call returned, in the form of an event: by collection in order of first
 * occurrence. An examined record that concerns nobody is not counted.
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

/** Returns, in steps, the events of a call; the first one also has the records that the call returned. */
export function* tellReturned(
  events: readonly RecordedEvent[],
  records: Iterable<ReturnedRecord>,
): Steps<readonly RecordedEvent[]> {
  const returned = yield* returnedRecords(records)
  const [first, ...others] = events
  return first === undefined || returned.length === 0 ? events : [{ ...first, returned }, ...others]
}
