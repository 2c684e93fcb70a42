import { parseDateTime } from '../syntax/date-time.js'
import { quote } from '../syntax/error.js'
import type { Issue } from '../syntax/issue.js'
import type { FieldPath } from '../syntax/path.js'
import type { Segment } from '../syntax/segment.js'
import type { FieldRule } from './field-rule.js'

/** Checks one segment against the rules for its name. */
export function checkFields(segment: Segment, occurrence: number, rules: readonly FieldRule[]): Issue[] {
  const issues: Issue[] = []
  for (const rule of rules) {
    const { field, component } = rule
    const value = segment.read(createPath(rule))
    const values = rule.form === 'token' ? readRepetitions(segment, rule) : [value]
    const place = { segment: segment.name, occurrence, field, ...(component === undefined ? {} : { component }) }
    if (value === undefined || value === null) {
      if (!rule.required) continue
      const received = value === null ? 'null ("")' : 'nothing'
      issues.push({ code: 101, ...place, message: `Expected the ${rule.name}, got ${received}.${formatExample(rule)}` })
    } else if (rule.values !== undefined && !rule.values.includes(value)) {
      const expected = `Expected the ${rule.name} to be one of ${rule.values.join(' ')}`
      issues.push({ code: 103, ...place, message: `${expected}, got ${quote(value)}.${formatExample(rule)}` })
    } else if (rule.form !== undefined) {
      const form = rule.form
      const wrong = values.find((one) => typeof one === 'string' && !hasForm(one, form))
      if (typeof wrong !== 'string') {
        issues.push(...checkPrecision(segment, rule, occurrence))
        continue
      }
      const message = `Expected the ${rule.name} as ${forms[form]}, got ${quote(wrong)}.${formatExample(rule)}`
      issues.push({ code: 102, ...place, message })
    }
  }
  return segment.name === 'OBX' ? [...issues, ...checkObservation(segment, occurrence)] : issues
}

/** Table 0529: year, month, day, hour, minute, second. */
const precisions: readonly string[] = ['Y', 'L', 'D', 'H', 'M', 'S']

/** Checks the second component of a TS: its degree of precision, deprecated in 2.3 but still allowed later. */
function checkPrecision(segment: Segment, { name, field, form, component }: FieldRule, occurrence: number): Issue[] {
  if (form !== 'date-time' || component !== 1) return []
  const value = segment.read({ field, repetition: 1, component: 2, subcomponent: 0 })
  if (typeof value !== 'string' || precisions.includes(value)) return []
  const expected = `Expected the degree of precision of the ${name} to be one of ${precisions.join(' ')}`
  const message = `${expected}, got ${quote(value)}. Example: S`
  return [{ code: 103, segment: segment.name, occurrence, field, component: 2, message }]
}

function readRepetitions(segment: Segment, rule: FieldRule): readonly (string | null | undefined)[] {
  return segment.readRepetitions(createPath(rule))
}

const forms = {
  'date-time': 'YYYY[MM[DD[HH[MM[SS[.SSSS]]]]]][+/-ZZZZ]',
  number: 'a decimal number',
  sequence: 'a whole number from 0',
  token: 'up to 199 letters, digits and punctuation without spaces',
} as const

const examples = { 'date-time': '20260105090000', number: '13.5', sequence: '1', token: 'A-17' } as const

function formatExample({ form, example = form && examples[form] }: FieldRule): string {
  return example === undefined ? '' : ` Example: ${example}`
}

function hasForm(value: string, form: keyof typeof forms): boolean {
  switch (form) {
    case 'date-time':
      return parseDateTime(value) !== undefined
    case 'number':
      return /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(value)
    case 'sequence':
      return /^\d+$/.test(value)
    case 'token':
      return /^[!-~]{1,199}$/.test(value)
  }
}

/** Checks that OBX-2 is present if OBX-5 is, and that OBX-5 is a number or a date-time if OBX-2 says so. */
function checkObservation(segment: Segment, occurrence: number): Issue[] {
  const type = segment.read('2')
  const form = type === 'NM' ? 'number' : type === 'DT' || type === 'TS' || type === 'DTM' ? 'date-time' : undefined
  // A text may be long, and has no form.
  if (typeof type === 'string' && form === undefined) return []
  // The second component of a TS is its degree of precision.
  const value = segment.read(type === 'TS' ? '5.1' : '5')
  if (typeof value !== 'string') return []
  const place = { segment: 'OBX', occurrence }
  if (type === undefined || type === null) {
    return [{ code: 101, ...place, field: 2, message: 'Expected the value type of OBX-5, got nothing. Example: NM' }]
  }
  if (form === undefined || hasForm(value, form)) return []
  const message = `Expected a value of type ${type} as ${forms[form]}, got ${quote(value)}. Example: ${examples[form]}`
  return [{ code: 102, ...place, field: 5, message }]
}

function createPath({ field, component = 0 }: FieldRule): FieldPath {
  return { field, repetition: 1, component, subcomponent: 0 }
}
