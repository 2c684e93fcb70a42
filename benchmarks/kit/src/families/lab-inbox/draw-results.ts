import type { Chance } from '../../chance.js'
import { type Analyte, analytes } from '../../clinic/laboratory.js'
import type { Level } from '../../task.js'
import type { Person, Result } from './facts.js'

/** What makes a value look critical, or hides that it is; `plain` for neither. */
export type Look = 'plain' | 'flag' | 'unit' | 'dialysis'

/** A test and a value, before anything is written. */
export interface DrawnResult {
  readonly analyte: Analyte
  readonly value: number
  readonly unit: string
  readonly flag: Result['flag']
  readonly dialysis: Person['dialysis']
  readonly look: Look
}

const withLimits = analytes.filter(({ low, high }) => low !== null || high !== null)
const withUnits = withLimits.filter(({ other }) => other !== undefined)
const ofDialysis = analytes.filter(({ highOnDialysis }) => highOnDialysis !== undefined)

/** Rounds a value to a number of decimals. */
export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}

/** Draws a uniform value between two others, to the decimals of the test. */
function between(chance: Chance, from: number, to: number, decimals: number): number {
  const scale = 10 ** decimals
  return rounded(chance.integer(Math.ceil(from * scale), Math.floor(to * scale)) / scale, decimals)
}

/** Draws a value that is critical by the clinic's list. */
export function drawCritical(chance: Chance, level: Level): DrawnResult {
  const look = chance.pick<Look>(
    level === 'E' ? ['plain'] : level === 'M' ? ['flag', 'unit'] : ['flag', 'unit', 'dialysis'],
  )
  const analyte = chance.pick(look === 'unit' ? withUnits : look === 'dialysis' ? ofDialysis : withLimits)
  if (look === 'dialysis') return { ...betweenLimits(chance, analyte), flag: 'H', dialysis: 'resolved', look }
  const { low, high, unit, decimals, other } = analyte
  const side = chance.pick([...(low === null ? [] : ['low']), ...(high === null ? [] : ['high'])])
  const value =
    side === 'low'
      ? between(chance, (low ?? 0) * 0.75, (low ?? 0) * 0.94, decimals)
      : between(chance, (high ?? 0) * 1.06, (high ?? 0) * 1.25, decimals)
  const strong = look === 'plain'
  const flag = side === 'low' ? (strong ? 'LL' : 'L') : strong ? 'HH' : 'H'
  const isConverted = look === 'unit' && other !== undefined
  return {
    analyte,
    value: isConverted ? rounded(value * other.factor, other.decimals) : value,
    unit: isConverted ? other.unit : unit,
    flag,
    dialysis: null,
    look,
  }
}

/** Draws a value above the general limit and, if the test has a limit for patients on dialysis, below that one. */
function betweenLimits(chance: Chance, analyte: Analyte): Pick<DrawnResult, 'analyte' | 'value' | 'unit'> {
  const limit = analyte.high ?? 0
  const value = between(chance, limit * 1.03, (analyte.highOnDialysis ?? limit * 1.4) * 0.98, analyte.decimals)
  return { analyte, value, unit: analyte.unit }
}

/** Draws a value above the normal range that looks critical, but is not by the clinic's list. */
export function drawUncritical(chance: Chance, level: Level): DrawnResult {
  const look = chance.pick<Look>(level === 'E' ? ['flag'] : level === 'M' ? ['flag', 'unit'] : ['unit', 'dialysis'])
  const analyte = chance.pick(look === 'unit' ? withUnits : look === 'dialysis' ? ofDialysis : withLimits)
  if (look === 'dialysis') return { ...betweenLimits(chance, analyte), flag: 'HH', dialysis: 'active', look }
  const { normal, high, unit, decimals, other } = analyte
  const limit = high ?? normal[1] * 2
  const value = between(chance, normal[1] + (limit - normal[1]) * 0.55, normal[1] + (limit - normal[1]) * 0.9, decimals)
  const isConverted = look === 'unit' && other !== undefined
  return {
    analyte,
    value: isConverted ? rounded(value * other.factor, other.decimals) : value,
    unit: isConverted ? other.unit : unit,
    flag: 'HH',
    dialysis: null,
    look,
  }
}

/** Draws a value that is normal or, if `abnormal`, slightly above the normal range. */
export function drawRoutine(chance: Chance, abnormal = chance.integer(0, 2) === 0): DrawnResult {
  const analyte = chance.pick(analytes)
  const { normal, decimals, unit, high } = analyte
  const [from, to] = normal
  const value = abnormal
    ? between(chance, to * 1.02, Math.min(to * 1.12, (high ?? Number.POSITIVE_INFINITY) * 0.95), decimals)
    : between(chance, from * 1.02, to * 0.98, decimals)
  return { analyte, value, unit, flag: abnormal ? 'H' : 'N', dialysis: null, look: 'plain' }
}
