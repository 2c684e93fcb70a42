import { readId, readMeta, readVersionNumber, type StoredResource } from '../resource/fhir-resource.js'
import { findPlace, hasCreated, insertCreated, removeCreated } from '../search/index/created-list.js'
import { HiddenResources } from '../search/index/hidden-resources.js'
import { TypeIndex } from '../search/index/type-index.js'
import { parseTime, type WrittenVersion } from './version-log.js'

const none: readonly StoredResource[] = []
const nothing: ReadonlySet<StoredResource> = new Set()

/** A resource and the time of its version in milliseconds since 1970, or minus infinity if unknown. */
export interface TimedResource {
  readonly stored: StoredResource
  readonly time: number
}

/** Resources that several stores share, and which of them are hidden in this store. */
export class Layer {
  readonly segment: Segment
  /** The hidden resources by type. */
  readonly hidden = new Map<string, HiddenResources>()
  /** The hidden resources that were replaced or removed by an extension of the record, before the record began. */
  readonly replaced: ReadonlySet<StoredResource>

  constructor(segment: Segment, replaced: ReadonlySet<StoredResource> = nothing) {
    this.segment = segment
    this.replaced = replaced
  }

  get size(): number {
    let size = this.segment.inOrder.length
    for (const { list } of this.hidden.values()) size -= list.length
    return size
  }

  fork(): Layer {
    const copy = new Layer(this.segment, this.replaced)
    for (const [type, hidden] of this.hidden) copy.hidden.set(type, hidden.fork())
    return copy
  }

  /** Returns the initial resources of the record in this layer, in the order of {@link Segment.byTime}. */
  initialByTime(resourceType: string | undefined): readonly TimedResource[] {
    const all = this.segment.byTime(resourceType)
    return this.replaced.size === 0 ? all : all.filter(({ stored }) => !this.replaced.has(stored))
  }

  has(stored: StoredResource): boolean {
    return hasCreated(this.segment.inOrder, stored)
  }

  hide(stored: StoredResource): void {
    const { resourceType } = stored.resource
    const hidden = this.hidden.get(resourceType) ?? new HiddenResources(resourceType)
    this.hidden.set(resourceType, hidden)
    hidden.add(stored)
  }

  hides(stored: StoredResource): boolean {
    return this.hidden.get(stored.resource.resourceType)?.has(stored) === true
  }
}

/** Compares versions by time, then by creation. */
export function compareByTime(left: TimedResource, right: TimedResource): number {
  // Times may be infinite, so that their difference is NaN.
  return left.time === right.time ? left.stored.created - right.stored.created : left.time < right.time ? -1 : 1
}

/** Resources of all types with their indexes. No longer changes once several stores share it. */
export class Segment {
  readonly #types = new Map<string, TypeIndex>()
  readonly #inOrder: StoredResource[] = []
  readonly #byTime = new Map<string, readonly TimedResource[]>()

  get inOrder(): readonly StoredResource[] {
    return this.#inOrder
  }

  index(resourceType: string): TypeIndex | undefined {
    return this.#types.get(resourceType)
  }

  /** Returns the resources with an id, of one type or all, with the times of their versions, the latest last. */
  byTime(resourceType: string | undefined): readonly TimedResource[] {
    const key = resourceType ?? ''
    const known = this.#byTime.get(key)
    if (known !== undefined) return known
    const list = resourceType === undefined ? this.#inOrder : this.ofType(resourceType)
    const timed = list
      .filter(({ resource }) => readId(resource) !== undefined)
      .map((stored) => ({ stored, time: parseTime(readMeta(stored.resource, 'lastUpdated')) }))
      .sort(compareByTime)
    this.#byTime.set(key, timed)
    return timed
  }

  /** The types of all resources that were ever added. */
  get types(): Iterable<string> {
    return this.#types.keys()
  }

  ofType(resourceType: string): readonly StoredResource[] {
    return this.#types.get(resourceType)?.inOrder ?? none
  }

  get(resourceType: string, id: string): StoredResource | undefined {
    return this.#types.get(resourceType)?.get(id)
  }

  add(stored: StoredResource): void {
    this.#byTime.clear()
    const { resourceType } = stored.resource
    let index = this.#types.get(resourceType)
    if (index === undefined) {
      index = new TypeIndex(resourceType)
      this.#types.set(resourceType, index)
    }
    index.add(stored)
    insertCreated(this.#inOrder, stored)
  }

  /** Removes a resource; returns false if it does not exist. */
  remove(stored: StoredResource): boolean {
    if (this.#inOrder[findPlace(this.#inOrder, stored.created)] !== stored) return false
    this.#byTime.clear()
    this.#types.get(stored.resource.resourceType)?.remove(stored)
    return removeCreated(this.#inOrder, stored)
  }
}

/** Returns an initial resource as a version with the method PUT. */
export function createBaseVersion({ stored, time }: TimedResource): WrittenVersion {
  const { resource } = stored
  const version = readVersionNumber(resource)
  const { resourceType } = resource
  return { method: 'PUT', resourceType, id: String(resource.id), version, time, stored, begins: version === 1 }
}
