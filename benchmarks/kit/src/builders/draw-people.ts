import type { Chance } from '../chance.js'
import type { Member } from '../clinic/claims-records.js'
import { makeMemberNumber } from '../clinic/clearinghouse.js'
import { payerKeys } from '../clinic/payer-rules.js'
import type { Person } from '../clinic/people.js'
import { familyNames, givenNames } from '../person-names.js'

/** `07`. */
export function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

/** The same day in another year. */
export function shiftYear(date: string, years: number): string {
  return `${Number(date.slice(0, 4)) + years}${date.slice(4)}`
}

/** A date of birth from one year to another; `firstDay` is the first day of a month that it may be. */
export function drawBirthDate(chance: Chance, first: number, last: number, firstDay = 1): string {
  const year = chance.integer(first, last)
  return `${year}-${twoDigits(chance.integer(1, 12))}-${twoDigits(chance.integer(firstDay, 28))}`
}

export function drawSex(chance: Chance): Person['sex'] {
  return chance.pick(['female', 'male'] as const)
}

interface PersonPlan {
  /** Default: drawn first. */
  readonly sex?: Person['sex']
  readonly lastYear?: number
  readonly firstDay?: number
}

/** A patient with a number of {@link personNumbers}. */
export function drawPerson(
  chance: Chance,
  number: number,
  { sex = drawSex(chance), lastYear = 1996, firstDay }: PersonPlan = {},
): Person {
  return {
    id: `pat-${number}`,
    sex,
    given: chance.pick(givenNames[sex]),
    family: chance.pick(familyNames),
    birthDate: drawBirthDate(chance, 1944, lastYear, firstDay),
    mrn: `MRN${number}${chance.integer(100, 999)}`,
  }
}

/** A patient with a policy of a payer with a portal. */
export function drawMember(chance: Chance, number: number): Member {
  const sex = drawSex(chance)
  const payer = chance.pick(payerKeys)
  const person = drawPerson(chance, number, { sex, lastYear: 1999 })
  return { ...person, payer, memberId: makeMemberNumber(payer, number, chance.integer(1, 9)) }
}
