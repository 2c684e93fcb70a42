import type { Chance } from '../../chance.js'
import { months } from '../../clinic/dates.js'
import { today } from '../../clinic/today.js'
import type { Level } from '../../task.js'

/** The part of the day that a practice wishes for the visit. */
export type Half = 'mornings' | 'afternoons' | 'any time'

/** A period of days, both ends included. */
export interface Window {
  readonly first: string
  readonly last: string
}

/** A slot of a schedule. */
export interface Slot {
  readonly id: string
  /** In Central time, like `time`. */
  readonly day: string
  readonly time: string
  readonly status: 'free' | 'busy'
  /** Whether it is a slot of the referral's doctor. */
  readonly own: boolean
  /** Why it is not the right one, for the card; null if it may be. */
  readonly differsIn: string | null
  /** Present if another referral, which has the first choice, books it. */
  readonly left?: true
}

/** The first day on which the clocks are five hours behind UTC. */
const summerTime = '2026-03-08'

/** Returns how many hours Central time is behind UTC on a day. */
export function hoursBehind(day: string): number {
  return day < summerTime ? 6 : 5
}

/** Returns the start of a slot in UTC, `2026-03-12T14:00:00Z`, or a time some minutes later. */
export function toInstant({ day, time }: Pick<Slot, 'day' | 'time'>, minutes = 0): string {
  const local = Date.parse(`${day}T${time}:00Z`)
  return `${new Date(local + hoursBehind(day) * 3_600_000 + minutes * 60_000).toISOString().slice(0, 19)}Z`
}

/** Returns the time of day some minutes later, `10:15`. */
export function laterTime(time: string, minutes: number): string {
  return new Date(Date.parse(`${today}T${time}:00Z`) + minutes * 60_000).toISOString().slice(11, 16)
}

/** Whether a slot suits a practice; the status of the slot does not matter. */
export function suits({ day, time }: Slot, { first, last }: Window, half: Half): boolean {
  if (day < first || day > last) return false
  return half === 'any time' || time < '12:00' === (half === 'mornings')
}

/** Returns the earliest free slot of the doctor that suits the practice, between two days. */
export function earliest(
  slots: readonly Slot[],
  {
    window,
    half,
    from = '',
    until = '9',
  }: {
    readonly window: Window
    readonly half: Half
    readonly from?: string
    readonly until?: string
  },
): Slot | undefined {
  const fitting = slots.filter(
    (slot) =>
      slot.own &&
      slot.status === 'free' &&
      !slot.left &&
      suits(slot, window, half) &&
      slot.day >= from &&
      slot.day <= until,
  )
  return fitting.toSorted((one, other) => (toInstant(one) < toInstant(other) ? -1 : 1))[0]
}

/** The slots around a referral, and the days that decide between them. */
export interface DrawnSlots {
  readonly slots: readonly Slot[]
  readonly half: Half
  readonly window: Window
  /** The first day of the window after a change by which the first slot is too early. */
  readonly changedFirst: string
  readonly lastDay: string
  /** The day from which on the patient can come: one that leaves a slot (`fromWithin`), or none (`fromBeyond`). */
  readonly fromWithin: string
  readonly fromBeyond: string
}

/** Returns the slots, with the one that another referral books marked as taken. */
export function leaveTo(booked: Slot | null, drawn: DrawnSlots): DrawnSlots {
  const slots = drawn.slots.map(
    (slot): Slot => (slot.id === booked?.id ? { ...slot, left: true, differsIn: 'the referral that it is for' } : slot),
  )
  return { ...drawn, slots }
}

/** Draws slots: four of the doctor that suit the practice, on successive days, and others that nearly do. */
export function drawSlots(chance: Chance, level: Level, serial: number): DrawnSlots {
  const days = businessDays()
  const half = chance.pick<Half>(level === 'E' ? ['mornings', 'any time'] : ['mornings', 'afternoons'])
  let index = chance.integer(0, level === 'E' ? 5 : 3)
  const next = (most: number, least = 1): string => {
    index += chance.integer(least, most)
    return days[index] ?? ''
  }
  const before = days[index] ?? ''
  const first = next(1)
  const d1 = next(2)
  const d2 = next(2)
  const d3 = next(2)
  const d4 = next(3)
  const last = next(2, 0)
  const after = next(1)
  const morning = (early: boolean) => chance.pick(early ? ['08:00', '08:30'] : ['09:30', '10:00', '11:00', '11:30'])
  const afternoon = (early: boolean) => chance.pick(early ? ['12:00', '12:30'] : ['13:30', '14:00', '15:00', '15:30'])
  const right = (early = false) => (half === 'afternoons' ? afternoon(early) : morning(early))
  const wrong = () => (half === 'afternoons' ? morning(false) : chance.pick(['12:00', '12:30']))
  const drawn: Omit<Slot, 'id'>[] = []
  const add = (day: string, time: string, differsIn: string | null, more: Partial<Slot> = {}) =>
    drawn.push({ day, time, status: 'free', own: true, differsIn, ...more })
  add(before, right(), 'the day, before those of the practice')
  add(first, right(true), 'the status, which is busy', { status: 'busy' })
  if (half !== 'any time') add(first, wrong(), 'the time of day that the practice wishes')
  if (level !== 'E') add(first, right(true), 'the doctor', { own: false })
  // Each is at another time, so that a time alone tells which one is meant.
  const times = chance.shuffle(
    half === 'afternoons' ? ['13:30', '14:00', '15:00', '15:30'] : ['09:30', '10:00', '11:00', '11:30'],
  )
  for (const [place, day] of [d1, d2, d3, d4].entries()) add(day, times[place] ?? right(), null)
  if (level === 'H') add(d2, wrong(), 'the time of day that the practice wishes')
  add(after, right(true), 'the day, after those of the practice')
  const numbers = chance.shuffle(drawn.map((_, number) => number + 1))
  const slots = drawn.map((slot, position) => ({ ...slot, id: `slot-${serial}-${numbers[position]}` }))
  const lastDay = chance.pick([d3, dayBefore(d4)])
  return {
    slots: slots.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    half,
    window: { first, last },
    changedFirst: chance.pick([d2, dayAfter(d1)]),
    lastDay,
    fromWithin: chance.pick([d3, dayAfter(d2)]),
    fromBeyond: chance.pick([d4, dayAfter(d3)]),
  }
}

const day = 86_400_000

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + day).toISOString().slice(0, 10)
}

function dayBefore(date: string): string {
  return new Date(Date.parse(date) - day).toISOString().slice(0, 10)
}

/** Returns the weekdays of 40 days from the day after tomorrow on. */
function businessDays(): readonly string[] {
  return Array.from({ length: 40 }, (_, number) =>
    new Date(Date.parse(today) + (number + 2) * day).toISOString().slice(0, 10),
  ).filter((date) => ![0, 6].includes(new Date(date).getUTCDay()))
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** `Thursday, March 12`. */
export function spokenDay(date: string): string {
  const at = new Date(date)
  return `${weekdays[at.getUTCDay()]}, ${months[at.getUTCMonth()]} ${at.getUTCDate()}`
}

/** `9:30 a.m.`. */
export function spokenTime(time: string): string {
  const [hours = 0, minutes = ''] = time.split(':').map((part, index) => (index === 0 ? Number(part) : part)) as [
    number,
    string,
  ]
  return `${hours > 12 ? hours - 12 : hours}:${minutes} ${hours < 12 ? 'a.m.' : 'p.m.'}`
}

const ordinals: readonly string[] = [
  'zeroth',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
  'thirteenth',
  'fourteenth',
  'fifteenth',
  'sixteenth',
  'seventeenth',
  'eighteenth',
  'nineteenth',
  'twentieth',
  'twenty[- ]first',
  'twenty[- ]second',
  'twenty[- ]third',
  'twenty[- ]fourth',
  'twenty[- ]fifth',
  'twenty[- ]sixth',
  'twenty[- ]seventh',
  'twenty[- ]eighth',
  'twenty[- ]ninth',
  'thirtieth',
  'thirty[- ]first',
]

/** Returns an RE2 pattern that finds a day, as people say and write it. */
export function dayPattern(date: string): string {
  const at = new Date(date)
  const number = at.getUTCDate()
  const month = months[at.getUTCMonth()] ?? ''
  const named = `${month.slice(0, 3)}(?:${month.slice(3)})?\\.?`
  const numeral = `(?:0?${number}(?:st|nd|rd|th)?|${ordinals[number]})`
  return `\\b${named} ?(?:the )?${numeral}\\b|\\b${numeral}(?: of)? ${named}|\\b${date}|\\b0?${at.getUTCMonth() + 1}/0?${number}\\b`
}
