import { ageAt, DAY, readMonth, readYear, startOfDay, toDay } from '../calendar.js'
import { createChance } from '../seeded-random.js'
import { PAYERS, type Payer, type PayerKind } from '../tables/payers.js'
import type { Person } from './person.js'

/** An insurance policy of a patient. `start` and `end` are midnights of its first and last day. */
export interface Policy {
  readonly id: string
  readonly payer: Payer
  readonly plan: string
  readonly memberId: string
  readonly group: string
  readonly start: number
  /** Absent: open-ended. */
  readonly end?: number
  readonly active: boolean
  readonly relationship: 'self' | 'spouse' | 'child'
}

interface Span {
  readonly kind: PayerKind
  readonly start: number
  readonly end?: number
}

/**
 * Returns the policies that cover a patient from the first to the last day of the record, one after another without a
 * gap.
 */
export function drawPolicies(seed: number, person: Person, now: number): readonly Policy[] {
  const chance = createChance(seed, person.number, 2)
  const lastDay = startOfDay(person.recordEnd)
  const birthday65 = toDay(readYear(person.birth) + 65, readMonth(person.birth), 1)
  const spans: Span[] = []
  if (person.recordStart < birthday65) {
    const medicaid = chance.happens(ageAt(person.birth, person.recordEnd) < 19 ? 0.38 : 0.15)
    const kind: PayerKind = medicaid ? 'medicaid' : 'commercial'
    const start = Math.max(person.birth, toDay(readYear(person.recordStart) - chance.integer(0, 2), 1, 1))
    const until = birthday65 <= lastDay ? birthday65 - DAY : toDay(readYear(now), 12, 31)
    const change = toDay(readYear(person.recordStart) + chance.integer(1, 3), 1, 1)
    if (chance.happens(0.3) && change > start && change <= Math.min(until, lastDay)) {
      spans.push({ kind, start, end: change - DAY }, { kind: 'commercial', start: change, end: until })
    } else {
      spans.push({ kind, start, end: until })
    }
  }
  if (birthday65 <= lastDay) spans.push({ kind: 'medicare', start: birthday65 })
  const relationship = chance.happens(0.25) && person.married ? 'spouse' : 'self'
  return spans.map((span, index) => {
    const payer = chance.pickWeighted(PAYERS.filter((candidate) => candidate.kind === span.kind))
    const last = index === spans.length - 1
    const end = last && person.death !== undefined ? lastDay : span.end
    const minor = ageAt(person.birth, span.start) < 18
    return {
      id: `cov-${person.id.slice(4)}-${String(index + 1)}`,
      payer,
      plan: chance.pick(payer.plans),
      memberId:
        `${payer.memberPrefix}${String(chance.integer(100, 999))}${String(person.number).padStart(5, '0')}` +
        `${String(index + 1)}`,
      group: `GRP${String(chance.integer(10_000, 99_999))}`,
      start: span.start,
      ...(end !== undefined && { end }),
      active: last && person.death === undefined,
      relationship: span.kind !== 'commercial' ? 'self' : minor ? 'child' : relationship,
    }
  })
}
