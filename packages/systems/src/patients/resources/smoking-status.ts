import { interpolate } from '../arithmetic.js'
import { ageAt, toDateTime } from '../calendar.js'
import { CODE_SYSTEM, type Code, concept, hl7Concept } from '../coding.js'
import { type GeneratedResource, referenceTo } from '../generated-resource.js'
import { type Chart, childId } from '../life/chart.js'
import { createChance } from '../seeded-random.js'

const SMOKER: Code = { code: '77176002', display: 'Smoker' }
const FORMER: Code = { code: '8517006', display: 'Ex-smoker' }
const NEVER: Code = { code: '266919005', display: 'Never smoked tobacco' }

/** The share of non-smokers who are former smokers, by age. */
const HAVE_QUIT: readonly (readonly [number, number])[] = [
  [21, 0.03],
  [40, 0.18],
  [65, 0.34],
  [80, 0.4],
]

/** Returns the Observation of the smoking status, recorded at the latest check-up of an adult. */
export function buildSmokingStatus(chart: Chart, sequence: number): GeneratedResource[] {
  const { person } = chart
  const visit = chart.visits.findLast(({ kind, start }) => kind === 'wellness' && ageAt(person.birth, start) >= 18)
  if (visit === undefined) return []
  const status = person.smoker ? SMOKER : quit(chart) ? FORMER : NEVER
  return [
    {
      resourceType: 'Observation',
      id: childId(chart, 'obs', sequence),
      status: 'final',
      category: [hl7Concept('observation-category', 'social-history', 'Social History')],
      code: concept(CODE_SYSTEM.loinc, { code: '72166-2', display: 'Tobacco smoking status' }),
      subject: referenceTo('Patient', person.id),
      encounter: referenceTo('Encounter', visit.id),
      effectiveDateTime: toDateTime(visit.start),
      issued: toDateTime(visit.start),
      performer: [referenceTo('Practitioner', visit.clinician.id)],
      valueCodeableConcept: concept(CODE_SYSTEM.snomed, status),
    },
  ]
}

/** Whether a non-smoker is a former smoker: most patients with COPD are. */
function quit({ seed, person, illnesses }: Chart): boolean {
  const roll = createChance(seed, person.number, 22).unit()
  const age = ageAt(person.birth, person.recordEnd)
  const usual = age < 21 ? 0 : interpolate(HAVE_QUIT, age)
  return roll < (illnesses.some(({ key }) => key === 'copd') ? 0.7 : usual)
}
