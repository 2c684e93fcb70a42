// One file, because reads, writes and searches share the private state of a store.

import { finish, type Steps } from '@carebench/protocol/wire'
import { unknownType } from '../resource/definitions/unknown-type.js'
import { type FhirResource, idOf, metaText, type StoredResource, versionOf } from '../resource/fhir-resource.js'
import { isResourceType } from '../resource/resource-types.js'
import { compartmentClause } from '../search/compartment-clause.js'
import { type ListedClause, ListedMatches, listedClause } from '../search/matches/listed-matches.js'
import type { SearchEffort } from '../search/matches/search-effort.js'
import type { ResourceSearch } from '../search/resource-search.js'
import { type FhirSearchResult, findMatches, preparationOf, runSearch, type SearchView } from '../search/search.js'
import { parseSearch } from '../search/search-request.js'
import { inCreationOrder } from './creation-order.js'
import type { DeletedResource, FhirEffect } from './fhir-effect.js'
import type { FhirHistory } from './fhir-history.js'
import { changesBetween, type FhirChanges, type FhirDifferences } from './store-changes.js'
import { assertResource, extendLayers, keyOf, type ResourceKey } from './store-extension.js'
import { baseVersion, byTimeAndCreation, Layer, Segment, type TimedResource } from './store-layer.js'
import { Stored } from './stored.js'
import { type ResourceVersion, timeOf, VersionLog } from './version-log.js'

/**
 * A FHIR record in memory: resources by type and id, indexed for search when they are written, and their versions.
 *
 * A fork shares the resources and indexes it was forked from and keeps its own changes beside them, so it costs time
 * and memory only for changes. Versions are kept from the initial one on. `apply` is the only way to change a store.
 * It is long because all of its methods read the same layers.
 */
export class FhirStore {
  /** Shared with other stores and never changed; the oldest comes first. */
  readonly #layers: readonly Layer[]
  /** How many of the layers hold the initial resources. */
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
   * Makes a store of resources in their order of creation. Ids and `meta` are kept as given and never generated: a
   * resource without an id is found only by searches. If two have the same type and id, the later one wins, in the
   * place of the earlier. Throws a FhirError if one is not a resource.
   */
  static fromResources(resources: Iterable<FhirResource>): FhirStore {
    return finish(FhirStore.fromResourcesInSteps(resources))
  }

  /** {@link fromResources} in steps. */
  static *fromResourcesInSteps(resources: Iterable<FhirResource>): Steps<FhirStore> {
    const base = new Segment()
    let next = 0
    for (const resource of resources) {
      assertResource(resource)
      const id = idOf(resource)
      const earlier = id === undefined ? undefined : base.get(resource.resourceType, id)
      if (earlier !== undefined) base.remove(earlier)
      base.add(new Stored(resource, earlier?.created ?? next++))
      yield
    }
    return new FhirStore([new Layer(base)], 1, next, new VersionLog())
  }

  /**
   * Makes a store that begins with the resources of this one and with more, as if all had been given to
   * `fromResources`; a resource that both have is taken from `resources`, in the place of the earlier. Those in
   * `removed` are left out. It shares the resources and indexes of this store, which must not be changed any more, and
   * costs time and memory only for the others. Throws a FhirError if one is not a resource, an Error if this store has
   * changed since it began.
   */
  extend(resources: Iterable<FhirResource>, removed: Iterable<ResourceKey> = []): FhirStore {
    return finish(this.extendInSteps(resources, removed))
  }

  /** {@link extend} in steps. */
  *extendInSteps(resources: Iterable<FhirResource>, removed: Iterable<ResourceKey> = []): Steps<FhirStore> {
    if (this.#log.all().length > 0) throw new Error('A record can be extended only until it is first changed.')
    const { layers, next } = yield* extendLayers(this.#layers, this.#next, resources, removed)
    return new FhirStore(layers, layers.length, next, new VersionLog())
  }

  /** The store that this one was first made of, with its initial resources: the same one for all that go back to it. */
  get origin(): FhirStore {
    const [first] = this.#layers
    if (first === undefined) return this
    const known = origins.get(first.segment)
    if (known !== undefined) return known
    const origin = new FhirStore([new Layer(first.segment)], 1, first.segment.inOrder.length, new VersionLog())
    origins.set(first.segment, origin)
    return origin
  }

  /** Makes a store with the same resources. Neither sees later changes of the other. */
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
   * Makes a store with the same resources for trying out changes; its searches draw on `effort`. Changes already made
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

  /**
   * Pays for examining resources or values. Throws a FhirError (413) if this is a trial that has used up its effort.
   */
  spend(looks: number): void {
    this.#effort?.spend(looks)
  }

  /** The number of resources. */
  get size(): number {
    return this.#layers.reduce((sum, layer) => sum + layer.size, this.#overlay.inOrder.length)
  }

  /**
   * The types of its resources, in the order of the first resource of each. Costs time for each type, not each
   * resource.
   */
  types(): readonly string[] {
    const known = new Set(this.#overlay.types)
    for (const { segment } of this.#layers) for (const type of segment.types) known.add(type)
    return [...known].filter((type) => this.count(type) > 0).sort((one, other) => this.#first(one) - this.#first(other))
  }

  /** The number of resources of a type. */
  count(resourceType: string): number {
    return this.#layers.reduce(
      (sum, { segment, hidden }) =>
        sum + segment.ofType(resourceType).length - (hidden.get(resourceType)?.list.length ?? 0),
      this.#overlay.ofType(resourceType).length,
    )
  }

  /** The current version of a resource; undefined if it does not exist or was deleted. */
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

  /** The version that the next put of this id will have, from 1 up. */
  nextVersion(resourceType: string, id: string): number {
    const stored = this.read(resourceType, id)
    if (stored !== undefined) return versionOf(stored.resource) + 1
    return (this.deletion(resourceType, id)?.version ?? 0) + 1
  }

  /** A known version of a resource, possibly a deletion. If two have the same number, the later one wins. */
  version(resourceType: string, id: string, version: number): ResourceVersion | undefined {
    this.#effort?.spend(this.#log.count(resourceType, id))
    const made = this.#log.find(resourceType, id, version)
    if (made !== undefined) return made
    const first = this.#base(resourceType, id)
    return first !== undefined && versionOf(first.stored.resource) === version ? baseVersion(first) : undefined
  }

  /** Whether a resource is one of the initial ones, unchanged. */
  isInitial(stored: StoredResource): boolean {
    for (let place = 0; place < this.#seeded; place++) if (this.#layers[place]?.has(stored)) return true
    return false
  }

  /** Whether the record began with a resource of this id, whatever has become of it since. */
  isSeeded(resourceType: string, id: string): boolean {
    return this.#base(resourceType, id) !== undefined
  }

  /** The versions of the whole record, of one type or of one resource. */
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

  /** A resource in its initial version. */
  #base(resourceType: string, id: string): TimedResource | undefined {
    for (let place = 0; place < this.#seeded; place++) {
      const layer = this.#layers[place]
      const stored = layer?.segment.get(resourceType, id)
      if (stored === undefined || layer?.replaced.has(stored)) continue
      return { stored, time: timeOf(metaText(stored.resource, 'lastUpdated')) }
    }
    return undefined
  }

  #initialByTime(resourceType: string | undefined): readonly TimedResource[] {
    const lists = this.#layers
      .slice(0, this.#seeded)
      .map((layer) => layer.initialByTime(resourceType))
      .filter(({ length }) => length > 0)
    return lists.length === 1 && lists[0] !== undefined ? lists[0] : lists.flat().sort(byTimeAndCreation)
  }

  /** Resources in creation order, all or those of one type. */
  resources(resourceType?: string): Generator<StoredResource, void, undefined> {
    const listed = (segment: Segment): readonly StoredResource[] =>
      resourceType === undefined ? segment.inOrder : segment.ofType(resourceType)
    const layers = this.#layers.map((layer) => ({ layer, list: listed(layer.segment) }))
    return inCreationOrder(listed(this.#overlay), layers)
  }

  /**
   * The resources that may differ from those of an earlier record, by type: at a cost proportional to what was written
   * since they were the same. Types come in the order in which they occur in the record, resources in creation order.
   * Undefined if the two were not forked from one record, or this one from an extension of the other, or if a resource
   * without an id was added by that.
   */
  differencesFrom(earlier: unknown): FhirDifferences | undefined {
    if (!(earlier instanceof FhirStore)) return undefined
    const common = earlier.#layers.length
    if (earlier.#layers.some(({ segment }, place) => segment !== this.#layers[place]?.segment)) return undefined
    // The topmost layer of a trial still changes.
    if (this.#layers.length > common && this.#seeded < this.#layers.length) return undefined
    const added = this.#layers.slice(common).flatMap(({ segment }) => segment.inOrder)
    if (added.some(({ resource }) => idOf(resource) === undefined)) return undefined
    const written = new Map<string, Set<string>>()
    for (const { resource } of [...added, ...this.#written(common), ...earlier.#written(common)]) {
      const { resourceType, id } = keyOf(resource)
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
   * Returns the differences from an earlier record: resources that were removed, or removed and created again, and
   * resources that are new or different, in creation order. Undefined if the two were not forked from one record.
   */
  changesFrom(earlier: unknown): FhirChanges | undefined {
    const differences = this.differencesFrom(earlier)
    return differences && earlier instanceof FhirStore ? changesBetween(earlier, this, differences) : undefined
  }

  /**
   * Makes a fork with changes, as {@link changesFrom} returns them, one in each step. Its history says that they were
   * made by PUT and DELETE.
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

  /** Returns everything that this store has besides its layers, or has hidden in them since it had this many layers. */
  *#written(layers: number): Generator<StoredResource, void, undefined> {
    yield* this.#overlay.inOrder
    const isExtended = layers < this.#layers.length
    for (const { hidden, replaced } of this.#layers) {
      for (const { list } of hidden.values())
        for (const stored of list) if (isExtended || !replaced.has(stored)) yield stored
    }
  }

  /** Returns when the first resource of a type was created; infinity if there is none. */
  #first(resourceType: string): number {
    for (const { created } of this.resources(resourceType)) return created
    return Number.POSITIVE_INFINITY
  }

  #present(resourceType: string, ids: Iterable<string>): readonly FhirResource[] {
    const present = Array.from(ids, (id) => this.read(resourceType, id)).filter((stored) => stored !== undefined)
    return present.sort((left, right) => left.created - right.created).map(({ resource }) => resource)
  }

  /**
   * Searches the resources of a type by FHIR search parameters, names (with modifiers) and values as in a query,
   * already decoded. Without `_count` all matches are returned, in creation order unless `_sort` says otherwise. Throws
   * a FhirError on an unknown type, parameter, modifier or value, naming what is supported. With `patientId`, only
   * resources in the compartment of that patient match.
   */
  search(
    resourceType: string,
    parameters: readonly (readonly [string, string])[],
    patientId?: string,
  ): FhirSearchResult {
    return finish(this.searchInSteps(resourceType, parameters, patientId))
  }

  /** {@link search} in steps. The store must not change meanwhile. */
  searchInSteps(
    resourceType: string,
    parameters: readonly (readonly [string, string])[],
    patientId?: string,
  ): Steps<FhirSearchResult> {
    if (!isResourceType(resourceType)) throw unknownType(resourceType)
    const request = parseSearch(resourceType, parameters)
    const clauses =
      patientId === undefined ? request.clauses : [compartmentClause(resourceType, patientId), ...request.clauses]
    return runSearch((type) => this.#view(type), resourceType, { ...request, clauses })
  }

  /** All resources that satisfy the conditions of a search, in creation order. */
  find({ resourceType, clauses }: ResourceSearch): readonly StoredResource[] {
    const clause = this.#effort === undefined ? listedClause(clauses) : undefined
    if (clause === undefined) return findMatches((type) => this.#view(type), resourceType, clauses)
    const matches = new ListedMatches(clause)
    for (const { segment, hidden } of this.#layers) matches.add(segment.index(resourceType), hidden.get(resourceType))
    if (this.#overlay.inOrder.length > 0) matches.add(this.#overlay.index(resourceType), undefined)
    return matches.all()
  }

  /**
   * Creates in steps the indexes that {@link find} needs for a search; undefined if nothing is missing. The store must
   * not change meanwhile.
   */
  prepare({ resourceType, clauses, followsReferences }: ResourceSearch): Steps<void> | undefined {
    const listed = this.#effort === undefined ? listedClause(clauses) : undefined
    if (followsReferences || (listed !== undefined && this.#isMadeFor(listed, resourceType))) return undefined
    return preparationOf(this.#view(resourceType), clauses)
  }

  /** Whether all indexes of a condition are made: of the commonest conditions, this is known without a view. */
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
    const { resourceType, id } = effect.op === 'put' ? keyOf(effect.resource) : effect
    const earlier = this.read(resourceType, id)
    if (earlier !== undefined) this.#drop(earlier)
    if (effect.op === 'delete') {
      const { version, at } = effect
      this.#log.add({ method: 'DELETE', resourceType, id, version, at, time: timeOf(at) })
      return
    }
    const { resource, method = 'PUT' } = effect
    if (method === 'PATCH') this.#patched += JSON.stringify(resource).length
    const stored = new Stored(resource, earlier?.created ?? this.#next++)
    const begins = earlier === undefined
    this.#overlay.add(stored)
    const time = timeOf(metaText(resource, 'lastUpdated'))
    this.#log.add({ method, resourceType, id, version: versionOf(resource), time, stored, begins })
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

/** Also for infinities, whose difference is no number. */
function compare(left: number, right: number): number {
  return left === right ? 0 : left < right ? -1 : 1
}
