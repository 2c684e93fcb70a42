import { readPart, type Segment, splitRepetitions } from './segment.js'
import type { Transaction } from './transaction.js'
import { quoteValue, X12Error } from './x12-error.js'

/** A path made ready to read. Immutable; keep it, or compile again: compiled paths are cached by their text. */
export interface X12Path {
  readonly text: string
  readonly segment: string
  readonly element: number | undefined
  readonly component: number | undefined
  /** The first match in a transaction as raw text; undefined when missing or empty. */
  read(transaction: Transaction): string | undefined
  /** The value of every segment that matches, missing ones left out. */
  readAll(transaction: Transaction): string[]
}

interface Condition {
  readonly element: number
  readonly component: number | undefined
  readonly value: string
}

const FULL = /^([A-Z][A-Z0-9]{1,2})(?:\[([^\]]*)\])?(?:[.-](\d{1,2})(?:\[(\d{1,4})\])?(?:[.-](\d{1,2}))?)?$/
const SHORT = /^([A-Z][A-Z0-9]{1,2})(\d\d)(?:\[(\d{1,4})\])?(?:[.-](\d{1,2}))?$/
const CONDITION = /^(\d{1,2})(?:[.-](\d{1,2}))?=(.*)$/s
const EXAMPLE = 'EB[1=1,3=30].7'
const MAX_CACHED = 1000
const cache = new Map<string, X12Path>()

/**
 * Compiles a path: `NM1.9`, `NM1[2].9`, `EB.13.2`, by value `NM1[1=IL].9`, `EB[1=1,3=30].7`, `HI[1.1=ABK].1.2`,
 * and short `EB03`, `EB13-2`.
 *
 * Positions count from 1. `[n]` takes the n-th segment of that identifier (default the first); conditions take the first
 * segment that meets all of them, where a repeating element meets its condition with any repetition. An element reads as
 * raw text, a component reads from the first repetition, `EB.3[2]` reads the second; component 1 of an undivided element
 * is the element. Without an element the segment's text is read. Throws X12Error `INVALID_PATH`.
 */
export function compilePath(text: string): X12Path {
  const known = cache.get(text)
  if (known !== undefined) return known
  const path = makePath(text)
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(text, path)
  return path
}

/** Reads a path in one go: `compilePath(path).read(transaction)`. */
export function readPath(transaction: Transaction, path: string): string | undefined {
  return compilePath(path).read(transaction)
}

function makePath(text: string): X12Path {
  const short = SHORT.exec(text)
  const full = short === null ? FULL.exec(text) : null
  const segment = short?.[1] ?? full?.[1]
  if (segment === undefined) throw invalid(text, 'a path SEG[n].element.component')
  const element = position(text, short?.[2] ?? full?.[3])
  const repetition = position(text, short?.[3] ?? full?.[4])
  const component = position(text, short?.[4] ?? full?.[5])
  const selector = full?.[2]
  const isIndex = selector !== undefined && /^\d{1,9}$/.test(selector)
  const index = isIndex ? position(text, selector) : undefined
  const conditions = selector === undefined || isIndex ? [] : parseConditions(text, selector)

  const value = (found: Segment): string | undefined => {
    if (element === undefined) return found.text === '' ? undefined : found.text
    if (component === undefined && repetition === undefined) return found.element(element)
    const raw = found.element(element)
    return raw === undefined ? undefined : readPart(raw, found.source.delimiters, component, repetition ?? 1)
  }
  const matches = conditions.length === 0 ? undefined : (found: Segment) => meetsAll(found, conditions)
  return {
    text,
    segment,
    element,
    component,
    read(transaction) {
      const found =
        index === undefined || index === 1
          ? transaction.find(segment, matches)
          : transaction.segments(segment)[index - 1]
      return found === undefined ? undefined : value(found)
    },
    readAll(transaction) {
      const all = transaction.segments(segment)
      const chosen = index === undefined ? all.filter((found) => matches?.(found) ?? true) : all.slice(index - 1, index)
      return chosen.map(value).filter((found) => found !== undefined)
    },
  }
}

function parseConditions(text: string, selector: string): Condition[] {
  // A comma divides conditions only where another `element=` follows, so values may hold commas.
  return selector.split(/,(?=\d{1,2}(?:[.-]\d{1,2})?=)/).map((part) => {
    const match = CONDITION.exec(part)
    const element = position(text, match?.[1])
    if (match === null || element === undefined) throw invalid(text, 'an index or element=value between the brackets')
    return { element, component: position(text, match[2]), value: match[3] ?? '' }
  })
}

function meetsAll(segment: Segment, conditions: readonly Condition[]): boolean {
  return conditions.every(({ element, component, value }) => {
    const raw = segment.element(element)
    if (raw === undefined) return value === ''
    if (component === undefined && raw === value) return true
    const { delimiters } = segment.source
    return splitRepetitions(raw, delimiters).some((part) => {
      const own = component === undefined ? part : (part.split(delimiters.component)[component - 1] ?? '')
      return own === value
    })
  })
}

function position(text: string, digits: string | undefined): number | undefined {
  if (digits === undefined) return undefined
  const value = Number(digits)
  if (value < 1) throw invalid(text, 'positions that count from 1')
  return value
}

function invalid(text: string, expected: string): X12Error {
  return new X12Error({ code: 'INVALID_PATH', expected, received: quoteValue(text), example: EXAMPLE })
}
