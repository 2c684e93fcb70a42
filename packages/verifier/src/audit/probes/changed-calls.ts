import type { JsonObject, JsonValue, SolutionCall } from '@carebench/protocol'
import { isJsonObject } from '../../values/json/is-json-object.js'
import { isStatement } from '../mutants/texts/statement.js'
import { falseValuesIn, makeFalseTexts } from './false-values.js'
import type { Probe } from './probe.js'

type Calls = readonly SolutionCall[]

const day = 86_400

/** The delays with which a solution begins, longest first. */
const delays = [
  { seconds: 45 * day, shown: '45 days' },
  { seconds: 15 * day, shown: '15 days' },
  { seconds: 3 * day, shown: '3 days' },
  { seconds: day, shown: '1 day' },
  { seconds: 3600, shown: '1 hour' },
] as const

/**
 * Returns the solution begun late, and with each wait that precedes a write extended by the longest of the delays.
 * Leaves out delays of `longest` seconds and more. Only the longest delay must not pass: after a shorter one, nothing
 * may be due yet.
 */
export function lateCalls(calls: Calls, longest: number): readonly Probe[] {
  const [most, ...others] = delays.filter(({ seconds }) => seconds < longest)
  if (most === undefined) return []
  const begun = ({ seconds, shown }: typeof most) => probe('late', `begun ${shown} late`, delayed(calls, 0, seconds))
  const lastWrite = calls.findLastIndex((call) => call.method !== 'GET' && !isWait(call))
  const waits = calls.flatMap((call, index) => (index > 0 && index <= lastWrite && waitsBefore(call) ? [index] : []))
  const longer = waits.flatMap((index) =>
    probe(
      'late',
      `with the wait before call ${index + 1} longer by ${most.shown}`,
      delayed(calls, index, most.seconds),
    ),
  )
  return [...begun(most), ...longer, ...others.flatMap(begun).map((one) => ({ ...one, mayPass: true as const }))]
}

function isWait({ path }: SolutionCall): boolean {
  return /^\/?wait$/.test(path)
}

function waitsBefore(call: SolutionCall): boolean {
  return (call.delay_seconds ?? 0) > 0 || isWait(call)
}

function delayed(calls: Calls, index: number, seconds: number): Calls {
  return calls.map((call, at) =>
    at === index ? { ...call, delay_seconds: (call.delay_seconds ?? 0) + seconds } : call,
  )
}

/** Returns the solution with a false value in one of its texts, except in texts that a later call replaces. */
export function contradictingCalls(calls: Calls, names: readonly string[]): readonly Probe[] {
  return calls.flatMap((call, index) =>
    (isReplaced(call, calls.slice(index + 1)) ? [] : statementsIn(call)).flatMap((text) =>
      falseValuesIn(text, names).flatMap((value) =>
        makeFalseTexts(text, value).flatMap((changed) =>
          probe(
            'contradiction',
            `${call.method} ${call.path} with ${changed.what}`,
            replaced(calls, index, withText(call, text, changed.text)),
          ),
        ),
      ),
    ),
  )
}

/** Whether a call writes the same record again. */
function isReplaced({ path, capture = {} }: SolutionCall, later: Calls): boolean {
  const paths = [path, ...Object.keys(capture).map((name) => `${path}/{{${name}}}`)]
  return later.some((call) => call.method === 'PUT' && paths.includes(call.path))
}

function statementsIn(call: SolutionCall): readonly string[] {
  if (call.method === 'GET' || !('body' in call) || call.body === undefined) return []
  return leafTexts(call.body as JsonValue).filter((text) => isStatement(text) && !/^(?:MSH|ISA|BHS|FHS)/.test(text))
}

function leafTexts(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap((member) => leafTexts(member)) : []
}

function withText(call: SolutionCall, text: string, other: string): SolutionCall {
  return 'body' in call ? { ...call, body: exchange(call.body as JsonValue, text, other) } : call
}

function exchange(value: JsonValue, text: string, other: string): JsonValue {
  if (value === text) return other
  if (Array.isArray(value)) return value.map((member: JsonValue) => exchange(member, text, other))
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, exchange(member, text, other)]))
    : value
}

const remark = 'she must not be told'

/**
 * Returns the solution with a value in a technical field that its standard does not define: a remark, or a time in
 * another year.
 */
export function technicalCalls(calls: Calls): readonly Probe[] {
  return calls.flatMap((call, index) =>
    technicalChanges(call).flatMap(({ what, call: changed }) =>
      probe('technical-field', `${call.method} ${call.path} with ${what}`, replaced(calls, index, changed)),
    ),
  )
}

function technicalChanges(call: SolutionCall): readonly { what: string; call: SolutionCall }[] {
  if (call.method === 'GET') return []
  if ('text' in call && call.text !== undefined) {
    const { text } = call
    return hl7Changes(text).map(({ what, text: changed }) => ({ what, call: { ...call, text: changed } }))
  }
  if (!('body' in call) || call.body === undefined) return []
  const body = call.body as JsonValue
  const messages = leafTexts(body).flatMap((text) =>
    hl7Changes(text).map((change) => ({ what: change.what, call: withText(call, text, change.text) })),
  )
  return [
    ...messages,
    ...fhirChanges(body).map(({ what, body: changed }) => ({ what, call: { ...call, body: changed } })),
  ]
}

/** Technical fields of an HL7 message: MSH-8, MSH-10 and MSH-21 are tokens, MSH-7 is the time of the message. */
function hl7Changes(text: string): readonly { what: string; text: string }[] {
  if (!text.startsWith('MSH|')) return []
  const end = /[\r\n]/.exec(text)?.index ?? text.length
  const fields = text.slice(0, end).split('|')
  const withField = (number: number, value: string): string => {
    const changed = Array.from({ length: Math.max(fields.length, number) }, (_, at) => fields[at] ?? '')
    changed[number - 1] = value
    return changed.join('|') + text.slice(end)
  }
  const stamp = fields[6] ?? ''
  const lastYear = stamp.replace(/^\d{4}/, (year) => String(Number(year) - 1))
  return [
    { what: 'a remark in MSH-8', text: withField(8, remark) },
    { what: 'a remark in MSH-21', text: withField(21, remark) },
    { what: 'a remark in MSH-10', text: withField(10, remark) },
    ...(lastYear === stamp ? [] : [{ what: 'a time of last year in MSH-7', text: withField(7, lastYear) }]),
  ]
}

function fhirChanges(body: JsonValue): readonly { what: string; body: JsonObject }[] {
  if (!isJsonObject(body)) return []
  // The agent does not write fields that a server writes by itself.
  if (body.resourceType === 'Task') {
    return [{ what: 'a time to come in lastModified', body: { ...body, lastModified: '2999-01-01T00:00:00Z' } }]
  }
  const [first, ...others] = Array.isArray(body.entry) ? (body.entry as readonly JsonValue[]) : []
  if (first === undefined || !isJsonObject(first) || first.fullUrl !== undefined) return []
  return [
    { what: 'a remark in fullUrl', body: { ...body, entry: [{ ...first, fullUrl: `urn:x:${remark}` }, ...others] } },
  ]
}

function replaced(calls: Calls, index: number, call: SolutionCall): Calls {
  return calls.map((one, at) => (at === index ? call : one))
}

function probe(kind: Probe['kind'], name: string, calls: Calls): readonly Probe[] {
  const [first, ...rest] = calls
  return first === undefined ? [] : [{ kind, name, calls: [first, ...rest], when: 'instead' }]
}
