import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { wait } from '../builders/calls.js'
import { resourcesIn } from '../builders/world-values.js'
import type { Resource } from '../clinic/people.js'
import type { Instance } from '../family.js'
import type { Criterion, SolutionCall } from '../task.js'
import { readCalls } from './merge/merge-instances.js'
import { distinct, IncompatibleError } from './merge/merge-values.js'
import type { Moment } from './moment.js'

/**
 * Returns the instance with its deciding document entering the chart only at a moment. That is the first document that
 * the calls of the right work name.
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

/** An instance as it was drawn, and the same draw in the branch that is right before new documents enter the chart. */
interface Twins {
  readonly plain: Instance
  readonly before: Instance
}

/** Work that is done with the initial chart, and corrected later. */
export interface Corrected {
  readonly instance: Instance
  /** The calls that correct it. */
  readonly correction: readonly SolutionCall[]
}

/**
 * Returns an instance whose chart gets its last documents only after some seconds of the day; until then it equals
 * another instance, `before`. Doing the work like `before` and correcting it passes, and so does doing it once, later;
 * so criteria on what precedes a first write are dropped, and files may be written once more.
 *
 * @throws IncompatibleError if `before` differs in anything but a few documents that enter later, or names one of these
 */
export function correctLater(at_seconds: number, instance: Instance, { plain, before }: Twins): Corrected {
  const known = new Set(resourcesIn(before.world).map((resource) => JSON.stringify(resource)))
  const own = resourcesIn(instance.world)
  const news = own.filter((resource) => !known.has(JSON.stringify(resource)))
  const ids = new Set(own.map(toReference))
  const isSame = resourcesIn(before.world).every((resource) => ids.has(toReference(resource)))
  if (!isSame || !haveSameFiles(plain, before) || news.length === 0 || news.length > maxNews) {
    throw new IncompatibleError(`expected ${before.id} to differ from ${instance.id} in a few records of the chart`)
  }
  const firstCalls = JSON.stringify(readCalls(before))
  if (news.some(({ resourceType, id }) => resourceType !== 'DocumentReference' || firstCalls.includes(id))) {
    throw new IncompatibleError(`expected documents that come later, which the work before does not name`)
  }
  const [right] = instance.solutions
  const done = new Set(readCalls(before).map((call) => JSON.stringify(call)))
  const correction = readCalls(instance).filter((call) => !done.has(JSON.stringify(call)))
  if (right === undefined || correction.length === 0)
    throw new IncompatibleError('expected calls that correct, got none')
  const later = enterLater(news, { at_seconds }, instance)
  return {
    instance: {
      ...later,
      criteria: later.criteria.flatMap((one) => (isAboutFirst(one) ? [] : [allowBoth(allowAgain(one), before)])),
      solutions: [{ ...right, calls: [...readCalls(before), ...wait(at_seconds), ...correction] }],
      extras: [right, ...instance.solutions.slice(1), ...instance.extras].map((way) => ({
        ...way,
        calls: [...wait(at_seconds), ...way.calls],
      })),
    },
    correction,
  }
}

/** Whether a criterion requires an order of events in which the first event of a kind counts, such as a first write. */
function isAboutFirst({ assertion }: Criterion): boolean {
  const { assert, events } = assertion as JsonObject
  return (
    assert === 'event-order' &&
    Array.isArray(events) &&
    events.some((event) => isJsonObject(event) && event.first === true)
  )
}

/** Maximum number of documents that may enter the chart later. */
const maxNews = 4

/** Allows one more write in a criterion that counts the writes of a file, for the correction. */
function allowAgain(criterion: Criterion): Criterion {
  const { assert, type, count } = criterion.assertion as JsonObject
  const most = isJsonObject(count) ? count.$lte : undefined
  if (assert !== 'event-count' || !JSON.stringify(type).includes('file.written') || typeof most !== 'number') {
    return criterion
  }
  return withAssertion(criterion, { count: { ...(count as JsonObject), $lte: most + 1 } })
}

/** Extends the guard on changes to what `before` allows: a correction may leave parts of it. */
function allowBoth(criterion: Criterion, before: Instance): Criterion {
  const { assert, allow } = criterion.assertion as JsonObject
  const other = before.criteria.find(({ label }) => label === criterion.label)?.assertion.allow
  if (assert !== 'no-collateral' || !Array.isArray(allow) || !Array.isArray(other)) return criterion
  const more = other.filter((entry) => !allow.some((one) => allowsAll(one, entry)))
  return withAssertion(criterion, { allow: [...distinct([...allow, ...more])] })
}

/** Whether an entry of `allow` equals another one for at least the same people, so that both would allow an act twice. */
function allowsAll(one: JsonValue, other: JsonValue): boolean {
  if (!isJsonObject(one) || !isJsonObject(other) || !Array.isArray(one.about) || !Array.isArray(other.about))
    return false
  const { about } = one
  return (
    other.about.every((person) => about.includes(person)) && JSON.stringify({ ...other, about }) === JSON.stringify(one)
  )
}

function withAssertion(criterion: Criterion, change: JsonObject): Criterion {
  return { ...criterion, assertion: { ...criterion.assertion, ...change } } as Criterion
}

function toReference({ resourceType, id }: Resource): string {
  return `${resourceType}/${id}`
}

/**
 * Whether two instances have the same datasets outside the chart and the same scenario. Configurations of systems may
 * differ, because they are never corrected.
 */
function haveSameFiles(...instances: readonly [Instance, Instance]): boolean {
  const [one, other] = instances.map(({ world, scenario }) => {
    const files = (world.datasets ?? []).filter((dataset) => resourcesIn({ datasets: [dataset] }).length === 0)
    return JSON.stringify([files, scenario?.steps])
  })
  return one === other
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

/** Returns the world without the entries of resources. */
export function without(resources: readonly Resource[], value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const kept = value.filter(
      (item) => !isJsonObject(item) || !resources.includes(item.resource as unknown as Resource),
    )
    return kept.map((item) => without(resources, item))
  }
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, without(resources, member ?? null)]))
}
