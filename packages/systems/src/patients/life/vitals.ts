import { clamp, interpolate, roundTo } from '../arithmetic.js'
import { DAY, monthsAt } from '../calendar.js'
import { createChance } from '../seeded-random.js'
import { ADULT_HEIGHT, MEDIAN_HEIGHT, MEDIAN_WEIGHT } from '../tables/growth.js'
import type { Chart } from './chart.js'
import { hasIllness, type Illness } from './illness.js'
import type { Visit } from './visit.js'

/** The vital signs of a visit; blood pressure from three years of age. */
interface Vitals {
  /** cm */
  readonly height: number
  /** kg */
  readonly weight: number
  /** kg/m², from the rounded height and weight; from two years of age. */
  readonly bmi?: number
  readonly pressure?: { readonly systolic: number; readonly diastolic: number }
  readonly heartRate: number
  readonly breathing: number
  /** °C */
  readonly temperature: number
  /** Oxygen saturation in percent. */
  readonly saturation: number
}

const HEART_RATE: readonly (readonly [number, number])[] = [
  [0, 138],
  [12, 118],
  [48, 98],
  [120, 84],
  [216, 74],
]
const BREATHING: readonly (readonly [number, number])[] = [
  [0, 40],
  [12, 28],
  [48, 23],
  [120, 19],
  [216, 15],
]

/** The body mass index at the end of the growth curves. */
const MEDIAN_INDEX = { female: 56.5 / (1.63 * 1.63), male: 67 / (1.76 * 1.76) } as const

/** Weight gain in pregnancy in kg, by week. */
const PREGNANCY_GAIN: readonly (readonly [number, number])[] = [
  [0, 0],
  [13, 1.5],
  [39, 12.5],
]

/** Returns the vital signs of a patient at a visit. */
export function measureVitals(chart: Chart, visit: Visit): Vitals {
  const { person, illnesses } = chart
  const chance = createChance(chart.seed, person.number, 7, visit.start)
  const months = monthsAt(person.birth, visit.start)
  const age = months / 12
  const body = measureBody(chart, months, chance.between(-0.008, 0.008))
  const { height } = body
  const weight = roundTo(body.weight + pregnancyGain(illnesses, visit.start), 1)
  const has = (key: string) => hasIllness(illnesses, key, visit.start)
  const fever = visit.reasons.some((reason) => reason.acute?.fever === true)
  const newly = visit.reasons.some((reason) => reason.key === 'hypertension' && visit.start - reason.onset < 10 * DAY)
  const pressureMean = age < 18 ? 88 + age * 1.7 : 112 + (age - 18) * 0.22
  const raised = has('hypertension') ? (newly ? 32 : 14) : 0
  const systolic = Math.round(clamp(chance.bell(pressureMean + raised, 6), 80, has('hypertension') ? 188 : 138))
  // In children, the diastolic pressure grows faster than the systolic: 52 at three years, 69 at seventeen.
  const diastolicMean = age < 18 ? 48.5 + age * 1.2 + (systolic - pressureMean) * 0.3 : systolic * 0.45 + 22
  const diastolic = Math.round(clamp(diastolicMean + chance.bell(0, 4), 40, has('hypertension') ? 108 : 88))
  const lungs = has('copd') || visit.reasons.some((reason) => reason.key === 'pneumonia')
  return {
    height,
    weight,
    ...(age >= 2 && { bmi: roundTo(weight / ((height / 100) * (height / 100)), 1) }),
    ...(age >= 3 && { pressure: { systolic: newly ? Math.max(systolic, 142) : systolic, diastolic } }),
    heartRate: Math.round(interpolate(HEART_RATE, months) + chance.bell(0, 6) + (fever ? 12 : 0)),
    breathing: Math.round(interpolate(BREATHING, months) + chance.bell(0, 1) + (lungs ? 3 : 0)),
    temperature: roundTo(fever ? chance.between(37.8, 39.3) : chance.bell(36.7, 0.2), 1),
    saturation: Math.round(lungs ? chance.between(90, 95) : chance.between(96, 99.4)),
  }
}

function measureBody(chart: Chart, months: number, wobble: number): { height: number; weight: number } {
  const { person } = chart
  const build = createChance(chart.seed, person.number, 8)
  const leanIndex = clamp(build.bell(24.6, 2.6), 19, 29.2)
  const obeseIndex = build.between(31, 39.5)
  const fullness = build.between(0.92, 1.1)
  const childHeight = interpolate(MEDIAN_HEIGHT[person.sex], months)
  const tallness = person.adultHeight / ADULT_HEIGHT[person.sex].mean
  // Small children differ less from the median than adults.
  const share = clamp(months / 156, 0.35, 1)
  const height = roundTo(months >= 216 ? person.adultHeight : childHeight * (1 + (tallness - 1) * share), 1)
  const obese = chart.illnesses.some((illness) => illness.key === 'obesity')
  const adultIndex = obese ? obeseIndex : leanIndex
  if (months < 216) {
    // From eight years of age, children approach the build that they have at eighteen.
    const grown = clamp((months - 96) / 120, 0, 1)
    const tall = 1 + (tallness - 1) * share
    const build = fullness * (1 - grown) + (adultIndex / MEDIAN_INDEX[person.sex]) * grown
    const median = interpolate(MEDIAN_WEIGHT[person.sex], months)
    return { height, weight: roundTo(median * build * tall * (1 + (tall - 1) * grown) * (1 + wobble), 1) }
  }
  const index = adultIndex * (1 + wobble)
  return { height, weight: roundTo(index * (height / 100) * (height / 100), 1) }
}

function pregnancyGain(illnesses: readonly Illness[], at: number): number {
  if (!hasIllness(illnesses, 'pregnancy', at)) return 0
  const onset = illnesses.find(({ key }) => key === 'pregnancy')?.onset ?? at
  return interpolate(PREGNANCY_GAIN, (at - onset) / (7 * DAY))
}
