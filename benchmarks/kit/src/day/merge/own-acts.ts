import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { bodyOf } from '../../builders/calls.js'
import { resourcesIn, rightCalls } from '../../builders/world-values.js'
import type { Instance } from '../../family.js'
import { concernedIn } from '../../guards/guard-questions.js'
import type { Criterion } from '../../task.js'

/**
 * Restricts a criterion about all acts of a kind to those of its own item. Calls to numbers that only other items call,
 * questions about their patients, claims for their accounts, and documents that name their patients are left to the
 * criteria of those items.
 */
export function ownActsOnly(criterion: Criterion, instance: Instance, others: readonly Instance[]): Criterion {
  const narrowed = narrow(criterion.assertion as JsonObject, instance, others)
  return narrowed === undefined ? criterion : { ...criterion, assertion: { ...criterion.assertion, ...narrowed } }
}

/** Returns the changes to an assertion about all acts of a kind; undefined for other assertions. */
function narrow(assertion: JsonObject, instance: Instance, others: readonly Instance[]): JsonObject | undefined {
  const { assert, type, where, transaction, direction, collection, correlate_by: key } = assertion
  if (assert === 'event-count' && type === 'call.turn' && lacks(where, 'data.to')) {
    const own = numbersCalled([instance])
    const theirs = numbersCalled(others).filter((number) => !own.includes(number))
    return theirs.length === 0 ? undefined : { where: { ...where, 'data.to': { $not: { $oneOf: [...theirs] } } } }
  }
  if (assert === 'event-order' && Array.isArray(assertion.events)) {
    const events = assertion.events.map((event) => (isJsonObject(event) ? ownFirst(event, instance, others) : event))
    return JSON.stringify(events) === JSON.stringify(assertion.events) ? undefined : { events }
  }
  const people = concernedIn(instance.criteria)
  const ids = people.flatMap((reference) => [reference, reference.slice('Patient/'.length)])
  if (assert === 'event-count' && type === 'cds.called' && lacks(where, 'data.patient_id')) {
    return { where: { ...where, 'data.patient_id': { $oneOf: ids } } }
  }
  if (assert === 'cds-response' && key === undefined) {
    return { correlate_by: { 'request.context.patientId': { $oneOf: ids } } }
  }
  const isOfAllDocuments =
    collection === 'portal.attachments' && isJsonObject(key) && Object.keys(key).join() === 'document_type'
  const [number, another] = isOfAllDocuments ? numbersIn(instance, people) : []
  if (isOfAllDocuments && number !== undefined && another === undefined) {
    const named = { ...key, text: { $says: { all: [{ code: number }] } } }
    return { correlate_by: named, exclusive: { by: ['auth_number', 'document_type'] } }
  }
  const isOfAllClaims =
    transaction === '837' && direction === 'sent' && isJsonObject(key) && Object.keys(key).length === 0
  return isOfAllClaims ? { correlate_by: { 'CLM.1': { $oneOf: [...accountsIn(instance)] } } } : undefined
}

/**
 * Narrows the event of the first write of a resource type, if other items write that type too: to the first write of
 * the item's own resources, or to any create.
 */
function ownFirst(event: JsonObject, instance: Instance, others: readonly Instance[]): JsonObject {
  const { where, first, ...more } = event
  if (first !== true || !lacks(where, 'data.id') || where['data.resource_type'] === undefined) return event
  const type = String(where['data.resource_type'])
  const writes = (one: Instance) => rightCalls(one).filter(({ path, method }) => method !== 'GET' && isOf(type, path))
  if (!others.some((other) => writes(other).length > 0)) return event
  if (event.type === 'fhir.create') return { ...more, where }
  const ids = new Set(writes(instance).map(({ path }) => path.split('/')[2] ?? ''))
  return { ...more, where: { ...where, 'data.id': { $oneOf: [...ids].sort() } }, first }
}

function isOf(type: string, path: string): boolean {
  return path === `fhir/${type}` || path.startsWith(`fhir/${type}/`)
}

/** Returns the medical record numbers of these people, by which documents name them. */
function numbersIn({ world }: Instance, people: readonly string[]): readonly string[] {
  return resourcesIn(world).flatMap(({ resourceType, id, identifier }) => {
    if (resourceType !== 'Patient' || !people.includes(`Patient/${id}`)) return []
    const [record] = identifier as readonly { readonly value: string }[]
    return record === undefined ? [] : [record.value]
  })
}

function lacks(where: JsonValue | undefined, path: string): where is JsonObject {
  return isJsonObject(where) && where[path] === undefined
}

function numbersCalled(instances: readonly Instance[]): readonly string[] {
  const numbers = instances.flatMap((instance) =>
    rightCalls(instance).flatMap((call) => (call.path === 'voice/calls' ? [String(bodyOf(call).to)] : [])),
  )
  return [...new Set(numbers)].sort()
}

/**
 * Returns the account numbers in a world and its scenario, including accounts without a claim. In JSON, the `n` of an
 * escaped line feed may precede one.
 */
function accountsIn({ world, scenario }: Instance): readonly string[] {
  const text = JSON.stringify([world.datasets ?? [], scenario?.steps ?? []])
  return [...new Set(text.match(/(?<![A-Z0-9])AC\d+\b/g) ?? [])].sort()
}
