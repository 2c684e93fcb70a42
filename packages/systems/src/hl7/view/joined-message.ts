import type { JsonObject } from '@carebench/protocol'

const patient = /[\r\n]PID/

/**
 * Returns a row whose message is about two patients: the second row's segments from its PID on are appended. Undefined
 * if one of the messages has no PID.
 */
export function joinMessages(row: JsonObject, other: JsonObject): JsonObject | undefined {
  const [own, further] = [row.payload, other.payload]
  if (typeof own !== 'string' || typeof further !== 'string') return undefined
  const at = further.search(patient)
  if (at < 0 || !patient.test(own)) return undefined
  return { ...row, payload: `${own.trimEnd()}\r${further.slice(at + 1).trimEnd()}\r` }
}
