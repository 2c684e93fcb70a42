import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { Solution, SolutionCall } from '../task.js'
import { oneCoding } from './expected-values.js'

/** The name of the reference solution, which works by the handbook. */
export const reference = 'by the handbook'

export function get(path: string): SolutionCall {
  return { method: 'GET', path }
}

/** Returns the JSON object that a call sends; empty if it sends none. */
export function bodyOf(call: SolutionCall): JsonObject {
  return (('body' in call && call.body) || {}) as JsonObject
}

/**
 * Returns a POST call. `capture` names values of the response that later calls insert, as `{ call: '/id' }` for
 * `{{call}}`.
 */
export function post(path: string, body?: JsonValue, capture?: Readonly<Record<string, string>>): SolutionCall {
  return { method: 'POST', path, ...(body !== undefined && { body }), ...(capture !== undefined && { capture }) }
}

export function put(path: string, body: JsonValue): SolutionCall {
  return { method: 'PUT', path, body }
}

/** Returns the call that writes a file of the file exchange. */
export function putFile(path: string, text: string): SolutionCall {
  return { method: 'PUT', path: `files/${path}`, text }
}

/** Returns the call that changes a resource of the chart, such as `ServiceRequest/order-1`, by JSON Patch. */
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

/** Returns the call that advances the clock; none for 0 seconds. */
export function wait(seconds: number): readonly SolutionCall[] {
  return seconds === 0 ? [] : [post('wait', { seconds })]
}

/**
 * Returns the calls that telephone a number, say the texts in order, and hang up. `name` distinguishes several
 * telephone calls in one solution.
 */
export function telephone(to: string, texts: readonly string[], name = 'call'): readonly SolutionCall[] {
  return [
    post('voice/calls', { to }, { [name]: '/id' }),
    ...texts.map((text) => post(`voice/calls/{{${name}}}/turns`, { text })),
    post(`voice/calls/{{${name}}}/hangup`),
  ]
}

/**
 * The values of a closed work item: its status, the coded outcome, and the coded reason if the handbook requires one.
 */
export interface Closing {
  readonly status: string
  /** The system and the code of the outcome. */
  readonly outcome: readonly [system: string, code: string]
  readonly reason?: readonly [system: string, code: string] | false
}

/** Returns the members of a closed Task. */
export function closedMembers({ status, outcome, reason }: Closing): JsonObject {
  return {
    status,
    businessStatus: makeConcept(outcome),
    ...(reason && { statusReason: makeConcept(reason) }),
  }
}

/** Returns the member of a Task that names the document that decided it; empty without one. */
export function namedDocument(id: string | undefined): JsonObject {
  return id === undefined ? {} : { reasonReference: { reference: `DocumentReference/${id}` } }
}

/** Returns the call that closes a work item with its outcome, and adds other members. */
export function closeTask(taskId: string, closing: Closing, others: JsonObject = {}): SolutionCall {
  const { status = '', ...added } = { ...closedMembers(closing), ...others }
  const additions = Object.entries(added).map(([name, value]) => add(`/${name}`, value ?? null))
  return patchChart(`Task/${taskId}`, replace('/status', status), ...additions)
}

/**
 * Returns the expected fields of a closed Task. Status, outcome and reason are expected together, so that guessing one
 * of them earns nothing.
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
