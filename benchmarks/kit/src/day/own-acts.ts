import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { bodyOf } from '../builders/calls.js'
import type { Instance } from '../family.js'
import { concernedIn } from '../guards/guard-questions.js'
import { rightCalls } from '../guards/world-values.js'
import type { Criterion } from '../task.js'

/**
 * The criterion about the acts of its own item, where it is about all acts of a kind: calls to the numbers that only
 * other items call, questions about their patients, and claims for accounts that they have, are judged by theirs.
 */
export function ownActsOnly(criterion: Criterion, instance: Instance, others: readonly Instance[]): Criterion {
  const assertion = criterion.assertion as JsonObject
  const { assert, type, where, transaction, direction, correlate_by: key } = assertion
  if (assert === 'event-count' && type === 'call.turn' && isJsonObject(where) && where['data.to'] === undefined) {
    const own = numbersCalled([instance])
    const theirs = numbersCalled(others).filter((number) => !own.includes(number))
    if (theirs.length === 0) return criterion
    return {
      ...criterion,
      assertion: { ...assertion, where: { ...where, 'data.to': { $not: { $oneOf: [...theirs] } } } },
    }
  }
  if (
    assert === 'event-count' &&
    type === 'cds.called' &&
    isJsonObject(where) &&
    where['data.patient_id'] === undefined
  ) {
    const own = concernedIn(instance.criteria).flatMap((reference) => [reference, reference.slice('Patient/'.length)])
    return { ...criterion, assertion: { ...assertion, where: { ...where, 'data.patient_id': { $oneOf: own } } } }
  }
  const isOfAllClaims =
    transaction === '837' && direction === 'sent' && isJsonObject(key) && Object.keys(key).length === 0
  if (!isOfAllClaims) return criterion
  return { ...criterion, assertion: { ...assertion, correlate_by: { 'CLM.1': { $oneOf: [...accountsIn(instance)] } } } }
}

function numbersCalled(instances: readonly Instance[]): readonly string[] {
  const numbers = instances.flatMap((instance) =>
    rightCalls(instance).flatMap((call) => (call.path === 'voice/calls' ? [String(bodyOf(call).to)] : [])),
  )
  return [...new Set(numbers)].sort()
}

/** The accounts of the claims in a world. */
function accountsIn({ world }: Instance): readonly string[] {
  const text = JSON.stringify((world.datasets ?? []) as JsonValue)
  return [...new Set([...text.matchAll(/CLM\*(\w+)\*/g)].map(([, account = '']) => account))].sort()
}
