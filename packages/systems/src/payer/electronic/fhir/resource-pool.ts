import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { read } from '../../../membership/recorded-members.js'
import type { Ask } from '../../../simulator.js'
import { identifierOf, nameOf, objectsIn, textAt, valueAt } from './element.js'
import { systems } from './urls.js'

/** Finds resources by references: those that came with a request, and those of the record. */
export interface ResourcePool {
  /** Returns the resource of a Reference or of its text; undefined if there is none. */
  resolve(reference: JsonValue | undefined): JsonObject | undefined
}

/** Creates a pool of the resources that came with a request. Others are read from the record, if there is one. */
export function createPool(sent: Iterable<JsonObject>, ask: Ask | undefined): ResourcePool {
  const known = new Map<string, JsonObject | undefined>()
  for (const resource of sent) {
    if (typeof resource.id === 'string') known.set(`${resource.resourceType}/${resource.id}`, resource)
  }
  return {
    resolve(reference) {
      const name = tailOf(typeof reference === 'string' ? reference : textAt(reference, 'reference'))
      if (name === undefined) return undefined
      if (!known.has(name)) known.set(name, ask && read(ask, name))
      return known.get(name)
    },
  }
}

/** References are short. */
const maxReference = 2_000

/** Returns the type and the id that a reference ends in: `Patient/1`; undefined if it does not. */
export function tailOf(reference: string | undefined): string | undefined {
  if (reference === undefined || reference.length > maxReference) return undefined
  // The version is cut off first: a pattern with it would read the rest anew from every slash.
  const [current = ''] = reference.split('/_history/', 1)
  return /(?:^|\/)([A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64})$/.exec(current)?.[1]
}

/** Returns the resources in prefetched values: resources, and those in Bundles. */
export function resourcesIn(values: Iterable<JsonValue>): readonly JsonObject[] {
  return [...values].flatMap((value) => {
    if (!isJsonObject(value)) return []
    if (value.resourceType !== 'Bundle') return [value]
    return objectsIn(value.entry).flatMap(({ resource }) => (isJsonObject(resource) ? [resource] : []))
  })
}

/** A provider, as a payer knows one. */
export interface ReadProvider {
  readonly npi: string | undefined
  readonly name: string | undefined
}

/** Reads a provider: an Organization, a Practitioner, or the one of a PractitionerRole. Undefined if there is none. */
export function providerOf(reference: JsonValue | undefined, pool: ResourcePool): ReadProvider | undefined {
  const resource = pool.resolve(reference)
  const logical = valueAt(reference, 'identifier')
  const own = textAt(logical, 'system') === systems.npi ? textAt(logical, 'value') : undefined
  if (resource === undefined) return own === undefined ? undefined : { npi: own, name: textAt(reference, 'display') }
  const npi = identifierOf(resource, systems.npi) ?? own
  if (resource.resourceType !== 'PractitionerRole') {
    return { npi, name: textAt(resource, 'name') ?? nameOf(resource) }
  }
  const practitioner = pool.resolve(resource.practitioner)
  const organization = pool.resolve(resource.organization)
  return {
    npi: npi ?? identifierOf(practitioner, systems.npi) ?? identifierOf(organization, systems.npi),
    name: nameOf(practitioner) ?? textAt(organization, 'name'),
  }
}
