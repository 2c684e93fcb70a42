import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { Solution, SolutionCall } from '../task.js'
import { oneCoding } from './expected-values.js'

/** The name of the solution that works by the handbook. */
export const reference = 'by the handbook'

export function get(path: string): SolutionCall {
  return { method: 'GET', path }
}

/** The JSON object that a call sends; empty if it sends none. */
export function bodyOf(call: SolutionCall): JsonObject {
  return (('body' in call && call.body) || {}) as JsonObject
}

/** Posts a body, or nothing; `capture` names values of the response that later calls insert: `{ call: '/id' }`. */
export function post(path: string, body?: JsonValue, capture?: Readonly<Record<string, string>>): SolutionCall {
  return { method: 'POST', path, ...(body !== undefined && { body }), ...(capture !== undefined && { capture }) }
}

export function put(path: string, body: JsonValue): SolutionCall {
  return { method: 'PUT', path, body }
}

/** Writes a file of the file exchange. */
export function putFile(path: string, text: string): SolutionCall {
  return { method: 'PUT', path: `files/${path}`, text }
}

/** Changes a resource of the chart, `ServiceRequest/order-1`, by JSON Patch. */
export function patchChart(resource: string, ...operations: readonly JsonObject[]): SolutionCall {
  return {
    method: 'PATCH',
    path: `fhir/${resource}`,
    headers: { 'content-type': 'application/json-patch+json' },
    body: [...operations],
  }
}

export function replace(path: string, value: JsonValue): JsonObject {
  return { op: 'replace', path, value }
}

export function add(path: string, value: JsonValue): JsonObject {
  return { op: 'add', path, value }
}

/** Lets time pass; no call if there is nothing to wait for. */
export function wait(seconds: number): readonly SolutionCall[] {
  return seconds === 0 ? [] : [post('wait', { seconds })]
}

/** Calls a number, says these texts one after another, and hangs up. `name` tells calls of one solution apart. */
export function telephone(to: string, texts: readonly string[], name = 'call'): readonly SolutionCall[] {
  return [
    post('voice/calls', { to }, { [name]: '/id' }),
    ...texts.map((text) => post(`voice/calls/{{${name}}}/turns`, { text })),
    post(`voice/calls/{{${name}}}/hangup`),
  ]
}

/** How a work item ends: its status, the coded outcome, and why, if the handbook wants a reason. */
export interface Closing {
  readonly status: string
  /** The system and the code of the outcome. */
  readonly outcome: readonly [system: string, code: string]
  readonly reason?: readonly [system: string, code: string] | false
}

/** The members of a Task that has ended so. */
export function closedMembers({ status, outcome, reason }: Closing): JsonObject {
  return {
    status,
    businessStatus: makeConcept(outcome),
    ...(reason && { statusReason: makeConcept(reason) }),
  }
}

/** The member of a Task that names the document by which it was decided; none without one. */
export function namedDocument(id: string | undefined): JsonObject {
  return id === undefined ? {} : { reasonReference: { reference: `DocumentReference/${id}` } }
}

/** Records the outcome on a work item, and adds other members. */
export function closeTask(taskId: string, closing: Closing, others: JsonObject = {}): SolutionCall {
  const { status = '', ...added } = { ...closedMembers(closing), ...others }
  const additions = Object.entries(added).map(([name, value]) => add(`/${name}`, value ?? null))
  return patchChart(`Task/${taskId}`, replace('/status', status), ...additions)
}

/**
 * The fields of a Task that has ended so. What no agent gets right by chance is expected together, so that a part of it
 * earns nothing.
 */
export function closedFields({ status, outcome, reason }: Closing): Readonly<Record<string, JsonValue>> {
  return {
    'businessStatus.coding': oneCoding(...outcome),
    status,
    ...(reason && { 'statusReason.coding': oneCoding(...reason) }),
  }
}

function makeConcept([system, code]: readonly [string, string]): JsonObject {
  return { coding: [{ system, code }] }
}

/** Returns a harmless extra: the same work with everything read `times` times before it, and once more after it. */
export function readAgain(readings: readonly SolutionCall[], { calls }: Solution, times = 2): Solution {
  const before = Array.from({ length: times }, () => readings).flat()
  return { name: 'read twice, and again at the end', calls: [...before, ...calls, ...readings] }
}
