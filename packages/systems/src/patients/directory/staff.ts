import { createChance } from '../seeded-random.js'
import { FAMILY_NAMES, FEMALE_NAMES, MALE_NAMES } from '../tables/names.js'
import { POSTS, type Specialty } from '../tables/specialties.js'
import { testNpi } from './npi.js'

/** One practitioner of a record. */
export interface Clinician {
  readonly id: string
  readonly given: string
  readonly family: string
  readonly sex: 'female' | 'male'
  readonly npi: string
  readonly specialty: Specialty
  readonly organizationId: string
  readonly locationId: string
}

/** Returns the staff of the facilities: the positions are fixed, the people depend on the seed. */
export function hireStaff(seed: number): readonly Clinician[] {
  const chance = createChance(seed, 0, 1)
  return POSTS.map((post, index) => {
    const sex = chance.happens(0.5) ? 'female' : 'male'
    return {
      ...post,
      id: `prac-${String(index + 1).padStart(2, '0')}`,
      sex,
      given: chance.pick(sex === 'female' ? FEMALE_NAMES : MALE_NAMES),
      family: chance.pick(FAMILY_NAMES),
      npi: testNpi(1001 + index),
    }
  })
}

/** Returns "Dr. Given Family". */
export function clinicianName(clinician: Clinician): string {
  return `Dr. ${clinician.given} ${clinician.family}`
}
