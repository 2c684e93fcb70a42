// One long file, because reads, writes and searches share the private state of a store.

import { finish, type Steps } from '@carebench/protocol/wire'
import { unknownTypeError } from '../resource/definitions/unknown-type.js'
import {
  type FhirResource,
  readId,
  readMeta,
  readVersionNumber,
  type StoredResource,
} from '../resource/fhir-resource.js'
import { isResourceType } from '../resource/resource-types.js'
import { compartmentClause } from '../search/compartment-clause.js'
import { findListedClause, type ListedClause, ListedMatches } from '../search/matches/listed-matches.js'
import type { SearchEffort } from '../search/matches/search-effort.js'
import type { ResourceSearch } from '../search/resource-search.js'
import { type FhirSearchResult, findMatches, prepareView, runSearch, type SearchView } from '../search/search.js'
import { parseSearch } from '../search/search-request.js'
import { mergeInCreationOrder } from './creation-order.js'
import type { DeletedResource, FhirEffect } from './fhir-effect.js'
import type { FhirHistory } from './fhir-history.js'
import { type FhirChanges, type FhirDifferences, listChanges } from './store-changes.js'
import { assertResource, extendLayers, type ResourceKey, requireKey } from './store-extension.js'
import { compareByTime, createBaseVersion, Layer, Segment, type TimedResource } from './store-layer.js'
import { Stored } from './stored.js'
import { parseTime, type ResourceVersion, VersionLog } from './version-log.js'

/**
 * A FHIR record in memory: resources by type and id, their indexes for the parameters that were searched, and their
 * versions.
 *
 * A fork shares the resources and indexes of its origin and keeps only its own changes, so it costs time and memory
 * only for changes. All versions since the initial one are kept. Only `apply` changes a store.
 */
export class FhirStore {
  /** The layers, the oldest first; their segments are shared with other stores. */
  readonly #layers: readonly Layer[]
  /** Number of layers that have the initial resources. */
  readonly #seeded: number
  readonly #overlay = new Segment()
  readonly #log: VersionLog
  readonly #effort: SearchEffort | undefined
  #next: number
  #patched = 0

  private constructor(layers: readonly Layer[], seeded: number, next: number, log: VersionLog, effort?: SearchEffort) {
    this.#layers = layers
    this.#seeded = seeded
    this.#next = next
    this.#log = log
    this.#effort = effort
  }

  /**
   * Creates a store of resources in their order of creation. Ids and `meta` are kept and never generated: a resource
   * without an id is found only by searches. Of two with the same type and id, the later one is kept, in the position
   * of the earlier. Throws a FhirError if one is not a resource.
   */
  static fromResources(resources: Iterable<FhirResource>): FhirStore {
    return finish(FhirStore.fromResourcesInSteps(resources))
  }

  /** Does the same as {@link fromResources} in steps. */
  static *fromResourcesInSteps(resources: Iterable<FhirResource>): Steps<FhirStore> {
    const base = new Segment()
    let next = 0
    for (const resource of resources) {
      assertResource(resource)
      const id = readId(resource)
      const earlier = id === undefined ? undefined : base.get(resource.resourceType, id)
      if (earlier !== undefined) base.remove(earlier)
      base.add(new Stored(resource, earlier?.created ?? next++))
      yield
    }
    return new FhirStore([new Layer(base)], 1, next, new VersionLog())
  }

  /**
   * Creates a store with the initial resources of this one and with more, as `fromResources` would create it of both
   * lists. A resource in both is taken from `resources`, in the position of the earlier; those in `removed` are left
   * out. Shares the resources and indexes of this store, which must not change any more: only the resources added and
   * removed take time and memory. Throws a FhirError if one is not a resource, an Error if this store has been changed.
   */
  extend(resources: Iterable<FhirResource>, removed: Iterable<ResourceKey> = []): FhirStore {
    return finish(this.extendInSteps(resources, removed))
  }

  /** Does the same as {@link extend} in steps. */
  *extendInSteps(resources: Iterable<FhirResource>, removed: Iterable<ResourceKey> = []): Steps<FhirStore> {
    const changes = this.#log.all().length
    if (changes > 0) throw new Error(`Expected an unchanged store to extend, got one with ${changes} later versions.`)
    const { layers, next } = yield* extendLayers(this.#layers, this.#next, resources, removed)
    return new FhirStore(layers, layers.length, next, new VersionLog())
  }

  /**
   * The store with the initial resources from which this one was forked or extended; the same object for all of them.
   */
  get origin(): FhirStore {
    const [first] = this.#layers
    if (first === undefined) return this
    const known = origins.get(first.segment)
    if (known !== undefined) return known
    const origin = new FhirStore([new Layer(first.segment)], 1, first.segment.inOrder.length, new VersionLog())
    origins.set(first.segment, origin)
    return origin
  }

  /** Creates a store with the same resources. Neither sees later changes of the other. */
  fork(): FhirStore {
    const copy = new FhirStore(
      this.#layers.map((layer) => layer.fork()),
      this.#seeded,
      this.#next,
      this.#log.fork(),
    )
    for (const stored of this.#overlay.inOrder) copy.#overlay.add(stored)
    copy.#patched = this.#patched
    return copy
  }

  /**
   * Creates a store with the same resources for trying out changes; its searches spend `effort`. Changes already made
   * in this store are not copied, so the trial is valid only until this store changes.
   */
  trial(effort: SearchEffort): FhirStore {
    const layers = [...this.#layers.map((layer) => layer.fork()), new Layer(this.#overlay)]
    const copy = new FhirStore(layers, this.#seeded, this.#next, new VersionLog(this.#log), effort)
    copy.#patched = this.#patched
    return copy
  }

  /** The number of characters of JSON in the versions made by patches: short requests can make long versions. */
  get patched(): number {
    return this.#patched
  }

  /** Spends effort for examining resources or values. Throws a FhirError (413) if a trial has used up its effort. */
  spend(looks: number): void {
    this.#effort?.spend(looks)
  }

  /** The number of resources. */
  get size(): number {
    return this.#layers.reduce((sum, layer) => sum + layer.size, this.#overlay.inOrder.length)
  }

  /**
   * Returns the types of its resources, in the order of the first resource of each, without going through all
   * resources.
   */
  types(): readonly string[] {
    const known = new Set(this.#overlay.types)
    for (const { segment } of this.#layers) for (const type of segment.types) known.add(type)
    return [...known].filter((type) => this.count(type) > 0).sort((one, other) => this.#first(one) - this.#first(other))
  }

  /** Returns the number of resources of a type. */
  count(resourceType: string): number {
    return this.#layers.reduce(
      (sum, { segment, hidden }) =>
        sum + segment.ofType(resourceType).length - (hidden.get(resourceType)?.list.length ?? 0),
      this.#overlay.ofType(resourceType).length,
    )
  }

  /** Returns the current version of a resource; undefined if it does not exist or was deleted. */
  read(resourceType: string, id: string): StoredResource | undefined {
    const changed = this.#overlay.get(resourceType, id)
    if (changed !== undefined) return changed
    for (let place = this.#layers.length - 1; place >= 0; place--) {
      const layer = this.#layers[place]
      const stored = layer?.segment.get(resourceType, id)
      // If a layer hides its copy, the layers below already hide theirs.
      if (stored !== undefined) return layer?.hides(stored) ? undefined : stored
    }
    return undefined
  }

  /** Returns the known data of a resource that was deleted and not created again. */
  deletion(resourceType: string, id: string): DeletedResource | undefined {
    const latest = this.#log.latest(resourceType, id)
    return latest?.method === 'DELETE' ? { version: latest.version, at: latest.at } : undefined
  }

  /** Returns the version that the next put of this id will have, from 1 up. */
  nextVersion(resourceType: string, id: string): number {
    const stored = this.read(resourceType, id)
    if (stored !== undefined) return readVersionNumber(stored.resource) + 1
    return (this.deletion(resourceType, id)?.version ?? 0) + 1
  }

  /** Returns a known version of a resource, possibly a deletion. Of two with the same number, the later one. */
  version(resourceType: string, id: string, version: number): ResourceVersion | undefined {
    this.#effort?.spend(this.#log.count(resourceType, id))
    const made = this.#log.find(resourceType, id, version)
    if (made !== undefined) return made
    const first = this.#base(resourceType, id)
    return first !== undefined && readVersionNumber(first.stored.resource) === version
      ? createBaseVersion(first)
      : undefined
  }

  /** Whether a resource is an initial one, unchanged. */
  isInitial(stored: StoredResource): boolean {
    for (let place = 0; place < this.#seeded; place++) if (this.#layers[place]?.has(stored)) return true
    return false
  }

  /** Whether there was an initial resource with this id, even if it was changed or deleted since. */
  isSeeded(resourceType: string, id: string): boolean {
    return this.#base(resourceType, id) !== undefined
  }

  /** Returns the versions of the whole record, of one type or of one resource. */
  history(resourceType?: string, id?: string): FhirHistory {
    if (resourceType === undefined || id === undefined) {
      const all = this.#log.all()
      this.#effort?.spend(this.size + all.length)
      return {
        base: this.#initialByTime(resourceType),
        changes: resourceType === undefined ? all : all.filter((version) => version.resourceType === resourceType),
      }
    }
    this.#effort?.spend(this.#log.count(resourceType, id))
    const first = this.#base(resourceType, id)
    return { base: first === undefined ? [] : [first], changes: this.#log.of(resourceType, id) }
  }

  /** Returns a resource in its initial version. */
  #base(resourceType: string, id: string): TimedResource | undefined {
    for (let place = 0; place < this.#seeded; place++) {
      const layer = this.#layers[place]
      const stored = layer?.segment.get(resourceType, id)
      if (stored === undefined || layer?.replaced.has(stored)) continue
      return { stored, time: parseTime(readMeta(stored.resource, 'lastUpdated')) }
    }
    return undefined
  }

  #initialByTime(resourceType: string | undefined): readonly TimedResource[] {
    const lists = this.#layers
      .slice(0, this.#seeded)
      .map((layer) => layer.initialByTime(resourceType))
      .filter(({ length }) => length > 0)
    return lists.length === 1 && lists[0] !== undefined ? lists[0] : lists.flat().sort(compareByTime)
  }

  /** Returns resources in creation order, all or those of one type. */
  resources(resourceType?: string): Generator<StoredResource, void, undefined> {
    const listed = (segment: Segment): readonly StoredResource[] =>
      resourceType === undefined ? segment.inOrder : segment.ofType(resourceType)
    const layers = this.#layers.map((layer) => ({ layer, list: listed(layer.segment) }))
    return mergeInCreationOrder(listed(this.#overlay), layers)
  }

  /**
   * Returns the resources that may differ from those of an earlier record, by type, at a cost proportional to the
   * writes in both. Types come in the order of their first resource, resources in creation order. Undefined unless both
   * were forked from one record, or this one from an extension of it that added no resource without an id.
   */
  differencesFrom(earlier: unknown): FhirDifferences | undefined {
    if (!(earlier instanceof FhirStore)) return undefined
    const common = earlier.#layers.length
    if (earlier.#layers.some(({ segment }, place) => segment !== this.#layers[place]?.segment)) return undefined
    // The topmost layer of a trial still changes.
    if (this.#layers.length > common && this.#seeded < this.#layers.length) return undefined
    const added = this.#layers.slice(common).flatMap(({ segment }) => segment.inOrder)
    if (added.some(({ resource }) => readId(resource) === undefined)) return undefined
    const written = new Map<string, Set<string>>()
    for (const { resource } of [...added, ...this.#written(common), ...earlier.#written(common)]) {
      const { resourceType, id } = requireKey(resource)
      const ids = written.get(resourceType)
      if (ids === undefined) written.set(resourceType, new Set([id]))
      else ids.add(id)
    }
    const types = [...written.keys()].map((type) => ({ type, before: earlier.#first(type), after: this.#first(type) }))
    types.sort((left, right) => compare(left.before, right.before) || compare(left.after, right.after))
    return new Map(
      types.map(({ type }) => {
        const ids = written.get(type) ?? []
        return [type, { before: earlier.#present(type, ids), after: this.#present(type, ids) }]
      }),
    )
  }

  /**
   * Returns the changes from an earlier record: removed resources, and new or different ones in creation order.
   * Undefined if {@link differencesFrom} is.
   */
  changesFrom(earlier: unknown): FhirChanges | undefined {
    const differences = this.differencesFrom(earlier)
    return differences && earlier instanceof FhirStore ? listChanges(earlier, this, differences) : undefined
  }

  /**
   * Creates a fork with the changes that {@link changesFrom} returned, one in each step. In its history they have the
   * methods PUT and DELETE.
   */
  *withChanges(changes: FhirChanges): Steps<FhirStore> {
    const copy = this.fork()
    for (const { resourceType, id } of changes.removed) {
      const version = copy.nextVersion(resourceType, id)
      copy.apply({ op: 'delete', resourceType, id, version, at: '1970-01-01T00:00:00.000Z' })
      yield
    }
    for (const resource of changes.put) {
      copy.apply({ op: 'put', resource })
      yield
    }
    return copy
  }

  /**
   * Yields the resources that this store has besides its layers, or has hidden in them since it had this many layers.
   */
  *#written(layers: number): Generator<StoredResource, void, undefined> {
    yield* this.#overlay.inOrder
    const isExtended = layers < this.#layers.length
    for (const { hidden, replaced } of this.#layers) {
      for (const { list } of hidden.values())
        for (const stored of list) if (isExtended || !replaced.has(stored)) yield stored
    }
  }

  /** Returns the creation number of the first resource of a type; infinity if there is none. */
  #first(resourceType: string): number {
    for (const { created } of this.resources(resourceType)) return created
    return Number.POSITIVE_INFINITY
  }

  #present(resourceType: string, ids: Iterable<string>): readonly FhirResource[] {
    const present = Array.from(ids, (id) => this.read(resourceType, id)).filter((stored) => stored !== undefined)
    return present.sort((left, right) => left.created - right.created).map(({ resource }) => resource)
  }

  /**
   * Searches the resources of a type by FHIR search parameters: names with modifiers, and decoded values. Without
   * `_count` returns all matches, in creation order unless there is a `_sort`. Throws a FhirError on an unknown type,
   * parameter, modifier or value, naming the supported ones. With `patientId`, only resources in the compartment of
   * that patient match.
   */
  search(
    resourceType: string,
    parameters: readonly (readonly [string, string])[],
    patientId?: string,
  ): FhirSearchResult {
    return finish(this.searchInSteps(resourceType, parameters, patientId))
  }

  /** Does the same as {@link search} in steps. The store must not change meanwhile. */
  searchInSteps(
    resourceType: string,
    parameters: readonly (readonly [string, string])[],
    patientId?: string,
  ): Steps<FhirSearchResult> {
    if (!isResourceType(resourceType)) throw unknownTypeError(resourceType)
    const request = parseSearch(resourceType, parameters)
    const clauses =
      patientId === undefined ? request.clauses : [compartmentClause(resourceType, patientId), ...request.clauses]
    return runSearch((type) => this.#view(type), resourceType, { ...request, clauses })
  }

  /** Returns all resources that satisfy the conditions of a search, in creation order. */
  find({ resourceType, clauses }: ResourceSearch): readonly StoredResource[] {
    const clause = this.#effort === undefined ? findListedClause(clauses) : undefined
    if (clause === undefined) return findMatches((type) => this.#view(type), resourceType, clauses)
    const matches = new ListedMatches(clause)
    for (const { segment, hidden } of this.#layers) matches.add(segment.index(resourceType), hidden.get(resourceType))
    if (this.#overlay.inOrder.length > 0) matches.add(this.#overlay.index(resourceType), undefined)
    return matches.all()
  }

  /**
   * Makes in steps the indexes that {@link find} needs for a search; undefined if none is missing, and for a search
   * that follows references. The store must not change meanwhile.
   */
  prepare({ resourceType, clauses, followsReferences }: ResourceSearch): Steps<void> | undefined {
    const listed = this.#effort === undefined ? findListedClause(clauses) : undefined
    if (followsReferences || (listed !== undefined && this.#isMadeFor(listed, resourceType))) return undefined
    return prepareView(this.#view(resourceType), clauses)
  }

  /** Whether all indexes of a condition are made, without creating a view for the most frequent conditions. */
  #isMadeFor(clause: ListedClause, resourceType: string): boolean {
    for (const { segment } of this.#layers) {
      const index = segment.index(resourceType)
      if (index !== undefined && clause.prepare?.(index, false) !== undefined) return false
    }
    const index = this.#overlay.index(resourceType)
    return index === undefined || clause.prepare?.(index, false) === undefined
  }

  /** Applies a change. Throws a FhirError if a resource to put has no id. */
  apply(effect: FhirEffect): void {
    const { resourceType, id } = effect.op === 'put' ? requireKey(effect.resource) : effect
    const earlier = this.read(resourceType, id)
    if (earlier !== undefined) this.#drop(earlier)
    if (effect.op === 'delete') {
      const { version, at } = effect
      this.#log.add({ method: 'DELETE', resourceType, id, version, at, time: parseTime(at) })
      return
    }
    const { resource, method = 'PUT' } = effect
    if (method === 'PATCH') this.#patched += JSON.stringify(resource).length
    const stored = new Stored(resource, earlier?.created ?? this.#next++)
    const begins = earlier === undefined
    this.#overlay.add(stored)
    const time = parseTime(readMeta(resource, 'lastUpdated'))
    this.#log.add({ method, resourceType, id, version: readVersionNumber(resource), time, stored, begins })
  }

  #view(resourceType: string): SearchView {
    const layers = this.#layers.map((layer) => ({
      index: layer.segment.index(resourceType),
      hidden: layer.hidden.get(resourceType),
    }))
    return {
      layers: [...layers, { index: this.#overlay.index(resourceType), hidden: undefined }],
      effort: this.#effort,
    }
  }

  #drop(stored: StoredResource): void {
    if (this.#overlay.remove(stored)) return
    this.#layers.findLast((layer) => layer.has(stored))?.hide(stored)
  }
}

const origins = new WeakMap<Segment, FhirStore>()

/** Compares numbers, also infinities, whose difference is NaN. */
function compare(left: number, right: number): number {
  return left === right ? 0 : left < right ? -1 : 1
}
