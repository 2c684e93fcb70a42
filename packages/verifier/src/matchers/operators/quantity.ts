import type { JsonValue } from '@carebench/protocol'
import { parseUnit, toBaseUnits, type Unit } from '@carebench/text'
import { pointerTo } from '../../values/finding.js'
import { ownMember } from '../../values/json/is-json-object.js'
import type { MatcherKind } from '../matcher.js'
import { objectOperand, refuseOperand } from '../operand.js'

const relativeTolerance = 1e-9

/**
 * `{"$quantity": {"value", "unit"}}`: an object with `value` and a UCUM unit in `code`, or otherwise in `unit`, of the
 * same amount after unit conversion, within a relative tolerance of 1e-9. A unit that cannot be converted does not
 * match, nor does a value with a `comparator`: `<13.5` is another amount. A unit that is an annotation, `{tablet}`,
 * matches only itself.
 */
export const quantityMatcher: MatcherKind = {
  key: '$quantity',
  example: '{"$quantity": {"value": 13.5, "unit": "g/dL"}}',
  compile(operand, path, context) {
    const members = { required: ['value', 'unit'], optional: [] }
    const object = objectOperand(quantityMatcher, members, operand, path, context)
    if (object === undefined) return undefined
    const { value, unit: text } = object
    const unit = typeof text === 'string' ? parseUnit(text) : undefined
    if (unit === undefined) {
      const expected = 'a unit of UCUM such as "mg/dL", "mmol/L", "10*3/uL", "[iU]/L", "mm[Hg]" or "Cel"'
      refuseOperand(quantityMatcher, expected, text, pointerTo(path, 'unit'), context)
    }
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      return refuseOperand(quantityMatcher, 'a number', value, pointerTo(path, 'value'), context)
    }
    if (unit === undefined) return undefined
    const wanted = toBaseUnits(value, unit)
    const annotation = readAnnotation(text)
    return (actual) => {
      const found = ownMember(actual, 'value')
      const foundText = ['code', 'unit'].map((key) => ownMember(actual, key)).find((one) => toUnit(one) !== undefined)
      const foundUnit = toUnit(foundText)
      if ((ownMember(actual, 'comparator') ?? null) !== null || readAnnotation(foundText) !== annotation) return false
      if (typeof found !== 'number' || foundUnit?.dimension !== unit.dimension) return false
      return isNear(toBaseUnits(found, foundUnit), wanted)
    }
  },
}

function toUnit(text: JsonValue | undefined): Unit | undefined {
  return typeof text === 'string' ? parseUnit(text) : undefined
}

/** Returns a unit that is nothing but an annotation, `{tablet}`. */
function readAnnotation(text: JsonValue | undefined): string | undefined {
  return typeof text === 'string' && /^\{[^{}]*\}$/.test(text) ? text : undefined
}

function isNear(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= relativeTolerance * Math.max(Math.abs(a), Math.abs(b))
}
