import type { JsonObject } from '@carebench/protocol'

/**
 * The first write of any of these resources of the chart, by either method: an event of `event-order`. Ids of the families say the type,
 * so no two resources share one.
 */
export function firstWriteOf(...ids: readonly string[]): JsonObject {
  return { type: ['fhir.update', 'fhir.patch'], where: { 'data.id': { $oneOf: [...ids] } }, first: true }
}

/** The assertion that events come in this order. */
export function inOrder(...events: readonly JsonObject[]): JsonObject {
  return { assert: 'event-order', events: [...events] }
}

/** So many answers of payers by the clearinghouse: they do not name whom they are about. */
export function answersOf(transaction: '271' | '277', count: number): readonly JsonObject[] {
  return Array.from({ length: count }, () => ({ type: 'x12.received', where: { 'data.transaction': transaction } }))
}
