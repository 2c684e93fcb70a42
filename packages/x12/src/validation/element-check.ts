import {
  type CompositeDefinition,
  type ElementCondition,
  findSegmentDefinition,
  type SimpleDefinition,
} from '../definitions/definition.js'
import type { SegmentRule } from '../definitions/transaction-set.js'
import { isDate, isDateRange, isTime } from '../syntax/date-time.js'
import type { Delimiters } from '../syntax/delimiters.js'
import type { X12ProblemCode } from '../syntax/problem.js'
import { splitRepetitions } from '../syntax/segment.js'
import { quoteValue } from '../syntax/x12-error.js'

/** A problem of an element in a segment, without the position of the segment. */
export interface ElementProblem {
  readonly code: X12ProblemCode
  readonly element: number
  readonly component?: number
  readonly repetition?: number
  readonly reference?: string
  readonly value?: string
  readonly expected: string
  readonly received: string
}

/**
 * Checks the elements of a segment against the standard and, if a rule is given, against the implementation guide:
 * presence, lengths, characters, codes, dates, times, repetitions, components, and conditions between elements. A
 * segment that is not in the dictionary is checked against the rule only.
 */
export function checkElements(
  id: string,
  elements: readonly string[],
  delimiters: Delimiters,
  rule?: SegmentRule,
): ElementProblem[] {
  const definition = findSegmentDefinition(id)
  if (definition === undefined) return rule === undefined ? [] : checkByRule(elements, delimiters, rule)
  const problems: ElementProblem[] = []
  for (const [index, own] of definition.elements.entries()) {
    const element = index + 1
    const value = elements[index] ?? ''
    if (value === '') {
      if (own.mandatory || rule?.required?.includes(element)) {
        const expected = 'a value in this required element'
        problems.push({ code: 'element-missing', element, reference: own.reference, expected, received: 'none' })
      }
      continue
    }
    if (rule?.unused?.includes(element)) {
      problems.push({ ...createUnused(element, value), reference: own.reference })
      continue
    }
    const repeated = delimiters.repetition === undefined ? [value] : value.split(delimiters.repetition)
    if (repeated.length > own.repeats) {
      const expected = own.repeats === 1 ? 'no repetition' : `at most ${own.repeats} repetitions`
      const received = `${repeated.length} repetitions`
      problems.push({ code: 'element-repeats', element, reference: own.reference, value, expected, received })
      continue
    }
    for (const [turn, part] of repeated.entries()) {
      const place = { element, ...(own.repeats > 1 ? { repetition: turn + 1 } : {}) }
      if (own.components !== undefined) problems.push(...checkComposite(part, own, place, delimiters, rule))
      else {
        const allowed = rule?.when?.[element] ?? rule?.codes?.[element]
        const format = own.reference === '1251' ? elements[index - 1] : undefined
        problems.push(...checkSimple(part, own, place, allowed, format))
      }
    }
  }
  const extra = elements.findIndex((value, index) => index >= definition.elements.length && value !== '')
  if (extra !== -1) {
    const value = elements[extra] ?? ''
    const expected = `at most ${definition.elements.length} elements`
    problems.push({ code: 'too-many-elements', element: extra + 1, value, expected, received: quoteValue(value) })
  }
  for (const condition of definition.conditions) problems.push(...checkCondition(condition, elements))
  return problems
}

function createUnused(element: number, value: string): ElementProblem {
  const expected = 'no value in this element, which this transaction set does not use'
  return { code: 'element-unused', element, value, expected, received: quoteValue(value) }
}

/** Checks required elements, unused elements and codes against the rule alone. */
function checkByRule(elements: readonly string[], delimiters: Delimiters, rule: SegmentRule): ElementProblem[] {
  const problems: ElementProblem[] = []
  for (const element of rule.required ?? []) {
    if ((elements[element - 1] ?? '') !== '') continue
    problems.push({ code: 'element-missing', element, expected: 'a value in this required element', received: 'none' })
  }
  for (const element of rule.unused ?? []) {
    const value = elements[element - 1] ?? ''
    if (value !== '') problems.push(createUnused(element, value))
  }
  const codes: Readonly<Record<string, readonly string[]>> = { ...rule.codes, ...rule.when }
  for (const [key, allowed] of Object.entries(codes)) {
    const [element = 0, component] = key.split('-').map(Number)
    const repeated = splitRepetitions(elements[element - 1] ?? '', delimiters)
    for (const [turn, part] of repeated.entries()) {
      const value = component === undefined ? part : (part.split(delimiters.component)[component - 1] ?? '')
      if (value === '' || allowed.includes(value)) continue
      const inner = component === undefined ? {} : { component }
      const place = { element, ...inner, ...(repeated.length > 1 ? { repetition: turn + 1 } : {}) }
      problems.push({
        code: 'element-code',
        ...place,
        value,
        expected: describeCodes(allowed),
        received: quoteValue(value),
      })
    }
  }
  return problems.sort((left, right) => left.element - right.element)
}

type Place = Pick<ElementProblem, 'element' | 'component' | 'repetition'>

function checkComposite(
  value: string,
  own: CompositeDefinition,
  place: Place,
  delimiters: Delimiters,
  rule: SegmentRule | undefined,
): ElementProblem[] {
  const parts = value.split(delimiters.component)
  const problems: ElementProblem[] = []
  for (const [index, definition] of own.components.entries()) {
    const component = index + 1
    const part = parts[index] ?? ''
    const inner = { ...place, component }
    if (part !== '') {
      problems.push(
        ...checkSimple(part, definition, inner, rule?.codes?.[`${place.element}-${component}`], parts[index - 1]),
      )
    } else if (definition.mandatory) {
      const expected = 'a value in this required component'
      problems.push({ code: 'element-missing', ...inner, reference: definition.reference, expected, received: 'none' })
    }
  }
  const extra = parts.findIndex((part, index) => index >= own.components.length && part !== '')
  if (extra !== -1) {
    const expected = `at most ${own.components.length} components`
    const received = quoteValue(parts[extra] ?? '')
    const component = extra + 1
    problems.push({
      code: 'too-many-components',
      ...place,
      component,
      reference: own.reference,
      value,
      expected,
      received,
    })
  }
  return problems
}

const SHAPES = { N0: /^-?\d+$/, R: /^-?(\d+\.?\d*|\.\d+)$/ } as const

function checkSimple(
  value: string,
  own: SimpleDefinition,
  place: Place,
  allowed: readonly string[] | undefined,
  format: string | undefined,
): ElementProblem[] {
  const report = (code: X12ProblemCode, expected: string): ElementProblem[] => [
    { code, ...place, reference: own.reference, value, expected, received: quoteValue(value) },
  ]
  const isNumber = own.type === 'N0' || own.type === 'R'
  const length = isNumber ? value.replace(/[-.]/g, '').length : value.length
  if (length < own.min) return report('element-short', describeLengths(own))
  if (length > own.max) return report('element-long', describeLengths(own))
  if (own.type === 'N0' && !SHAPES.N0.test(value)) return report('element-character', 'a whole number, such as 3')
  if (own.type === 'R' && !SHAPES.R.test(value)) return report('element-character', 'a decimal number, such as 12.5')
  if (own.type === 'DT' && !isDate(value)) return report('element-date', 'a date CCYYMMDD, such as 20260105')
  if (own.type === 'TM' && !isTime(value)) return report('element-time', 'a time HHMM, HHMMSS or finer, such as 0930')
  if (!isPrintable(value)) return report('element-character', 'printable characters')
  if (own.reference === '1251') {
    if (format === 'D8' && !isDate(value))
      return report('element-date', 'a date CCYYMMDD, such as 20260105, as the qualifier D8 says')
    if (format === 'RD8' && !isDateRange(value)) {
      return report('element-date', 'two dates CCYYMMDD-CCYYMMDD, such as 20260101-20261231, as the qualifier RD8 says')
    }
  }
  if (allowed !== undefined && !allowed.includes(value)) return report('element-code', describeCodes(allowed))
  return []
}

function checkCondition({ kind, elements: places }: ElementCondition, elements: readonly string[]): ElementProblem[] {
  const isThere = (place: number) => (elements[place - 1] ?? '') !== ''
  const present = places.filter(isThere)
  const absent = places.find((place) => !isThere(place))
  const [first = 0, ...others] = places
  const names = places.map((place) => String(place).padStart(2, '0')).join(', ')
  const missing = (element: number | undefined, expected: string): ElementProblem[] =>
    element === undefined ? [] : [{ code: 'element-condition', element, expected, received: 'none' }]
  switch (kind) {
    case 'P':
      return present.length === 0 ? [] : missing(absent, `elements ${names} all together or not at all`)
    case 'R':
      return present.length > 0 ? [] : missing(first, `at least one of the elements ${names}`)
    case 'C':
      return isThere(first) ? missing(absent, `with element ${first} the others of ${names}`) : []
    case 'L':
      return isThere(first) && !others.some(isThere)
        ? missing(others[0], `with element ${first} at least one other of ${names}`)
        : []
    case 'E': {
      const second = present[1]
      if (second === undefined) return []
      const value = elements[second - 1] ?? ''
      const expected = `at most one of the elements ${names}`
      return [{ code: 'element-excluded', element: second, value, expected, received: quoteValue(value) }]
    }
  }
}

function describeLengths({ min, max }: SimpleDefinition): string {
  if (min < max) return `${min} to ${max} characters`
  return max === 1 ? '1 character' : `${max} characters`
}

function describeCodes(values: readonly string[]): string {
  const shown = values.slice(0, 12).join(', ')
  return values.length === 1 ? `the code ${shown}` : `one of the codes ${shown}${values.length > 12 ? ', …' : ''}`
}

function isPrintable(value: string): boolean {
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at)
    if (code < 32 || code === 127) return false
  }
  return true
}
