import type { JsonObject, JsonValue } from '@carebench/protocol'
import { finish, type Steps } from '@carebench/protocol/wire'
import { plural } from '@carebench/text'
import { type DateSpan, parsePartialDate, toSpan } from '../../values/dates/partial-date.js'
import type { EvidenceValues } from '../../values/evidence-reader.js'
import { pointerTo } from '../../values/finding.js'
import { isJsonObject } from '../../values/json/is-json-object.js'
import type { MatcherContext, MatcherKind, MatchScope } from '../matcher.js'
import { objectOperand, refuseOperand } from '../operand.js'
import { readNamedEvents, readNamedRecords } from './named-evidence.js'

/** A compiled `$within`. */
interface Limits {
  /** The operand in words: `at most 3600 seconds after call.ended`. */
  readonly shown: string
  /** The reference time; undefined if it is looked up. */
  readonly literal: DateSpan | undefined
  readonly source: EvidenceValues | undefined
  /** The limits in milliseconds, both included. */
  readonly least: number
  readonly most: number
}

/** The limits of operands, for explanations. */
const limitsOf = new WeakMap<object, Limits>()

/**
 * `{"$within": {"of": time, "at_least_seconds"?, "at_most_seconds"?}}`: a time at this distance in seconds after
 * another time, or before it if the seconds are negative. `of` is a date, `{"collection", "where", "path"}` for a value
 * of records, or `{"type", "where"}` for an event. The earliest of several times counts; without any, nothing matches.
 * Open if that part of the evidence was not observed, which makes the criterion `unsupported`.
 */
export const withinMatcher: MatcherKind = {
  key: '$within',
  example: '{"$within": {"of": {"type": "hl7.received"}, "at_most_seconds": 3600}}',
  compile(operand, path, context) {
    const limits = compileLimits(operand, path, context)
    if (limits === undefined) return undefined
    limitsOf.set(operand as object, limits)
    if (limits.source !== undefined) context.markOpen()
    return (actual, scope) => {
      const date = typeof actual === 'string' ? parsePartialDate(actual) : undefined
      if (date === undefined) return false
      const reference = readReference(limits, scope)
      if (reference === undefined) return undefined
      const { first, last } = toSpan(date)
      return reference !== missing && first - reference.first >= limits.least && last - reference.last <= limits.most
    }
  },
}

/** Stands for a reference time that does not exist: no such event, or no such value in the records. */
const missing = 'missing'

type Reference = DateSpan | typeof missing

/** Returns the reference time; undefined if that part of the evidence was not observed. */
function readReference(limits: Limits, { budget, evidence }: MatchScope): Reference | undefined {
  const { literal, source } = limits
  if (source === undefined) return literal
  if (evidence === undefined) return undefined
  const read = (): Steps<Reference | undefined> => earliest(source, evidence)
  return budget === undefined ? finish(read()) : budget.answer(limits, evidence, source.units(evidence), read)
}

function* earliest(source: EvidenceValues, evidence: object): Steps<Reference | undefined> {
  const values = yield* source.read(evidence)
  let found: Reference = missing
  for (const value of values ?? []) {
    const date = typeof value === 'string' ? parsePartialDate(value) : undefined
    const span = date && toSpan(date)
    if (span !== undefined && (found === missing || span.first < found.first)) found = span
  }
  return values && found
}

function compileLimits(operand: JsonValue, path: string, context: MatcherContext): Limits | undefined {
  const members = { required: ['of'], optional: ['at_least_seconds', 'at_most_seconds'] }
  const object = objectOperand(withinMatcher, members, operand, path, context)
  if (object === undefined) return undefined
  const { of = null, at_least_seconds: least, at_most_seconds: most } = object
  for (const [name, value] of Object.entries({ at_least_seconds: least, at_most_seconds: most })) {
    if (value !== undefined && typeof value !== 'number') {
      return refuseOperand(withinMatcher, 'a number of seconds', value, pointerTo(path, name), context)
    }
  }
  if (least === undefined && most === undefined) {
    return refuseOperand(withinMatcher, '"at_least_seconds" or "at_most_seconds"', operand, path, context)
  }
  if (Number(least) > Number(most)) {
    const at = pointerTo(path, 'at_most_seconds')
    return refuseOperand(withinMatcher, `at least "at_least_seconds", ${String(least)}`, most, at, context)
  }
  const reference = compileReference(of, pointerTo(path, 'of'), context)
  if (reference === undefined) return undefined
  return {
    literal: 'first' in reference ? reference : undefined,
    source: 'first' in reference ? undefined : reference,
    shown: `${describeBounds(least, most)} ${describeReference(of)}`,
    least: typeof least === 'number' ? least * 1000 : Number.NEGATIVE_INFINITY,
    most: typeof most === 'number' ? most * 1000 : Number.POSITIVE_INFINITY,
  }
}

/** `not before and at most 3600 seconds after`, `at least 60 seconds before`. */
function describeBounds(least: JsonValue | undefined, most: JsonValue | undefined): string {
  const bounds = [
    ...(typeof least === 'number' ? [describeBound(least, ['not before', 'at least', 'at most'])] : []),
    ...(typeof most === 'number' ? [describeBound(most, ['not after', 'at most', 'at least'])] : []),
  ]
  return bounds.join(' and ')
}

function describeBound(seconds: number, [at, after, before]: readonly [string, string, string]): string {
  if (seconds === 0) return at
  return `${seconds > 0 ? after : before} ${describeSeconds(seconds)}`
}

/** `1 second after`, `60 seconds before`. */
function describeSeconds(seconds: number): string {
  return `${plural(Math.abs(seconds), 'second')} ${seconds < 0 ? 'before' : 'after'}`
}

function describeReference(of: JsonValue): string {
  if (!isJsonObject(of)) return String(of)
  const { type, collection, path, system, where = {} } = of
  const records = nameIn(String(collection), system)
  const name = type === undefined ? `${String(path)} of ${records}` : nameIn([type].flat().join(' or '), system)
  return Object.keys(where as JsonObject).length === 0 ? name : `${name} that satisfies "where"`
}

function nameIn(name: string, system: JsonValue | undefined): string {
  return system === undefined ? name : `${name} of ${String(system)}`
}

/** Returns a compiled operand in words: `at most 3600 seconds after call.ended`. */
export function describeLimits(operand: JsonValue): string | undefined {
  return isJsonObject(operand) ? limitsOf.get(operand)?.shown : undefined
}

/**
 * Returns the distance of a value from the time with which it was compared: `, 4000 seconds after it
 * (2026-03-12T10:00:00.000Z)`. Returns "" if the value was not compared.
 */
export function describeDistance(operand: JsonValue, actual: JsonValue | undefined, scope: MatchScope): string {
  const limits = isJsonObject(operand) ? limitsOf.get(operand) : undefined
  const date = typeof actual === 'string' ? parsePartialDate(actual) : undefined
  if (limits === undefined || date === undefined) return ''
  const { budget, evidence } = scope
  const reference = limits.literal ?? (evidence && budget?.known<Reference>(limits, evidence))
  if (reference === undefined) return ''
  if (reference === missing) return ', but there is no such time'
  const distance = toSpan(date).first - reference.first
  const where = limits.literal === undefined ? ` (${new Date(reference.first).toISOString()})` : ''
  return `, ${describeSeconds(distance / 1000)} it${where}`
}

const references =
  'a date such as "2026-03-12", {"type", "where"} for an event, or {"collection", "where", "path"} for a value of ' +
  'records'

function compileReference(of: JsonValue, path: string, context: MatcherContext): DateSpan | EvidenceValues | undefined {
  const date = typeof of === 'string' ? parsePartialDate(of) : undefined
  if (date !== undefined) return toSpan(date)
  if (isJsonObject(of) && Object.hasOwn(of, 'type')) {
    const events = readNamedEvents(withinMatcher, of, path, context)
    return events && context.findings.reader?.times(events, path)
  }
  if (!isJsonObject(of) || !Object.hasOwn(of, 'collection')) {
    return refuseOperand(withinMatcher, references, of, path, context)
  }
  const records = readNamedRecords(withinMatcher, of, path, context)
  if (records === undefined) return undefined
  const { path: member } = records
  if (member === undefined) return refuseOperand(withinMatcher, '"path"', undefined, pointerTo(path, 'path'), context)
  return context.findings.reader?.values({ ...records, path: member }, path)
}
