import type { JsonValue } from '@carebench/protocol'

/** Maximum number of JSON values in a request, because its parts are read in one step. */
const maxValues = 20_000
const maxListed = 200

/** Why a body is rejected: it is too long, or has a member `toString` and so cannot be shown as text. */
export interface BodyFault {
  readonly status: 400 | 422
  readonly code: 'structure' | 'too-long'
  readonly text: string
}

/** Returns why a body must be rejected before it is read; undefined if it is acceptable. */
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
