import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { wait } from '../builders/calls.js'
import { resourcesIn } from '../builders/world-values.js'
import type { Resource } from '../clinic/people.js'
import type { Instance } from '../family.js'
import type { Criterion, SolutionCall } from '../task.js'
import { readCalls } from './merge/merge-instances.js'
import { IncompatibleError } from './merge/merge-values.js'
import type { Moment } from './moment.js'

/**
 * The instance in which the document that decides, which the right work names, enters the chart at that moment.
 *
 * @throws IncompatibleError if the work names no document of the chart
 */
export function delayFact(moment: Moment, instance: Instance): Instance {
  const named = JSON.stringify(readCalls(instance)).match(/(?<=DocumentReference\/)[\w-]+/)?.[0]
  const documents = resourcesIn(instance.world).filter(
    ({ id, resourceType }) => resourceType === 'DocumentReference' && id === named,
  )
  if (documents.length === 0) {
    throw new IncompatibleError(`expected ${instance.id} to name the document that decides, got none`)
  }
  return enterLater(documents, moment, instance)
}

/** Work that is done as it is at first, and corrected later. */
export interface Corrected {
  readonly instance: Instance
  /** The calls that correct it. */
  readonly correction: readonly SolutionCall[]
}

/**
 * The instance whose chart is, so many seconds after the beginning of the day, that of another one `before`; then it gets
 * what that one lacks. It may be worked before and corrected, or worked later alone, so it does not matter in which order
 * it is written.
 *
 * @throws IncompatibleError if the other one is not the same with fewer documents
 */
export function correctLater(at_seconds: number, instance: Instance, before: Instance): Corrected {
  const known = new Set(resourcesIn(before.world).map((resource) => JSON.stringify(resource)))
  const own = resourcesIn(instance.world)
  const documents = own.filter((resource) => !known.has(JSON.stringify(resource)))
  const isSame =
    own.length - documents.length === known.size &&
    documents.every(({ resourceType }) => resourceType === 'DocumentReference')
  if (!isSame || documents.length === 0) {
    throw new IncompatibleError(`expected ${before.id} to differ from ${instance.id} in documents of the chart alone`)
  }
  const [right] = instance.solutions
  const done = new Set(readCalls(before).map((call) => JSON.stringify(call)))
  const correction = readCalls(instance).filter((call) => !done.has(JSON.stringify(call)))
  if (right === undefined || correction.length === 0)
    throw new IncompatibleError('expected calls that correct, got none')
  const later = enterLater(documents, { at_seconds }, instance)
  return {
    instance: {
      ...later,
      criteria: later.criteria.filter((one) => !isAboutFirst(one)),
      solutions: [{ ...right, calls: [...readCalls(before), ...wait(at_seconds), ...correction] }],
      extras: [right, ...instance.solutions.slice(1), ...instance.extras].map((way) => ({
        ...way,
        calls: [...wait(at_seconds), ...way.calls],
      })),
    },
    correction,
  }
}

/** Whether a criterion says what happens before anything is written for the first time. */
function isAboutFirst({ assertion }: Criterion): boolean {
  const { assert, events } = assertion as JsonObject
  return (
    assert === 'event-order' &&
    Array.isArray(events) &&
    events.some((event) => isJsonObject(event) && event.first === true)
  )
}

function enterLater(resources: readonly Resource[], moment: Moment, instance: Instance): Instance {
  const steps = resources.map((resource) => ({
    type: 'upsert_fhir' as const,
    resource: { ...resource } as JsonObject & { resourceType: string },
    ...moment,
  }))
  return {
    ...instance,
    world: without(resources, instance.world as JsonValue) as Instance['world'],
    scenario: { steps: [...(instance.scenario?.steps ?? []), ...steps] },
  }
}

/** The world without the entries of resources. */
function without(resources: readonly Resource[], value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const kept = value.filter(
      (item) => !isJsonObject(item) || !resources.includes(item.resource as unknown as Resource),
    )
    return kept.map((item) => without(resources, item))
  }
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, without(resources, member ?? null)]))
}
