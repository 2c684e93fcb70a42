import type { RecordedEvent, ReturnedRecords } from '@carebench/protocol'

/** A record that a call returns: its collection, and a reference or a number of each person whose record it is. */
export interface ReturnedRecord {
  readonly collection: string
  readonly people: readonly string[]
}

/** People beyond these are only counted: a log has an event for every page that an agent reads. */
const namedPeople = 100

/** What an event says of the records that a call returned, by collection in order of first occurrence. */
export function returnedRecords(records: Iterable<ReturnedRecord>): readonly ReturnedRecords[] {
  const found = new Map<string, { count: number; readonly people: Set<string> }>()
  for (const { collection, people } of records) {
    const known = found.get(collection) ?? { count: 0, people: new Set() }
    found.set(collection, known)
    known.count++
    for (const person of people) known.people.add(person)
  }
  return [...found].map(([collection, { count, people }]) => ({
    collection,
    count,
    people: [...people].slice(0, namedPeople),
    ...(people.size > namedPeople && { more: people.size - namedPeople }),
  }))
}

/** The events of a call of which the first also tells what the call returned. */
export function tellReturned(
  events: readonly RecordedEvent[],
  records: Iterable<ReturnedRecord>,
): readonly RecordedEvent[] {
  const returned = returnedRecords(records)
  const [first, ...others] = events
  return first === undefined || returned.length === 0 ? events : [{ ...first, returned }, ...others]
}
