import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { ShownText } from '../../app.js'

/** The meanings, in our own words, of EB01: the kind of benefit. */
const benefitCodes: Readonly<Record<string, string>> = {
  '1': 'active coverage',
  '6': 'inactive',
  A: 'coinsurance',
  B: 'copayment',
  C: 'deductible',
  D: 'what the benefit covers',
  F: 'limit',
  G: 'out-of-pocket maximum',
  I: 'not covered',
  R: 'another payer',
  U: 'ask this payer',
  W: 'another source of data',
}

/** The meanings of EB02: whom the benefit covers. */
const coverageLevels: Readonly<Record<string, string>> = {
  CHD: 'children only',
  EMP: 'employee only',
  FAM: 'family',
  IND: 'individual',
}

/** The meanings of EB03: the service type. */
const serviceTypes: Readonly<Record<string, string>> = {
  '1': 'medical care',
  '2': 'surgery',
  '4': 'diagnostic x-ray',
  '5': 'diagnostic laboratory',
  '30': 'the whole plan',
  '33': 'chiropractic',
  '35': 'dental care',
  '47': 'hospital',
  '48': 'inpatient hospital',
  '50': 'outpatient hospital',
  '62': 'MRI and CT scan',
  '86': 'emergency services',
  '88': 'pharmacy',
  '98': 'office visit of a physician',
  A6: 'psychotherapy',
  AE: 'physical medicine',
  AL: 'vision',
  BY: 'office visit, sick',
  BZ: 'office visit, well',
  MH: 'mental health',
  PT: 'physical therapy',
  UC: 'urgent care',
}

/** The meanings of EB06: the period of the amount. */
const periods: Readonly<Record<string, string>> = {
  '6': 'an hour',
  '7': 'a day',
  '21': 'years',
  '22': 'service year',
  '23': 'calendar year',
  '24': 'year to date',
  '25': 'contract',
  '26': 'an episode',
  '27': 'a visit',
  '29': 'remaining',
  '32': 'a lifetime',
  '34': 'a month',
}

/** Returns a benefit of an eligibility response in one line, with the meanings of its codes; null for other values. */
export function readBenefit(value: JsonValue): ShownText | null {
  if (!isJsonObject(value) || value.service_types === undefined || value.coverage_level === undefined) return null
  const parts = Object.values(describeBenefit(value))
  return { text: parts.filter((part) => part !== '').join(' · ') }
}

/** Returns the values of a benefit by column heading. */
export function describeBenefit(benefit: JsonObject) {
  const { code, coverage_level: level, service_types: types, plan, period, amount, percent, message } = benefit
  return {
    Benefit: meaning(benefitCodes, code),
    For: meaning(coverageLevels, level),
    Services: Array.isArray(types) ? types.map((type) => meaning(serviceTypes, type)).join(' · ') : '',
    Amount: typeof amount === 'number' ? `$${amount.toFixed(2)}` : '',
    Share: typeof percent === 'number' ? `${Number((percent * 100).toFixed(2))} %` : '',
    Period: meaning(periods, period),
    Network: describeNetwork(benefit.in_network),
    Plan: text(plan),
    Message: text(message),
  }
}

/** Returns a code with its meaning: `B copayment`. */
function meaning(table: Readonly<Record<string, string>>, code: JsonValue | undefined): string {
  const own = text(code)
  return Object.hasOwn(table, own) ? `${own} ${table[own]}` : own
}

function describeNetwork(value: JsonValue | undefined): string {
  if (typeof value !== 'boolean') return ''
  return value ? 'in network' : 'out of network'
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
