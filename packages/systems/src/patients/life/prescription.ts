import { ageAt, DAY } from '../calendar.js'
import { createChance } from '../seeded-random.js'
import type { Allergy } from '../tables/allergies.js'
import { MEDICATIONS, type Medication } from '../tables/medications.js'
import { TREATMENTS } from '../tables/treatments.js'
import type { Chart } from './chart.js'
import { hasIllness, type Illness } from './illness.js'
import type { Visit } from './visit.js'

/** One medication prescribed for one illness. */
export interface Prescription {
  readonly medication: Medication
  readonly illness: Illness
  readonly visit: Visit
  readonly status: 'active' | 'completed' | 'stopped'
}

/**
 * Returns the prescriptions of a patient: none that is contraindicated by an allergy, another illness or the age, and
 * none twice at the same time.
 */
export function drawPrescriptions(chart: Chart, allergies: readonly Allergy[]): readonly Prescription[] {
  const chance = createChance(chart.seed, chart.person.number, 13)
  const prescriptions: Prescription[] = []
  const lasting = new Set<string>()
  for (const illness of chart.illnesses) {
    for (const group of TREATMENTS[illness.key] ?? []) {
      const happens = chance.happens(group.probability)
      const turn = chance.integer(0, group.choices.length - 1)
      const visit = prescribingVisit(chart, illness)
      if (!happens || visit === undefined) continue
      const names = [...group.choices.slice(turn), ...group.choices.slice(0, turn)]
      const choices: readonly Medication[] = names.map((name) => MEDICATIONS[name])
      // Alternatives have the same effect: a patient with a permanent one gets no second one, whatever the illness.
      if (choices.some(({ rxnorm }) => lasting.has(rxnorm.code))) continue
      const fitting = choices.find((choice) => mayTake(chart, allergies, choice, visit))
      if (fitting === undefined) continue
      const coronary = hasIllness(chart.illnesses, 'coronary', visit.start)
      const medication = illness.key === 'hyperlipidemia' && coronary ? MEDICATIONS.atorvastatinHigh : fitting
      const chronic = illness.chronic !== undefined
      if (chronic) lasting.add(medication.rxnorm.code)
      prescriptions.push({ medication, illness, visit, status: readStatus(chart, medication, visit, chronic) })
    }
  }
  return prescriptions.sort((one, other) => one.visit.start - other.visit.start)
}

function readStatus(chart: Chart, medication: Medication, visit: Visit, chronic: boolean): Prescription['status'] {
  if (chronic) return chart.person.death === undefined ? 'active' : 'stopped'
  if (visit.start + medication.days * DAY <= chart.person.recordEnd) return 'completed'
  return chart.person.death === undefined ? 'active' : 'stopped'
}

/**
 * Returns the visit for the illness; for an older illness, the first visit in the record at which it could be renewed.
 */
function prescribingVisit(chart: Chart, illness: Illness): Visit | undefined {
  const own = chart.visits.find((visit) => visit.reasons.includes(illness))
  if (own !== undefined || illness.chronic === undefined) return own
  return chart.visits.find((visit) => visit.start > illness.onset && visit.kind !== 'emergency')
}

function mayTake(chart: Chart, allergies: readonly Allergy[], medication: Medication, visit: Visit): boolean {
  const age = ageAt(chart.person.birth, visit.start)
  if (age < (medication.ageFrom ?? 6) || age > (medication.ageTo ?? 120)) return false
  if (allergies.some((allergy) => medication.forbiddenBy?.includes(allergy.key))) return false
  return !chart.illnesses.some((illness) => medication.unwiseWith?.includes(illness.key))
}
