import { interpolate, roundTo } from '../arithmetic.js'
import { ageAt, DAY, readYear, startOfDay, toDay } from '../calendar.js'
import { createChance } from '../seeded-random.js'
import { ADULT_HEIGHT } from '../tables/growth.js'
import { FAMILY_NAMES, FEMALE_NAMES, MALE_NAMES } from '../tables/names.js'
import { PLACES, type Place, STREETS } from '../tables/places.js'

/** Number of years before death or the reference date for which a record has visits. */
const YEARS_COVERED = 4

/** The demographics of a patient. Instants are milliseconds since 1970. */
export interface Person {
  readonly id: string
  /** 1 for the first patient of a record. */
  readonly number: number
  readonly mrn: string
  readonly sex: 'female' | 'male'
  readonly given: string
  readonly middle: string
  readonly family: string
  readonly birth: number
  readonly death?: number
  readonly place: Place
  readonly street: string
  readonly phone: string
  readonly email: string
  readonly married: boolean
  readonly smoker: boolean
  readonly adultHeight: number
  /** The earliest time of visits in the record. */
  readonly recordStart: number
  /** The end of the record: death or the reference date. */
  readonly recordEnd: number
}

/** Age groups of the patients of a clinic. */
const AGE_GROUPS = [
  { weight: 17, from: 0, to: 17 },
  { weight: 31, from: 18, to: 44 },
  { weight: 29, from: 45, to: 64 },
  { weight: 18, from: 65, to: 79 },
  { weight: 5, from: 80, to: 94 },
]

/** The probability that a patient has died by the reference date, by the age then. */
const DEATHS: readonly (readonly [number, number])[] = [
  [45, 0.002],
  [65, 0.03],
  [80, 0.1],
  [94, 0.22],
]

/** Generates a patient. */
export function drawPerson(seed: number, number: number, now: number): Person {
  const chance = createChance(seed, number, 1)
  const sex = chance.happens(0.52) ? 'female' : 'male'
  const group = chance.pickWeighted(AGE_GROUPS)
  const years = chance.integer(group.from, group.to)
  const today = startOfDay(now)
  const birthday = toDay(readYear(today) - years, new Date(today).getUTCMonth() + 1, new Date(today).getUTCDate())
  const birth = startOfDay(birthday - chance.integer(2, 360) * DAY)
  const dies = chance.happens(years < 45 ? 0 : interpolate(DEATHS, years))
  const death = startOfDay(now) - chance.integer(10, 900) * DAY + chance.integer(0, 1439) * 60_000
  const recordEnd = dies ? death : now
  const given = chance.pick(sex === 'female' ? FEMALE_NAMES : MALE_NAMES)
  const family = chance.pick(FAMILY_NAMES)
  const place = chance.pick(PLACES)
  const mailbox = `${given}.${family}`
    .normalize('NFD')
    .replace(/[^A-Za-z.]/g, '')
    .toLowerCase()
  const height = ADULT_HEIGHT[sex]
  return {
    id: `pat-${String(number).padStart(4, '0')}`,
    number,
    mrn: `MRN${String(chance.integer(100, 999))}${String(number).padStart(5, '0')}`,
    sex,
    given,
    middle: chance.pick(sex === 'female' ? FEMALE_NAMES : MALE_NAMES),
    family,
    birth,
    ...(dies && { death }),
    place,
    street: `${chance.integer(10, 2990)} ${chance.pick(STREETS)}`,
    phone: `${place.areaCode}-555-01${String(chance.integer(0, 99)).padStart(2, '0')}`,
    email: `${mailbox}${number}@example.com`,
    married: chance.happens(0.52) && ageAt(birth, recordEnd) >= 24,
    smoker: chance.happens(0.14) && ageAt(birth, recordEnd) >= 21,
    adultHeight: roundTo(chance.bell(height.mean, height.deviation), 1),
    recordStart: Math.max(birth, startOfDay(recordEnd) - YEARS_COVERED * 365 * DAY),
    recordEnd,
  }
}
