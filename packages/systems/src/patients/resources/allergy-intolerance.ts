import { DAY, toDate } from '../calendar.js'
import { CODE_SYSTEM, concept, hl7Concept } from '../coding.js'
import { type GeneratedResource, referenceTo } from '../generated-resource.js'
import { type Chart, childId, patientName } from '../life/chart.js'
import { createChance } from '../seeded-random.js'
import { type Allergy, NO_KNOWN_ALLERGY } from '../tables/allergies.js'

/** Returns an AllergyIntolerance for each allergy, or one that states that there is none. */
export function buildAllergies(chart: Chart, allergies: readonly Allergy[]): GeneratedResource[] {
  const { person } = chart
  const chance = createChance(chart.seed, person.number, 15)
  const patient = referenceTo('Patient', person.id, patientName(person))
  const status = {
    clinicalStatus: hl7Concept('allergyintolerance-clinical', 'active'),
    verificationStatus: hl7Concept('allergyintolerance-verification', 'confirmed'),
  }
  if (allergies.length === 0) {
    return [
      {
        resourceType: 'AllergyIntolerance',
        id: childId(chart, 'allergy', 1),
        ...status,
        code: concept(CODE_SYSTEM.snomed, NO_KNOWN_ALLERGY),
        patient,
        recordedDate: toDate(person.recordStart),
      },
    ]
  }
  return allergies.map((allergy, index) => {
    const earliest = person.birth + allergy.ageFrom * 366 * DAY
    const found = chance.between(earliest, Math.min(person.recordEnd, earliest + 30 * 365 * DAY))
    const reaction = chance.pick(allergy.reactions)
    return {
      resourceType: 'AllergyIntolerance',
      id: childId(chart, 'allergy', index + 1),
      ...status,
      type: 'allergy',
      category: [allergy.category],
      criticality: allergy.criticality,
      code: concept(CODE_SYSTEM.snomed, allergy.snomed),
      patient,
      recordedDate: toDate(found),
      reaction: [
        {
          manifestation: [concept(CODE_SYSTEM.snomed, reaction)],
          severity: allergy.criticality === 'high' ? 'severe' : 'mild',
        },
      ],
    }
  })
}
