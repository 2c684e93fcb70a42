import type { Steps } from '@carebench/protocol'
import { hasMoreValues } from '@carebench/protocol/wire'

/** Bytes of an object or an array without its members. */
const containerBytes = 64
/** Bytes of any other value, and of a member's place. */
const valueBytes = 16
/** Strings of at least this length are counted once, because equal ones of a call and its effects are one string. */
const longString = 1024

/** The number of values that are counted without a pause. */
const fewValues = 1000

/**
 * Returns roughly how many bytes of memory a JSON value takes: a value with few characters can take many times as many
 * bytes. Long strings that occur several times count once.
 */
export function* keptSize(value: unknown): Steps<number> {
  const seen = new LongStrings()
  if (!hasMoreValues(value, fewValues)) return measureSize(value, seen)
  const open: (readonly unknown[])[] = [[value]]
  let size = 0
  for (let values = open.pop(); values !== undefined; values = open.pop()) {
    for (const [index, one] of values.entries()) {
      if (index % 1000 === 999) yield
      if (isContainer(one)) {
        size += valueBytes + containerBytes
        open.push(Object.values(one))
      } else size += measureSize(one, seen)
    }
    yield
  }
  return size
}

/** The long strings that have been counted; most values have none. */
class LongStrings {
  #counted: Set<string> | undefined

  /** Returns the bytes of the characters of a string; 0 if they have been counted. */
  take(text: string): number {
    this.#counted ??= new Set()
    if (this.#counted.has(text)) return 0
    this.#counted.add(text)
    return text.length
  }
}

function measureSize(value: unknown, seen: LongStrings): number {
  if (typeof value === 'string') return valueBytes + (value.length < longString ? value.length : seen.take(value))
  if (!isContainer(value)) return valueBytes
  let size = valueBytes + containerBytes
  // `for … in` would work for arrays too, but takes longer.
  if (Array.isArray(value)) for (const element of value) size += measureSize(element, seen)
  else for (const name in value) size += measureSize(value[name], seen)
  return size
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
