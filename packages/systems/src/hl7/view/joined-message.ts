import type { JsonObject } from '@carebench/protocol'

const patient = /[\r\n]PID/

/**
 * Returns a row with the patient of another behind its own, and all that follows: one message about both. Undefined
 * without a PID.
 */
export function joinMessages(row: JsonObject, other: JsonObject): JsonObject | undefined {
  const [own, further] = [row.payload, other.payload]
  if (typeof own !== 'string' || typeof further !== 'string') return undefined
  const at = further.search(patient)
  if (at < 0 || !patient.test(own)) return undefined
  return { ...row, payload: `${own.trimEnd()}\r${further.slice(at + 1).trimEnd()}\r` }
}
