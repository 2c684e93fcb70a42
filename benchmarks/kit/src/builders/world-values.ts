import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { Resource } from '../clinic/people.js'
import type { Instance } from '../family.js'
import type { SolutionCall } from '../task.js'

/** Yields the objects in a value, at any depth, in order. */
export function* objectsIn(value: JsonValue | undefined): Generator<JsonObject> {
  if (Array.isArray(value)) for (const item of value) yield* objectsIn(item)
  else if (typeof value === 'object' && value !== null) {
    yield value as JsonObject
    for (const member of Object.values(value)) yield* objectsIn(member)
  }
}

/** Returns the FHIR resources in a world, at any depth. */
export function resourcesIn(world: Instance['world']): readonly Resource[] {
  return [...objectsIn(world as JsonValue)].filter(
    (object): object is Resource => typeof object.resourceType === 'string' && typeof object.id === 'string',
  )
}

/** Returns the patients to whom resources refer, as `Patient/pat-1`, each once, in the order of the references. */
export function patientsIn(value: Instance['world'] | Resource): readonly string[] {
  const references = [...objectsIn(value as JsonValue)].flatMap(({ reference }) =>
    typeof reference === 'string' && /^Patient\/[^/]+$/.test(reference) ? [reference] : [],
  )
  return [...new Set(references)]
}

/**
 * Returns the resources of the chart that calls write: ids if the call names one, and types if the server assigns the
 * id.
 */
export function writtenIn(calls: readonly SolutionCall[]): {
  readonly ids: ReadonlySet<string>
  readonly types: ReadonlySet<string>
} {
  const ids = new Set<string>()
  const types = new Set<string>()
  for (const { method, path } of calls) {
    const [, type, id] = /^fhir\/([A-Za-z]+)(?:\/([^/?]+))?$/.exec(path) ?? []
    if (method === 'GET' || type === undefined) continue
    if (id === undefined || id.includes('{{')) types.add(type)
    else ids.add(id)
  }
  return { ids, types }
}

/** Returns all calls of the right solutions and the extras. */
export function rightCalls({ solutions, extras }: Instance): readonly SolutionCall[] {
  return [...solutions, ...extras].flatMap(({ calls }) => calls)
}
