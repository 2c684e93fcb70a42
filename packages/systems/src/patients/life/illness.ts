import { clamp, interpolate } from '../arithmetic.js'
import { ageAt, DAY, monthsAt, readMonth, startOfDay } from '../calendar.js'
import type { Code } from '../coding.js'
import { createChance } from '../seeded-random.js'
import { ACUTE_CONDITIONS, type AcuteCondition, PREGNANCY } from '../tables/acute-conditions.js'
import { CHRONIC_CONDITIONS, type ChronicCondition } from '../tables/chronic-conditions.js'
import type { Person } from './person.js'

/** One condition of one patient. */
export interface Illness {
  readonly id: string
  readonly key: string
  readonly snomed: Code
  readonly icd10: Code
  readonly onset: number
  /** When it ended; absent if it has not. */
  readonly abatement?: number
  readonly chronic?: ChronicCondition
  readonly acute?: AcuteCondition
}

type Draft = Omit<Illness, 'id'>

/** Conditions whose medication is contraindicated in pregnancy: patients with them are not generated as pregnant. */
const NOT_WHEN_PREGNANT = ['hypertension', 'type1', 'type2', 'hyperlipidemia', 'rheumatoid', 'depression', 'anxiety']

/** Generates the past and present conditions of a patient, earliest first. */
export function drawIllnesses(seed: number, person: Person): readonly Illness[] {
  const chronic = drawChronic(seed, person)
  const drafts = [...chronic, ...drawAcute(seed, person), ...drawPregnancy(seed, person, chronic)]
  drafts.sort((one, other) => one.onset - other.onset)
  return drafts.map((draft, index) => ({
    id: `cond-${person.id.slice(4)}-${String(index + 1).padStart(2, '0')}`,
    ...draft,
  }))
}

function drawChronic(seed: number, person: Person): Draft[] {
  const chance = createChance(seed, person.number, 3)
  const age = (person.recordEnd - person.birth) / (365.25 * DAY)
  const present = new Set<string>([person.sex, ...(person.smoker ? ['smoking'] : [])])
  const drafts: Draft[] = []
  for (const condition of CHRONIC_CONDITIONS) {
    const roll = chance.unit()
    const share = chance.unit()
    const span = Math.min(age, condition.onsetTo ?? 120) - condition.onsetFrom
    if (span < 0.1 || (condition.sex !== undefined && condition.sex !== person.sex)) continue
    const curve = Object.entries(condition.prevalence).map(([years, value]) => [Number(years), value] as const)
    let probability = interpolate(curve, age)
    for (const [other, factor] of Object.entries(condition.givenOthers ?? {})) {
      if (present.has(other)) probability *= factor
    }
    if (roll >= Math.min(probability, 0.95)) continue
    present.add(condition.key)
    // The onset is in the last twenty years of the possible ages, which end now or at the maximum age of onset.
    const onsetAge = condition.onsetFrom + span - Math.min(span, 20) * clamp(share, 0.02, 0.98)
    const onset = startOfDay(person.birth + onsetAge * 365.25 * DAY)
    const outgrown = startOfDay(person.birth + (condition.outgrownAt ?? 200) * 365.25 * DAY)
    drafts.push({
      key: condition.key,
      snomed: condition.snomed,
      icd10: condition.icd10,
      onset,
      ...(outgrown < person.recordEnd && { abatement: outgrown }),
      chronic: condition,
    })
  }
  return drafts
}

function drawAcute(seed: number, person: Person): Draft[] {
  const chance = createChance(seed, person.number, 4)
  const drafts: Draft[] = []
  const years = (person.recordEnd - person.recordStart) / (365 * DAY)
  for (let year = 0; year < years; year++) {
    for (const condition of ACUTE_CONDITIONS) {
      const happens = chance.happens(condition.yearly)
      const onset = startOfDay(person.recordStart + (year + chance.unit()) * 365 * DAY)
      const abatement = onset + chance.integer(condition.days[0], condition.days[1]) * DAY
      const age = monthsAt(person.birth, onset) / 12
      const outside = onset < person.recordStart || onset > person.recordEnd - 3 * DAY
      if (!happens || outside || age < condition.ageFrom || age >= condition.ageTo + 1) continue
      if (condition.sex !== undefined && condition.sex !== person.sex) continue
      if (condition.months !== undefined && !condition.months.includes(readMonth(onset))) continue
      const over = abatement < person.recordEnd
      drafts.push({
        key: condition.key,
        snomed: condition.snomed,
        icd10: condition.icd10,
        onset,
        ...(over && { abatement }),
        acute: condition,
      })
    }
  }
  return drafts
}

function drawPregnancy(seed: number, person: Person, chronic: readonly Draft[]): Draft[] {
  const chance = createChance(seed, person.number, 5)
  const happens = chance.happens(PREGNANCY.probability)
  const onset = startOfDay(chance.between(person.recordStart, person.recordEnd - 60 * DAY))
  const age = ageAt(person.birth, onset)
  const fits = person.sex === 'female' && age >= PREGNANCY.ageFrom && age <= PREGNANCY.ageTo
  if (!happens || !fits || onset < person.recordStart || person.death !== undefined) return []
  if (chronic.some((illness) => NOT_WHEN_PREGNANT.includes(illness.key))) return []
  const birth = onset + PREGNANCY.deliveryWeek * 7 * DAY
  return [
    {
      key: 'pregnancy',
      snomed: PREGNANCY.snomed,
      icd10: PREGNANCY.icd10,
      onset,
      ...(birth + 5 * DAY < person.recordEnd && { abatement: birth + 2 * DAY }),
    },
  ]
}

/** Whether the patient has the condition at an instant. */
export function hasIllness(illnesses: readonly Illness[], key: string, at: number): boolean {
  return illnesses.some(
    (illness) =>
      illness.key === key && illness.onset <= at && (illness.abatement === undefined || illness.abatement >= at),
  )
}
