import { hasCreated, insertCreated, placeOf, removeCreated } from './created-list.js'
import { FhirError } from './fhir-error.js'
import { type FhirResource, idOf, isResource, type StoredResource, versionOf } from './fhir-resource.js'
import { type ResourceSearch, unknownType } from './resource-search.js'
import { isResourceType } from './resource-types.js'
import { type FhirSearchResult, findMatches, runSearch, type SearchView } from './search.js'
import type { SearchEffort } from './search-effort.js'
import { parseSearch } from './search-request.js'
import { TypeIndex } from './type-index.js'

/** One change of a store, a plain JSON value: what a log of changes records. */
export type FhirEffect =
  | {
      readonly op: 'put'
      /** With its id, and with `meta` as it is to be read. */
      readonly resource: FhirResource
    }
  | {
      readonly op: 'delete'
      readonly resourceType: string
      readonly id: string
      /** The version that the deletion is; the next put of the same id has a higher one. */
      readonly version: number
      /** When, RFC 3339. */
      readonly at: string
    }

/** What is known of a resource that was deleted. */
export interface DeletedResource {
  readonly version: number
  readonly at: string
}

/**
 * A FHIR record in memory: resources by type and id, indexed for search when they are written.
 *
 * A fork shares the resources and indexes it was forked from and keeps its own changes beside them, so it costs time and
 * memory for changes alone. `apply` is the only way to change a store.
 */
export class FhirStore {
  /** Shared with other stores and never changed; the oldest comes first. */
  readonly #layers: readonly Layer[]
  readonly #overlay = new Segment()
  readonly #deleted = new Map<string, DeletedResource>()
  readonly #effort: SearchEffort | undefined
  #next: number

  private constructor(layers: readonly Layer[], next: number, effort?: SearchEffort) {
    this.#layers = layers
    this.#next = next
    this.#effort = effort
  }

  /**
   * Makes a store of resources in their order of creation. Ids and `meta` are kept as given and none are made: a
   * resource without an id is found by searches alone. Of two with the same type and id the later one counts, in the
   * place of the earlier. Throws a FhirError if one is no resource.
   */
  static fromResources(resources: Iterable<FhirResource>): FhirStore {
    const base = new Segment()
    let next = 0
    for (const resource of resources) {
      if (!isResource(resource)) {
        throw FhirError.of(
          400,
          'structure',
          'Expected a resource, an object with "resourceType": "Patient" or the like.',
        )
      }
      const id = idOf(resource)
      const earlier = id === undefined ? undefined : base.get(resource.resourceType, id)
      if (earlier !== undefined) base.remove(earlier)
      base.add(new Stored(resource, earlier?.created ?? next++))
    }
    return new FhirStore([new Layer(base)], next)
  }

  /** Makes a store with the same resources. Neither sees later changes of the other. */
  fork(): FhirStore {
    const copy = new FhirStore(
      this.#layers.map((layer) => layer.fork()),
      this.#next,
    )
    for (const [key, deleted] of this.#deleted) copy.#deleted.set(key, deleted)
    for (const stored of this.#overlay.inOrder) copy.#overlay.add(stored)
    return copy
  }

  /**
   * Makes a store with the same resources to try changes on; its searches draw on `effort`. It costs nothing for what
   * this store has changed itself, and is of use only until this store changes.
   */
  trial(effort: SearchEffort): FhirStore {
    const layers = [...this.#layers.map((layer) => layer.fork()), new Layer(this.#overlay)]
    const copy = new FhirStore(layers, this.#next, effort)
    for (const [key, deleted] of this.#deleted) copy.#deleted.set(key, deleted)
    return copy
  }

  /** How many resources there are. */
  get size(): number {
    return this.#layers.reduce((sum, layer) => sum + layer.size, this.#overlay.inOrder.length)
  }

  /** The present version of a resource; undefined if there is none or it was deleted. */
  read(resourceType: string, id: string): StoredResource | undefined {
    const changed = this.#overlay.get(resourceType, id)
    if (changed !== undefined) return changed
    for (let place = this.#layers.length - 1; place >= 0; place--) {
      const layer = this.#layers[place]
      const stored = layer?.segment.get(resourceType, id)
      // What a layer hides, the layers below it have hidden before.
      if (stored !== undefined) return layer?.hides(stored) ? undefined : stored
    }
    return undefined
  }

  /** What is known of a resource that was deleted and has not been created again. */
  deletion(resourceType: string, id: string): DeletedResource | undefined {
    return this.#deleted.get(`${resourceType}/${id}`)
  }

  /** The version of a resource that the next put of this id is to have, from 1 up. */
  nextVersion(resourceType: string, id: string): number {
    const stored = this.read(resourceType, id)
    if (stored !== undefined) return versionOf(stored.resource) + 1
    return (this.deletion(resourceType, id)?.version ?? 0) + 1
  }

  /** Resources in creation order, all or those of one type. */
  *resources(resourceType?: string): Generator<StoredResource, void, undefined> {
    const listed = (segment: Segment): readonly StoredResource[] =>
      resourceType === undefined ? segment.inOrder : segment.ofType(resourceType)
    const own = listed(this.#overlay)
    const lists = this.#layers.map((layer) => ({ layer, list: listed(layer.segment), place: 0 }))
    for (let ownPlace = 0; ; ) {
      let next = own[ownPlace]
      let from: (typeof lists)[number] | undefined
      for (const one of lists) {
        let stored = one.list[one.place]
        while (stored !== undefined && one.layer.hides(stored)) stored = one.list[++one.place]
        if (stored === undefined || (next !== undefined && next.created < stored.created)) continue
        next = stored
        from = one
      }
      if (next === undefined) return
      if (from === undefined) ownPlace++
      else from.place++
      yield next
    }
  }

  /**
   * Searches the resources of a type by FHIR search parameters, names (with modifiers) and values as in a query, already
   * decoded. Without `_count` all matches are returned, in creation order unless `_sort` says otherwise. Throws a
   * FhirError on an unknown type, parameter, modifier or value, naming what is supported.
   */
  search(resourceType: string, parameters: readonly (readonly [string, string])[]): FhirSearchResult {
    if (!isResourceType(resourceType)) throw unknownType(resourceType)
    return runSearch(this.#view(resourceType), parseSearch(resourceType, parameters))
  }

  /** All resources that satisfy the conditions of a search, in creation order. */
  find({ resourceType, clauses }: ResourceSearch): readonly StoredResource[] {
    return findMatches(this.#view(resourceType), clauses)
  }

  /** Carries out a change. Throws a FhirError if a resource to put has no id. */
  apply(effect: FhirEffect): void {
    const { resourceType, id } = effect.op === 'put' ? keyOf(effect.resource) : effect
    const earlier = this.read(resourceType, id)
    const key = `${resourceType}/${id}`
    if (earlier !== undefined) this.#drop(earlier)
    if (effect.op === 'delete') {
      this.#deleted.set(key, { version: effect.version, at: effect.at })
      return
    }
    this.#deleted.delete(key)
    this.#overlay.add(new Stored(effect.resource, earlier?.created ?? this.#next++))
  }

  #view(resourceType: string): SearchView {
    const layers = this.#layers.map(({ segment, hidden }) => ({
      index: segment.index(resourceType),
      hidden: hidden.get(resourceType) ?? none,
    }))
    return {
      layers: [...layers, { index: this.#overlay.index(resourceType), hidden: none }],
      effort: this.#effort,
    }
  }

  #drop(stored: StoredResource): void {
    if (this.#overlay.remove(stored)) return
    this.#layers.findLast((layer) => layer.has(stored))?.hide(stored)
  }
}

const none: readonly StoredResource[] = []

function keyOf(resource: FhirResource): { readonly resourceType: string; readonly id: string } {
  const id = idOf(resource)
  if (id === undefined) throw FhirError.of(400, 'required', 'Expected a resource with an id, got one without.')
  return { resourceType: resource.resourceType, id }
}

class Stored implements StoredResource {
  readonly resource: FhirResource
  readonly created: number
  #text: string | undefined

  constructor(resource: FhirResource, created: number) {
    this.resource = resource
    this.created = created
  }

  get text(): string {
    this.#text ??= JSON.stringify(this.resource)
    return this.#text
  }
}

/** Resources that several stores share, and those of them that do not count in this store. */
class Layer {
  readonly segment: Segment
  /** By type and in creation order. */
  readonly hidden = new Map<string, StoredResource[]>()

  constructor(segment: Segment) {
    this.segment = segment
  }

  get size(): number {
    let size = this.segment.inOrder.length
    for (const list of this.hidden.values()) size -= list.length
    return size
  }

  fork(): Layer {
    const copy = new Layer(this.segment)
    for (const [type, hidden] of this.hidden) copy.hidden.set(type, [...hidden])
    return copy
  }

  has(stored: StoredResource): boolean {
    return hasCreated(this.segment.inOrder, stored)
  }

  hide(stored: StoredResource): void {
    const { resourceType } = stored.resource
    const hidden = this.hidden.get(resourceType)
    if (hidden === undefined) this.hidden.set(resourceType, [stored])
    else insertCreated(hidden, stored)
  }

  hides(stored: StoredResource): boolean {
    const hidden = this.hidden.get(stored.resource.resourceType)
    return hidden !== undefined && hasCreated(hidden, stored)
  }
}

/** Resources of all types with their indexes. Several stores share one as their base; then it no longer changes. */
class Segment {
  readonly #types = new Map<string, TypeIndex>()
  readonly #inOrder: StoredResource[] = []

  get inOrder(): readonly StoredResource[] {
    return this.#inOrder
  }

  index(resourceType: string): TypeIndex | undefined {
    return this.#types.get(resourceType)
  }

  ofType(resourceType: string): readonly StoredResource[] {
    return this.#types.get(resourceType)?.inOrder ?? none
  }

  get(resourceType: string, id: string): StoredResource | undefined {
    return this.#types.get(resourceType)?.get(id)
  }

  add(stored: StoredResource): void {
    const { resourceType } = stored.resource
    let index = this.#types.get(resourceType)
    if (index === undefined) {
      index = new TypeIndex(resourceType)
      this.#types.set(resourceType, index)
    }
    index.add(stored)
    insertCreated(this.#inOrder, stored)
  }

  /** False if it is not there. */
  remove(stored: StoredResource): boolean {
    if (this.#inOrder[placeOf(this.#inOrder, stored.created)] !== stored) return false
    this.#types.get(stored.resource.resourceType)?.remove(stored)
    return removeCreated(this.#inOrder, stored)
  }
}
