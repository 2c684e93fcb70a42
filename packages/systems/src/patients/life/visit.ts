import { addMonths, ageAt, DAY, officeTime, startOfDay } from '../calendar.js'
import type { Clinician } from '../directory/staff.js'
import { type Chance, createChance } from '../seeded-random.js'
import { PREGNANCY } from '../tables/acute-conditions.js'
import type { Specialty } from '../tables/specialties.js'
import { VISIT_TYPES, type VisitKind, WELL_CHILD_MONTHS } from '../tables/visits.js'
import type { Illness } from './illness.js'
import type { Person } from './person.js'

/** One visit of a patient. */
export interface Visit {
  readonly id: string
  readonly kind: VisitKind
  readonly start: number
  readonly end: number
  readonly clinician: Clinician
  /** The reasons for the visit; empty for check-ups. */
  readonly reasons: readonly Illness[]
}

interface Plan {
  readonly kind: VisitKind
  readonly at: number
  readonly reasons: readonly Illness[]
  readonly specialty?: Specialty
}

/** Generates the visits of a patient within the record, earliest first, at most one per day and none overlapping. */
export function drawVisits(
  seed: number,
  person: Person,
  illnesses: readonly Illness[],
  staff: readonly Clinician[],
): readonly Visit[] {
  const chance = createChance(seed, person.number, 6)
  const child = chance.pick(staff.filter((clinician) => clinician.specialty === 'pediatrics'))
  const adult = chance.pick(staff.filter(({ specialty }) => specialty === 'family' || specialty === 'internal'))
  const plans = [
    ...planIllnessVisits(person, illnesses, chance),
    ...planFollowUps(person, illnesses, chance),
    ...planCheckUps(person, chance),
  ]
  const visits: Omit<Visit, 'id'>[] = []
  for (const plan of plans) {
    const type = VISIT_TYPES[plan.kind]
    const quarter = chance.integer(0, 31)
    const length = chance.integer(type.minutes[0], type.minutes[1])
    const roll = chance.unit()
    const urgent = type.class === 'EMER' || type.class === 'IMP'
    const start = urgent ? startOfDay(plan.at) + quarter * 45 * 60_000 : officeTime(plan.at, quarter)
    const end = start + length * 60_000
    if (start < Math.max(person.recordStart, person.birth + DAY / 2) || end > person.recordEnd) continue
    const free = (visit: Omit<Visit, 'id'>) => startOfDay(visit.start) > end || startOfDay(visit.end) + DAY <= start
    if (!visits.every(free)) continue
    const candidates = staff.filter((clinician) => clinician.specialty === plan.specialty)
    const usual = ageAt(person.birth, start) < 18 ? child : adult
    const clinician = candidates[Math.floor(roll * candidates.length)] ?? usual
    visits.push({ kind: plan.kind, start, end, clinician, reasons: plan.reasons })
  }
  visits.sort((one, other) => one.start - other.start)
  return visits.map((visit, index) => ({
    id: `enc-${person.id.slice(4)}-${String(index + 1).padStart(2, '0')}`,
    ...visit,
  }))
}

function planIllnessVisits(person: Person, illnesses: readonly Illness[], chance: Chance): Plan[] {
  const plans: Plan[] = []
  for (const illness of illnesses) {
    const delay = chance.integer(0, 2) * DAY
    if (illness.key === 'pregnancy') {
      for (const week of PREGNANCY.prenatalWeeks) {
        plans.push({
          kind: 'prenatal',
          at: illness.onset + week * 7 * DAY,
          reasons: [illness],
          specialty: 'obstetrics',
        })
      }
      const birth = illness.onset + PREGNANCY.deliveryWeek * 7 * DAY
      if (illness.abatement !== undefined) {
        plans.push({ kind: 'delivery', at: birth, reasons: [illness], specialty: 'obstetrics' })
      }
    } else if (illness.onset >= person.recordStart) {
      const seenAt = illness.acute?.seenAt ?? 'office'
      const old = ageAt(person.birth, illness.onset) >= 65
      if (seenAt === 'hospital' && old) {
        plans.push({ kind: 'admission', at: illness.onset + DAY, reasons: [illness], specialty: 'hospital' })
      } else if (seenAt === 'emergency' || seenAt === 'hospital') {
        plans.push({ kind: 'emergency', at: illness.onset, reasons: [illness], specialty: 'emergency' })
      } else {
        plans.push({ kind: seenAt === 'video' ? 'video' : 'problem', at: illness.onset + delay, reasons: [illness] })
      }
    }
  }
  return plans
}

function planFollowUps(person: Person, illnesses: readonly Illness[], chance: Chance): Plan[] {
  const followed = illnesses.filter((illness) => (illness.chronic?.followUp ?? 0) > 0)
  if (followed.length === 0) return []
  const months = Math.min(...followed.map((illness) => illness.chronic?.followUp ?? 12))
  const plans: Plan[] = []
  for (let at = person.recordStart + chance.integer(5, 60) * DAY; at < person.recordEnd; at = addMonths(at, months)) {
    const known = followed.filter((illness) => illness.onset + 20 * DAY < at)
    const shift = chance.integer(0, 20) * DAY
    const special = known.filter((illness) => illness.chronic?.specialist !== undefined)
    const choice = chance.happens(0.35) && special.length > 0 ? chance.pick(special) : undefined
    const specialty = ageAt(person.birth, at) < 18 ? undefined : choice?.chronic?.specialist
    if (known.length === 0) continue
    plans.push(
      choice !== undefined && specialty !== undefined
        ? { kind: 'followUp', at: at + shift, reasons: [choice], specialty }
        : { kind: 'followUp', at: at + shift, reasons: known.slice(0, 4) },
    )
  }
  return plans
}

function planCheckUps(person: Person, chance: Chance): Plan[] {
  const plans: Plan[] = []
  for (const months of WELL_CHILD_MONTHS) {
    const at = person.birth + Math.round(months * 30.44) * DAY
    if (at >= person.recordStart && chance.happens(0.95)) plans.push({ kind: 'wellChild', at, reasons: [] })
  }
  const offset = chance.integer(3, 330)
  for (let year = 4; year < 100; year++) {
    const at = addMonths(person.birth, year * 12) + (year < 18 ? 14 : offset) * DAY
    if (at < person.recordStart || at > person.recordEnd) continue
    if (chance.happens(year < 18 ? 0.9 : 0.78)) {
      plans.push({ kind: year < 18 ? 'wellChild' : 'wellness', at, reasons: [] })
    }
  }
  return plans
}
