import { argumentError, isRecord } from '../syntax/argument.js'
import { readPart, type Segment, splitRepetitions } from '../syntax/segment.js'
import { requireTransaction, type Transaction } from '../syntax/transaction.js'
import { quoteValue, X12Error } from '../syntax/x12-error.js'
import { findSegmentDefinition } from './definition.js'

/** A condition on a segment: an element, or one of its components, has the text `equals`. */
export interface PathCondition {
  readonly element: number
  readonly component: number | undefined
  readonly equals: string
}

/**
 * A compiled path, which selects a segment and a position in it. Created by `compilePath`, frozen and shared between
 * callers. Positions count from 1 and are undefined at levels that the path does not reach.
 */
export interface Path {
  /** The path as text. */
  readonly text: string
  readonly segment: string
  /** The number of the segment among those with the same identifier, default 1; ignored if there are conditions. */
  readonly occurrence: number
  /** The conditions, all of which must hold; empty if the path has none. */
  readonly conditions: readonly PathCondition[]
  readonly element: number | undefined
  readonly repetition: number | undefined
  readonly component: number | undefined
}

const FULL = /^([A-Z][A-Z0-9]{1,2})(?:\[([^\]]*)\])?(?:[.-](\d{1,2})(?:\[(\d{1,4})\])?(?:[.-](\d{1,2}))?)?$/
const SHORT = /^([A-Z][A-Z0-9]{1,2})(\d\d)(?:\[(\d{1,4})\])?(?:[.-](\d{1,2}))?$/
const CONDITION = /^(\d{1,2})(?:[.-](\d{1,2}))?=(.*)$/s
const EXAMPLE = 'EB[1=1,3=30].7'
const MAX_CACHED = 1000
/** Longer paths are not cached, so that the cache is bounded in bytes too. */
const MAX_CACHED_LENGTH = 256
const cache = new Map<string, Path>()

/**
 * Compiles a path: `NM1.9`, `NM1[2].9`, `EB.13.2`; by value: `NM1[1=IL].9`, `EB[1=1,3=30].7`, `HI[1.1=ABK].1.2`; in
 * short form: `EB03`, `EB13-2`.
 *
 * Positions count from 1. `[n]` selects the n-th segment with that identifier (default: the first); conditions select
 * the first segment that meets all of them; a condition holds if any repetition of its element meets it. An
 * element is read as raw text; a component is read from the first repetition, and `EB.3[2]` reads the second; component
 * 1 of an undivided element is the element itself. Without an element, the whole segment is read as text. `ISA.6` and
 * `GS.2` read the headers of the interchange and of the group around the transaction. Throws X12Error `invalid-path`,
 * also for likely typos: `EB7` and `NM19` for `EB.7` and `NM1.9`, because the short form takes two digits. To read a
 * segment with such a name, add an index: `EB7[1].2`.
 */
export function compilePath(text: string): Path {
  if (typeof text !== 'string') throw pathTypeError(text)
  const known = cache.get(text)
  if (known !== undefined) return known
  const path = Object.freeze(makePath(text))
  if (text.length > MAX_CACHED_LENGTH) return path
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(text, path)
  return path
}

/**
 * Reads the first match of a path in a transaction as raw text; undefined if it is missing or empty.
 * Throws X12Error `invalid-path` for an invalid path.
 */
export function readValue(transaction: Transaction, path: string | Path): string | undefined {
  requireTransaction(transaction)
  const compiled = toPath(path)
  const { segment, occurrence, conditions } = compiled
  const headers = findHeaders(transaction, segment)
  const found =
    headers !== undefined
      ? headers.slice(occurrence - 1).find((own) => meetsAll(own, conditions))
      : conditions.length > 0
        ? transaction.find(segment, (own) => meetsAll(own, conditions))
        : occurrence === 1
          ? transaction.find(segment)
          : transaction.segments(segment)[occurrence - 1]
  return found === undefined ? undefined : readElement(found, compiled)
}

/** Returns the header of the interchange or group around a transaction, if any; undefined for other segments. */
function findHeaders(transaction: Transaction, segment: string): readonly Segment[] | undefined {
  if (segment !== 'ISA' && segment !== 'GS') return undefined
  const header = segment === 'ISA' ? transaction.interchangeHeader : transaction.groupHeader
  return header === undefined ? [] : [header]
}

function toPath(path: string | Path): Path {
  if (typeof path === 'string') return compilePath(path)
  if (isRecord(path) && typeof path.segment === 'string' && Array.isArray(path.conditions)) return path
  throw pathTypeError(path)
}

function readElement(found: Segment, { element, repetition, component }: Path): string | undefined {
  if (element === undefined) return found.text === '' ? undefined : found.text
  const raw = found.element(element)
  if (raw === undefined || (component === undefined && repetition === undefined)) return raw
  return readPart(raw, found.source.delimiters, component, repetition ?? 1)
}

function makePath(text: string): Path {
  const short = SHORT.exec(text)
  const full = short === null ? FULL.exec(text) : null
  const segment = short?.[1] ?? full?.[1]
  if (segment === undefined) throw pathError(text, 'a path SEG[n].element.component')
  const selector = full?.[2]
  rejectTypo(text, segment, short?.[2], selector !== undefined && full?.[3] !== undefined)
  const isIndex = selector !== undefined && /^\d{1,9}$/.test(selector)
  return {
    text,
    segment,
    occurrence: parsePosition(text, isIndex ? selector : undefined) ?? 1,
    conditions: Object.freeze(selector === undefined || isIndex ? [] : parseConditions(text, selector)),
    element: parsePosition(text, short?.[2] ?? full?.[3]),
    repetition: parsePosition(text, short?.[3] ?? full?.[4]),
    component: parsePosition(text, short?.[4] ?? full?.[5]),
  }
}

/** Throws if a missing separator makes a digit part of an identifier, as in `EB7`, and only `EB` is a known segment. */
function rejectTypo(text: string, segment: string, shortElement: string | undefined, isPlain: boolean): void {
  const isKnown = (id: string) => findSegmentDefinition(id) !== undefined
  if (isKnown(segment) || isPlain) return
  const [before, last] = [segment.slice(0, 2), segment.slice(2)]
  if (/^[1-9]$/.test(last) && isKnown(before)) throw pathError(text, `${before}.${last} or ${before}0${last}`)
  const [digit, rest] = [shortElement?.charAt(0), shortElement?.charAt(1)]
  if (digit === undefined || rest === undefined || !isKnown(segment + digit)) return
  throw pathError(text, `${segment}${digit}.${rest} or ${segment}${digit}0${rest}`)
}

function parseConditions(text: string, selector: string): PathCondition[] {
  // A comma separates conditions only if another `element=` follows, so values may contain commas.
  return selector.split(/,(?=\d{1,2}(?:[.-]\d{1,2})?=)/).map((part) => {
    const match = CONDITION.exec(part)
    const element = parsePosition(text, match?.[1])
    if (match === null || element === undefined) throw pathError(text, 'an index or element=value between the brackets')
    return Object.freeze({ element, component: parsePosition(text, match[2]), equals: match[3] ?? '' })
  })
}

function meetsAll(segment: Segment, conditions: readonly PathCondition[]): boolean {
  return conditions.every(({ element, component, equals }) => {
    const raw = segment.element(element)
    if (raw === undefined) return equals === ''
    if (component === undefined && raw === equals) return true
    const { delimiters } = segment.source
    return splitRepetitions(raw, delimiters).some((part) => {
      const own = component === undefined ? part : (part.split(delimiters.component)[component - 1] ?? '')
      return own === equals
    })
  })
}

function parsePosition(text: string, digits: string | undefined): number | undefined {
  if (digits === undefined) return undefined
  const value = Number(digits)
  if (value < 1) throw pathError(text, 'positions that count from 1')
  return value
}

function pathTypeError(value: unknown): X12Error {
  return argumentError('a path as a string, or one that compilePath made', value, EXAMPLE, { code: 'invalid-path' })
}

function pathError(text: string, expected: string): X12Error {
  return new X12Error({ code: 'invalid-path', expected, received: quoteValue(text), example: EXAMPLE })
}
