import { type DateTimePrecision, type Issue, type Message, parseDateTime } from '@carebench/hl7v2'

/** How far MSH-7 may be from the clock: senders prepare messages, and clocks differ. */
const toleranceMs = 2 * 3_600_000

/** The time zones of senders that write no offset. */
const zonesMs = { behind: 12 * 3_600_000, ahead: 14 * 3_600_000 }

/** The longest time that a stamp of each precision covers. */
const spans: Readonly<Record<DateTimePrecision, number>> = {
  year: 366 * 86_400_000,
  month: 31 * 86_400_000,
  day: 86_400_000,
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
  fraction: 1,
}

/**
 * The issue of a message that was not made about now: MSH-7, if it is valid, covers no time within two hours of `at`, in any time
 * zone if it has no offset. Undefined if there is none.
 */
export function checkStamp(message: Message, at: string): Issue | undefined {
  const text = message.read('MSH-7.1')
  const stamp = typeof text === 'string' ? parseDateTime(text) : undefined
  if (typeof text !== 'string' || stamp === undefined) return undefined
  const now = Date.parse(at)
  const zones = /[+-]\d{4}$/.test(text) ? { behind: 0, ahead: 0 } : zonesMs
  const isEarly = stamp.time + spans[stamp.precision] < now - toleranceMs - zones.behind
  const isLate = stamp.time > now + toleranceMs + zones.ahead
  if (!isEarly && !isLate) return undefined
  const expected = `Expected the date and time of the message within two hours of now, ${at.slice(0, 19).replace(/[-T:]/g, '')}+0000`
  return { code: 102, segment: 'MSH', occurrence: 1, field: 7, component: 1, message: `${expected}, got ${text}.` }
}
