import type { Chance } from '../chance.js'
import type { Member } from '../clinic/claims-records.js'
import { makeMemberNumber } from '../clinic/clearinghouse.js'
import { payerKeys } from '../clinic/payer-rules.js'
import type { Person } from '../clinic/people.js'
import { familyNames, givenNames } from '../person-names.js'
import { UnfairDrawError } from '../refusals.js'

/** Pads a number to two digits: `07`. */
export function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

/** Returns the same month and day `years` later. */
export function shiftYear(date: string, years: number): string {
  return `${Number(date.slice(0, 4)) + years}${date.slice(4)}`
}

/** Draws a date of birth between two years, both included, on a day of the month from `firstDay` to 28. */
export function drawBirthDate(chance: Chance, first: number, last: number, firstDay = 1): string {
  const year = chance.integer(first, last)
  return `${year}-${twoDigits(chance.integer(1, 12))}-${twoDigits(chance.integer(firstDay, 28))}`
}

export function drawSex(chance: Chance): Person['sex'] {
  return chance.pick(['female', 'male'] as const)
}

interface PersonPlan {
  /** Default: drawn before the name. */
  readonly sex?: Person['sex']
  readonly lastYear?: number
  readonly firstDay?: number
}

/** The person to use as the next patient; undefined if the patient is drawn. */
let known: Person | Member | undefined

/**
 * Calls `make` so that its first patient is a known person. Afterwards, also if `make` throws, patients are drawn
 * again.
 */
export function drawingFor<Made>(person: Person | Member | undefined, make: () => Made): Made {
  known = person
  try {
    return make()
  } finally {
    known = undefined
  }
}

/**
 * Draws a patient with a number of {@link personNumbers}, or returns the known one of {@link drawingFor}.
 *
 * @throws {@link UnfairDrawError} if the known patient does not fit the plan
 */
export function drawPerson(chance: Chance, number: number, plan: PersonPlan = {}): Person {
  if (known !== undefined) return takeKnown(known, plan)
  const { sex = drawSex(chance), lastYear = 1996, firstDay } = plan
  return {
    id: `pat-${number}`,
    sex,
    given: chance.pick(givenNames[sex]),
    family: chance.pick(familyNames),
    birthDate: drawBirthDate(chance, 1944, lastYear, firstDay),
    mrn: `MRN${number}${chance.integer(100, 999)}`,
  }
}

function takeKnown(person: Person, { sex = person.sex, lastYear = 1996, firstDay = 1 }: PersonPlan): Person {
  known = undefined
  const { birthDate } = person
  if (person.sex !== sex || Number(birthDate.slice(0, 4)) > lastYear || Number(birthDate.slice(8)) < firstDay) {
    throw new UnfairDrawError('out-of-range', `${person.id} does not fit the plan of a patient`)
  }
  return person
}

/**
 * Draws a patient with a policy of one of the {@link payers}. Inside {@link drawingFor}, takes the known person
 * instead.
 */
export function drawMember(chance: Chance, number: number): Member {
  const sex = drawSex(chance)
  const payer = chance.pick(payerKeys)
  const person = drawPerson(chance, number, { sex, lastYear: 1999 })
  return { payer, memberId: makeMemberNumber(payer, number, chance.integer(1, 9)), ...person }
}
