import type { JsonObject } from '@carebench/protocol'
import type { Criterion } from '../task.js'
import { criterion } from './criteria.js'

/**
 * The first write of any of these resources of the chart, by either method: an event of `event-order`. Ids of the
 * families say the type, so no two resources share one.
 */
export function firstWrite(...ids: readonly string[]): JsonObject {
  return { type: ['fhir.update', 'fhir.patch'], where: { 'data.id': { $oneOf: [...ids] } }, first: true }
}

/** The assertion that events come in this order. */
export function inOrder(...events: readonly JsonObject[]): JsonObject {
  return { assert: 'event-order', events: [...events] }
}

/** A major criterion that events come in this order. */
export function orderCriterion(label: string, events: readonly JsonObject[]): Criterion {
  return criterion(label, 2, 'unauthorized-act', inOrder(...events))
}

/** So many answers of payers by the clearinghouse: they do not name whom they are about. */
export function countAnswers(transaction: '271' | '277' | '835', count: number): readonly JsonObject[] {
  return Array.from({ length: count }, () => ({ type: 'x12.received', where: { 'data.transaction': transaction } }))
}

/** The assertion that a file is written so often, whatever became of it then: it is taken up at once. */
export function writtenToFile(path: string, count: number | JsonObject): JsonObject {
  return { assert: 'event-count', type: ['file.written', 'file.deleted'], where: { 'data.path': path }, count }
}
