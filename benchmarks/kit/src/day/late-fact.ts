import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { resourcesIn } from '../builders/world-values.js'
import type { Resource } from '../clinic/people.js'
import type { Instance } from '../family.js'
import { IncompatibleError } from './merge/merge-values.js'

/**
 * The instance in which the document that decides, which the right work names, enters the chart so many seconds after
 * the beginning of the day.
 *
 * @throws IncompatibleError if the work names no document of the chart
 */
export function delayFact(at_seconds: number, instance: Instance): Instance {
  const { world, scenario, solutions, id } = instance
  const named = JSON.stringify(solutions[0]?.calls ?? []).match(/(?<=DocumentReference\/)[\w-]+/)?.[0]
  const document = resourcesIn(world).find(
    ({ id: own, resourceType }) => resourceType === 'DocumentReference' && own === named,
  )
  if (document === undefined) throw new IncompatibleError(`expected ${id} to name the document that decides, got none`)
  const step = {
    type: 'upsert_fhir' as const,
    resource: { ...document } as JsonObject & { resourceType: string },
    at_seconds,
  }
  return {
    ...instance,
    world: without(document, world as JsonValue) as Instance['world'],
    scenario: { steps: [...(scenario?.steps ?? []), step] },
  }
}

/** The world without the entry of a resource. */
function without(resource: Resource, value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const kept = value.filter((item) => !isJsonObject(item) || (item.resource as unknown) !== resource)
    return kept.map((item) => without(resource, item))
  }
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, without(resource, member ?? null)]))
}
