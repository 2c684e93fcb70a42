import { ageAt } from '../calendar.js'
import { createChance } from '../seeded-random.js'
import { ALLERGIES, type Allergy } from '../tables/allergies.js'
import type { Person } from './person.js'

/** Returns the allergies of a patient. */
export function drawAllergies(seed: number, person: Person): readonly Allergy[] {
  const chance = createChance(seed, person.number, 14)
  const age = ageAt(person.birth, person.recordEnd)
  return ALLERGIES.filter((allergy) => chance.happens(allergy.prevalence) && age > allergy.ageFrom)
}
