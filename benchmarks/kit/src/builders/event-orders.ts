import type { JsonObject } from '@carebench/protocol'
import type { Criterion } from '../task.js'
import { criterion } from './criteria.js'

/**
 * Returns the event, for `event-order`, of the first update or patch of any of these resources of the chart. Ids of the
 * families contain the type, so they are unique across types.
 */
export function firstWrite(...ids: readonly string[]): JsonObject {
  return { type: ['fhir.update', 'fhir.patch'], where: { 'data.id': { $oneOf: [...ids] } }, first: true }
}

/** Returns the assertion that events come in this order. */
export function inOrder(...events: readonly JsonObject[]): JsonObject {
  return { assert: 'event-order', events: [...events] }
}

/** Creates a major criterion that events come in this order. */
export function orderCriterion(label: string, events: readonly JsonObject[]): Criterion {
  return criterion(label, 2, 'unauthorized-act', inOrder(...events))
}

/**
 * Returns `count` events, for `event-order`, each of which is a response of a payer to the clearinghouse. Such events
 * do not name the patient.
 */
export function countAnswers(transaction: '271' | '277' | '835', count: number): readonly JsonObject[] {
  return Array.from({ length: count }, () => ({ type: 'x12.received', where: { 'data.transaction': transaction } }))
}

/**
 * Returns the assertion that a file was written or deleted `count` times in all, whatever it contains at the end,
 * because each version is imported at once.
 */
export function writtenToFile(path: string, count: number | JsonObject): JsonObject {
  return { assert: 'event-count', type: ['file.written', 'file.deleted'], where: { 'data.path': path }, count }
}
