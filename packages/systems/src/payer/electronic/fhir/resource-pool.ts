import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { read } from '../../../membership/recorded-members.js'
import type { Ask } from '../../../simulator.js'
import { findIdentifier, objectsIn, readName, textAt, valueAt } from './element.js'
import { systems } from './urls.js'

/** Resolves references to resources of a request or of the record. */
export interface ResourcePool {
  /** Returns the resource that a Reference, or its text, refers to; undefined if there is none. */
  resolve(reference: JsonValue | undefined): JsonObject | undefined
}

/** Creates a pool of the resources sent with a request; others are read from the record, if there is one. */
export function createPool(sent: Iterable<JsonObject>, ask: Ask | undefined): ResourcePool {
  const known = new Map<string, JsonObject | undefined>()
  for (const resource of sent) {
    if (typeof resource.id === 'string') known.set(`${resource.resourceType}/${resource.id}`, resource)
  }
  return {
    resolve(reference) {
      const name = readReference(typeof reference === 'string' ? reference : textAt(reference, 'reference'))
      if (name === undefined) return undefined
      if (!known.has(name)) known.set(name, ask && read(ask, name))
      return known.get(name)
    },
  }
}

/** Maximum characters of a reference; longer ones are not parsed. */
const maxReference = 2_000

/** Returns the type and id at the end of a reference, `Patient/1`; undefined if it has no such end. */
export function readReference(reference: string | undefined): string | undefined {
  if (reference === undefined || reference.length > maxReference) return undefined
  // The version is cut off first: a pattern that included it would take quadratic time.
  const [current = ''] = reference.split('/_history/', 1)
  return /(?:^|\/)([A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64})$/.exec(current)?.[1]
}

/** Returns the resources in prefetch values, including those inside Bundles. */
export function resourcesIn(values: Iterable<JsonValue>): readonly JsonObject[] {
  return [...values].flatMap((value) => {
    if (!isJsonObject(value)) return []
    if (value.resourceType !== 'Bundle') return [value]
    return objectsIn(value.entry).flatMap(({ resource }) => (isJsonObject(resource) ? [resource] : []))
  })
}

/** A provider's NPI and name. */
export interface ReadProvider {
  readonly npi: string | undefined
  readonly name: string | undefined
}

/** Reads the Organization, Practitioner or PractitionerRole that a reference names; undefined if it names none. */
export function readProvider(reference: JsonValue | undefined, pool: ResourcePool): ReadProvider | undefined {
  const resource = pool.resolve(reference)
  const logical = valueAt(reference, 'identifier')
  const own = textAt(logical, 'system') === systems.npi ? textAt(logical, 'value') : undefined
  if (resource === undefined) return own === undefined ? undefined : { npi: own, name: textAt(reference, 'display') }
  const npi = findIdentifier(resource, systems.npi) ?? own
  if (resource.resourceType !== 'PractitionerRole') {
    return { npi, name: textAt(resource, 'name') ?? readName(resource) }
  }
  const practitioner = pool.resolve(resource.practitioner)
  const organization = pool.resolve(resource.organization)
  return {
    npi: npi ?? findIdentifier(practitioner, systems.npi) ?? findIdentifier(organization, systems.npi),
    name: readName(practitioner) ?? textAt(organization, 'name'),
  }
}
