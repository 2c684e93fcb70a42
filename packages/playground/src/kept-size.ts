import type { Steps } from '@carebench/protocol'

/** Bytes of an object or an array without its members. */
const containerBytes = 64
/** Bytes of any other value, and of a member's place. */
const valueBytes = 16
/** Strings of at least this length are counted once, because equal ones of a call and its effects are one string. */
const longString = 1024

/**
 * Roughly how many bytes of memory a JSON value takes: what has few characters can take many times as many bytes. Long
 * strings that occur several times count once.
 */
export function* keptSize(value: unknown): Steps<number> {
  const seen = new Set<string>()
  const open: (readonly unknown[])[] = [[value]]
  let size = 0
  for (let values = open.pop(); values !== undefined; values = open.pop()) {
    for (const [index, one] of values.entries()) {
      if (index % 1000 === 999) yield
      size += valueBytes
      if (typeof one === 'string') {
        if (one.length < longString) size += one.length
        else if (!seen.has(one)) {
          seen.add(one)
          size += one.length
        }
      } else if (typeof one === 'object' && one !== null) {
        size += containerBytes
        open.push(Object.values(one))
      }
    }
    yield
  }
  return size
}
