import { idOf, metaText, type StoredResource, versionOf } from '../resource/fhir-resource.js'
import { hasCreated, insertCreated, placeOf, removeCreated } from '../search/index/created-list.js'
import { HiddenResources } from '../search/index/hidden-resources.js'
import { TypeIndex } from '../search/index/type-index.js'
import { timeOf, type WrittenVersion } from './version-log.js'

const none: readonly StoredResource[] = []
const nothing: ReadonlySet<StoredResource> = new Set()

/** A resource and when its version was made, in milliseconds since 1970; minus infinity if unknown. */
export interface TimedResource {
  readonly stored: StoredResource
  readonly time: number
}

/** Resources that several stores share, and those of them that are hidden in this store. */
export class Layer {
  readonly segment: Segment
  /** By type. */
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

  /** Resources of the layer that the record began with, as {@link Segment.byTime} lists them. */
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

/** The order of versions: by time, then by creation. */
export function byTimeAndCreation(left: TimedResource, right: TimedResource): number {
  // Times may be infinite, and their difference no number.
  return left.time === right.time ? left.stored.created - right.stored.created : left.time < right.time ? -1 : 1
}

/** Resources of all types with their indexes. Several stores share one as their base; then it no longer changes. */
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

  /** The resources of one type, or all, that have an id, with the time of their version; the latest comes last. */
  byTime(resourceType: string | undefined): readonly TimedResource[] {
    const key = resourceType ?? ''
    const known = this.#byTime.get(key)
    if (known !== undefined) return known
    const list = resourceType === undefined ? this.#inOrder : this.ofType(resourceType)
    const timed = list
      .filter(({ resource }) => idOf(resource) !== undefined)
      .map((stored) => ({ stored, time: timeOf(metaText(stored.resource, 'lastUpdated')) }))
      .sort(byTimeAndCreation)
    this.#byTime.set(key, timed)
    return timed
  }

  /** The types that it has had a resource of. */
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

  /** Returns false if it does not exist. */
  remove(stored: StoredResource): boolean {
    if (this.#inOrder[placeOf(this.#inOrder, stored.created)] !== stored) return false
    this.#byTime.clear()
    this.#types.get(stored.resource.resourceType)?.remove(stored)
    return removeCreated(this.#inOrder, stored)
  }
}

/** An initial resource as a version, recorded as put, no matter who made it. */
export function baseVersion({ stored, time }: TimedResource): WrittenVersion {
  const { resource } = stored
  const version = versionOf(resource)
  const { resourceType } = resource
  return { method: 'PUT', resourceType, id: String(resource.id), version, time, stored, begins: version === 1 }
}
