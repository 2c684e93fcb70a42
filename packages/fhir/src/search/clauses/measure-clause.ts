import type { JsonObject } from '@carebench/protocol/wire'
import { FhirError } from '../../resource/fhir-error.js'
import { numberHint } from '../hints/form-hints.js'
import { boundedBy, type RangeCondition } from '../index/range-index.js'
import type { SearchParameter } from '../parameters/search-parameters.js'
import { type ComparisonPrefix, splitEscaped, splitPrefix, unescapeValue } from '../parameters/search-value.js'
import { convertRange, findConvertibleUnit, ucum } from '../values/measures.js'
import { readResourceMeasures } from '../values/parameter-values.js'
import type { Range } from '../values/range-divisions.js'
import { rangeClause } from './range-clause.js'
import type { SearchClause } from './search-clause.js'

/** One value of a number or quantity parameter, parsed. */
interface MeasureCondition {
  readonly prefix: ComparisonPrefix
  /** The key of the measures that it is compared with. */
  readonly key: string
  readonly value: number
  /**
   * The numbers that the value stands for: 5.4 stands for 5.35 up to but excluding 5.45; `ap` accepts a tenth more on
   * both sides. For prefixes that compare with the number itself: the number.
   */
  readonly near: Range
}

/** Returns the condition of a number parameter: any of the values. Throws a FhirError on an invalid number. */
export function numberClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  return measureClause(
    parameter,
    values.map((value) => {
      const { prefix, text } = splitPrefix(value)
      const number = parseNumber(text)
      if (number === undefined) throw invalidError(parameter, 'a number such as 5.4 or gt1e3', value)
      return { prefix, key: '', value: number.value, near: createNear(number, prefix) }
    }),
  )
}

/**
 * Returns the condition of a quantity parameter: any of the values `5.4`, `5.4|system|code` or `5.4||code`. UCUM units
 * are converted. Throws a FhirError on an invalid quantity.
 */
export function quantityClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  return measureClause(
    parameter,
    values.map((value) => parseQuantity(parameter, value)),
  )
}

function parseQuantity(parameter: SearchParameter, value: string): MeasureCondition {
  const [first = '', ...more] = splitEscaped(value, '|').map(unescapeValue)
  const { prefix, text } = splitPrefix(first)
  const number = parseNumber(text)
  const [system = '', code = ''] = more
  if (number === undefined || (more.length > 0 && (more.length !== 2 || code === ''))) {
    throw invalidError(parameter, `5.4, 5.4|${ucum}|mg or 5.4||mg, with a prefix such as gt before it`, value)
  }
  const near = createNear(number, prefix)
  if (more.length === 0) return { prefix, key: '', value: number.value, near }
  if (system === '') return { prefix, key: `n${code}`, value: number.value, near }
  const unit = findConvertibleUnit(system, code)
  if (unit === undefined) return { prefix, key: `s${system}|${code}`, value: number.value, near }
  const exact = convertRange({ start: number.value, end: number.value }, unit)
  const nearIn = comparesNear.has(prefix) ? convertRange(near, unit) : exact
  return { prefix, key: `u${unit.dimension}`, value: exact.start, near: nearIn }
}

interface SearchNumber {
  readonly value: number
  /** Half a unit in the last digit. */
  readonly half: number
}

function parseNumber(text: string): SearchNumber | undefined {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^[+-]?(\d{1,30})(?:\.(\d{1,30}))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text) ?? []
  if (whole === '') return undefined
  const value = Number(text)
  const half = 10 ** (Number(exponent) - fraction.length) / 2
  return Number.isFinite(value) && Number.isFinite(half) ? { value, half } : undefined
}

/** The prefixes that compare with a range around the number: for `eq` and `ne`, `5.4` is 5.35 to 5.45. */
const comparesNear: ReadonlySet<ComparisonPrefix> = new Set(['eq', 'ne', 'ap'])

function createNear({ value, half }: SearchNumber, prefix: ComparisonPrefix): Range {
  if (!comparesNear.has(prefix)) return { start: value, end: value }
  const margin = prefix === 'ap' ? Math.max(Math.abs(value) / 10, half) : half
  // Fifteen digits: 5.4 - 0.05 is 5.3500000000000005 in doubles.
  return { start: Number((value - margin).toPrecision(15)), end: Number((value + margin).toPrecision(15)) }
}

function invalidError(parameter: SearchParameter, expected: string, value: string): FhirError {
  const hint = numberHint(parameter, value)
  return FhirError.of(
    400,
    'value',
    `Search parameter "${parameter.code}": expected ${expected}, got "${value}".${hint}`,
  )
}

function measureClause(parameter: SearchParameter, conditions: readonly MeasureCondition[]): SearchClause {
  const [first] = conditions
  const only = conditions.every(({ key }) => key === first?.key) ? first?.key : undefined
  const test = (resource: JsonObject): boolean =>
    readResourceMeasures(parameter, resource, only).some(({ key, range }) =>
      conditions.some((condition) => condition.key === key && holds(condition, range)),
    )
  return rangeClause(
    parameter,
    conditions.map((condition) => ({
      condition: createRangeCondition(condition),
      ranges: (index) => index.measures(parameter).under(condition.key),
      rangesIn: (resource) => readResourceMeasures(parameter, resource, condition.key).map(({ range }) => range),
    })),
    test,
  )
}

function createRangeCondition(condition: MeasureCondition): RangeCondition {
  const { possible, sure } = createBounds(condition)
  return { possible, sure, holds: (range) => holds(condition, range) }
}

/** Whether a number, which may be known only as a range, satisfies a condition, by R4's meaning of the prefixes. */
function holds({ prefix, value, near }: MeasureCondition, actual: Range): boolean {
  switch (prefix) {
    case 'eq':
      return isWithin(actual, near)
    case 'ne':
      return !isWithin(actual, near)
    case 'gt':
      return actual.end > value
    case 'lt':
      return actual.start < value
    case 'ge':
      return actual.end >= value
    case 'le':
      return actual.start <= value
    case 'sa':
      return actual.start > value
    case 'eb':
      return actual.end < value
    case 'ap':
      return actual.start <= near.end && actual.end >= near.start
  }
}

function isWithin(actual: Range, near: Range): boolean {
  return near.start <= actual.start && actual.end < near.end
}

/** Returns the bounds of the ranges that satisfy a condition. */
function createBounds({ prefix, value, near }: MeasureCondition): Pick<RangeCondition, 'possible' | 'sure'> {
  switch (prefix) {
    case 'eq':
      return boundedBy({ startFrom: near.start, endTo: near.end })
    case 'ne':
      return { possible: {}, sure: { startTo: near.start } }
    case 'gt':
    case 'ge':
      return boundedBy({ endFrom: value })
    case 'lt':
    case 'le':
      return boundedBy({ startTo: value })
    case 'sa':
      return boundedBy({ startFrom: value })
    case 'eb':
      return boundedBy({ endTo: value })
    case 'ap':
      return boundedBy({ startTo: near.end, endFrom: near.start })
  }
}
