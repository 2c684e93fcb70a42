import type { Steps } from '@carebench/protocol/wire'
import { FhirError } from '../resource/fhir-error.js'
import { type FhirResource, isResource, readId, type StoredResource } from '../resource/fhir-resource.js'
import { Layer, Segment } from './store-layer.js'
import { Stored } from './stored.js'

/** The type and id that identify a resource. */
export interface ResourceKey {
  readonly resourceType: string
  readonly id: string
}

/** Throws a FhirError unless the value is a resource. */
export function assertResource(resource: FhirResource): void {
  if (isResource(resource)) return
  throw FhirError.of(400, 'structure', 'Expected a resource, an object with "resourceType": "Patient" or the like.')
}

/**
 * Returns, in steps, the layers and one more with these resources, which hides the resources that they replace or that
 * are `removed`. Takes and returns `next`, the position of the next new resource in the order of creation.
 */
export function* extendLayers(
  layers: readonly Layer[],
  next: number,
  resources: Iterable<FhirResource>,
  removed: Iterable<ResourceKey>,
): Steps<{ readonly layers: readonly Layer[]; readonly next: number }> {
  const more = new Segment()
  const replaced = layers.map((layer) => new Set(layer.replaced))
  const below = (type: string, id: string): StoredResource | undefined => {
    const place = layers.findLastIndex(({ segment }) => segment.get(type, id) !== undefined)
    const stored = layers[place]?.segment.get(type, id)
    return stored === undefined || layers[place]?.hides(stored) ? undefined : stored
  }
  const drop = (stored: StoredResource): void => {
    replaced[layers.findLastIndex((layer) => layer.has(stored))]?.add(stored)
  }
  for (const resource of resources) {
    assertResource(resource)
    const { resourceType } = resource
    const id = readId(resource)
    const added = id === undefined ? undefined : more.get(resourceType, id)
    const earlier = added ?? (id === undefined ? undefined : below(resourceType, id))
    if (added !== undefined) more.remove(added)
    else if (earlier !== undefined) drop(earlier)
    more.add(new Stored(resource, earlier?.created ?? next++))
    yield
  }
  for (const { resourceType, id } of removed) {
    const added = more.get(resourceType, id)
    if (added !== undefined) more.remove(added)
    const earlier = below(resourceType, id)
    if (earlier !== undefined) drop(earlier)
  }
  const covered = layers.map(({ segment }, place) => {
    const layer = new Layer(segment, replaced[place])
    for (const stored of layer.replaced) layer.hide(stored)
    return layer
  })
  return { layers: [...covered, new Layer(more)], next }
}

/** Returns the key of a resource. Throws a FhirError if it has no id. */
export function requireKey(resource: FhirResource): ResourceKey {
  const id = readId(resource)
  if (id === undefined) throw FhirError.of(400, 'required', 'Expected a resource with an id, got one without.')
  return { resourceType: resource.resourceType, id }
}
