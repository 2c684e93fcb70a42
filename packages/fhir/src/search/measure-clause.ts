import { uniteCreated } from '../created-list.js'
import { FhirError } from '../fhir-error.js'
import type { StoredResource } from '../fhir-resource.js'
import type { JsonObject } from '../json.js'
import { convertibleUnit, inUnit, justAbove, justBelow, measuresOf, ucum } from './measures.js'
import type { Range, RangeIndex } from './range-index.js'
import type { SearchClause } from './search-clause.js'
import type { SearchParameter } from './search-parameters.js'
import { type ComparisonPrefix, splitEscaped, splitPrefix, unescapeValue } from './search-value.js'

/** One value of a number or quantity parameter, parsed. */
interface MeasureCondition {
  readonly prefix: ComparisonPrefix
  /** The measures that it is compared with. */
  readonly key: string
  readonly value: number
  /** 5.4 stands for everything from 5.35 up to but excluding 5.45; `ap` accepts a tenth more on both sides. */
  readonly near: Range
}

/** Makes the condition of a number parameter: any of the values. Throws a FhirError on an invalid number. */
export function numberClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  return measureClause(
    parameter,
    values.map((value) => {
      const { prefix, text } = splitPrefix(value)
      const number = parseNumber(text)
      if (number === undefined) throw invalid(parameter, 'a number such as 5.4 or gt1e3', value)
      return { prefix, key: '', value: number.value, near: nearOf(number, prefix) }
    }),
  )
}

/**
 * Makes the condition of a quantity parameter: any of the values `5.4`, `5.4|system|code` or `5.4||code`. UCUM units
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
    throw invalid(parameter, `5.4, 5.4|${ucum}|mg or 5.4||mg, with a prefix such as gt before it`, value)
  }
  const near = nearOf(number, prefix)
  if (more.length === 0) return { prefix, key: '', value: number.value, near }
  if (system === '') return { prefix, key: `n${code}`, value: number.value, near }
  const unit = convertibleUnit(system, code)
  if (unit === undefined) return { prefix, key: `s${system}|${code}`, value: number.value, near }
  const exact = inUnit({ start: number.value, end: number.value }, unit)
  return { prefix, key: `u${unit.dimension}`, value: exact.start, near: inUnit(near, unit) }
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

function nearOf({ value, half }: SearchNumber, prefix: ComparisonPrefix): Range {
  const margin = prefix === 'ap' ? Math.max(Math.abs(value) / 10, half) : half
  // Fifteen digits: 5.4 - 0.05 is 5.3500000000000005 in doubles.
  return { start: Number((value - margin).toPrecision(15)), end: Number((value + margin).toPrecision(15)) }
}

function invalid({ code }: SearchParameter, expected: string, value: string): FhirError {
  return FhirError.of(400, 'value', `Search parameter "${code}": expected ${expected}, got "${value}".`)
}

function measureClause(parameter: SearchParameter, conditions: readonly MeasureCondition[]): SearchClause {
  const test = (resource: JsonObject): boolean =>
    parameter
      .path(resource)
      .some((value) =>
        measuresOf(value).some(({ key, range }) =>
          conditions.some((condition) => condition.key === key && holds(condition, range)),
        ),
      )
  return {
    prepare: (index) => index.prepare(parameter, false),
    test,
    estimate: (index) =>
      conditions.reduce(
        (sum, condition) => sum + estimate(condition, index.measures(parameter).under(condition.key)),
        0,
      ),
    find(index) {
      // Ranges that overlap heavily are found repeatedly; scanning every resource is then cheaper.
      const all = index.inOrder
      if (conditions.length > 1 && (this.estimate(index) ?? 0) > all.length) {
        return all.filter((stored) => test(stored.resource))
      }
      return uniteCreated(
        conditions.map((condition) => findCondition(condition, index.measures(parameter).under(condition.key))),
      )
    },
  }
}

/** R4's meaning of the prefixes, on numbers that may be known as ranges only. */
function holds({ prefix, value, near }: MeasureCondition, actual: Range): boolean {
  const within = near.start <= actual.start && actual.end < near.end
  switch (prefix) {
    case 'eq':
      return within
    case 'ne':
      return !within
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

const always = Number.POSITIVE_INFINITY

/** The range that contains the starts, or the ends, of everything that satisfies a condition. */
function stretchOf({ prefix, value, near }: MeasureCondition): { from: number; to: number; ends: boolean } {
  switch (prefix) {
    case 'eq':
      return { from: near.start, to: near.end, ends: false }
    case 'gt':
      return { from: value, to: always, ends: true }
    case 'ge':
      return { from: justBelow(value), to: always, ends: true }
    case 'lt':
    case 'eb':
      return { from: -always, to: value, ends: false }
    case 'le':
      return { from: -always, to: justAbove(value), ends: false }
    case 'sa':
      return { from: value, to: always, ends: false }
    case 'ap':
      return { from: -always, to: justAbove(near.end), ends: false }
    case 'ne':
      return { from: -always, to: always, ends: false }
  }
}

function estimate(condition: MeasureCondition, ranges: RangeIndex): number {
  const { from, to, ends } = stretchOf(condition)
  return ends ? ranges.countEndsAfter(from) : ranges.countStarts(from, to)
}

function findCondition(condition: MeasureCondition, ranges: RangeIndex): readonly StoredResource[] {
  const { from, to, ends } = stretchOf(condition)
  const test = (range: Range): boolean => holds(condition, range)
  return ends ? ranges.endingAfter(from, test) : ranges.startingIn(from, to, test)
}
