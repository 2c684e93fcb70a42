import type { JsonValue } from '@carebench/protocol'

/** The most values of a request, and elements of one of its lists: its parts are read in one piece. */
const maxValues = 20_000
const maxListed = 200

/** An issue of a body that is too long, or that no resource is like: such an object cannot be shown as text. */
export interface BodyFault {
  readonly status: 400 | 422
  readonly code: 'structure' | 'too-long'
  readonly text: string
}

/** Says why a body cannot be read; undefined if it can. */
export function findBodyFault(body: JsonValue): BodyFault | undefined {
  const tooLong = (text: string): BodyFault => ({ status: 422, code: 'too-long', text })
  let fault: BodyFault | undefined
  let count = 1
  const waiting: JsonValue[] = [body]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue
    const parts: readonly JsonValue[] = Array.isArray(value) ? value : Object.values(value)
    count += parts.length
    if (count > maxValues) return tooLong(`The body may have at most ${maxValues} values.`)
    if (Array.isArray(value) && parts.length > maxListed) {
      fault ??= tooLong(`A list of the body may have at most ${maxListed} elements, got ${parts.length}.`)
    }
    if (Object.hasOwn(value, 'toString')) {
      fault ??= { status: 400, code: 'structure', text: 'The body has a member toString, which no resource has.' }
    }
    for (const part of parts) if (typeof part === 'object' && part !== null) waiting.push(part)
  }
  return fault
}
