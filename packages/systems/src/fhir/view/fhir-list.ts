import { type FhirResource, FhirStore, isResource, type ResourceSearch } from '@carebench/fhir'
import type { JsonObject } from '@carebench/protocol'
import { pointerTo } from '@carebench/verifier/kinds'
import type { FhirView, ViewedResource } from './fhir-view.js'
import { hasTwin, IdMarks } from './resource-twins.js'
import { WantedResources } from './wanted-resources.js'

/** After this many scans of every resource, building indexes is cheaper. */
const scansAtMost = 3

/**
 * From this number on, resources do not fit into the caches of a processor core, and reading them again takes almost as
 * long as the first time.
 */
const manyResources = 4096

/**
 * The resources of a snapshot that is verified once; only what criteria query is indexed.
 *
 * Searches that were announced with `announce` and name a text that their matches contain (a reference, an id) are all
 * located in one pass; others scan every resource of their type. The results are those of a store of the same
 * resources, and the list builds that store when it pays off. Every query throws a TypeError if the list contains
 * anything but resources.
 */
export class FhirList implements FhirView {
  readonly #list: readonly JsonObject[]
  readonly #at: string
  readonly #many: number
  /** The announced searches, one for each type. */
  readonly #wanted: WantedResources[] = []
  #located = false
  #scans = 0
  #store: FhirStore | undefined

  /** `at` is the JSON Pointer of the list, for messages. With `many` resources or more, the list is read only once. */
  constructor(list: readonly JsonObject[], at: string, many = manyResources) {
    this.#list = list
    this.#at = at
    this.#many = many
  }

  /** Announces that `find` will ask for this search. */
  announce({ resourceType, literal }: ResourceSearch): void {
    if (literal === undefined || this.#located) return
    let wanted = findWanted(this.#wanted, resourceType)
    if (wanted === undefined) {
      wanted = new WantedResources(resourceType)
      this.#wanted.push(wanted)
    }
    wanted.announce(literal)
  }

  find(search: ResourceSearch): readonly ViewedResource[] {
    return this.#findInList(search) ?? this.#asStore().find(search)
  }

  read(resourceType: string, id: string): ViewedResource | undefined {
    return this.#asStore().read(resourceType, id)
  }

  resources(resourceType?: string): Iterable<ViewedResource> {
    return this.#asStore().resources(resourceType)
  }

  /** Searches without building the store; undefined if the store must be queried. */
  #findInList(search: ResourceSearch): readonly ViewedResource[] | undefined {
    if (this.#store !== undefined || search.followsReferences) return undefined
    this.announce(search)
    if (!this.#located) this.#locate()
    const { resourceType, literal } = search
    const wanted = findWanted(this.#wanted, resourceType)
    const candidates = literal && wanted?.find(literal)
    if (candidates !== undefined) return wanted?.hasTwins === true ? undefined : viewResources(candidates, search)
    if (++this.#scans > scansAtMost) return undefined
    const ofType = this.#list.filter((resource): resource is FhirResource => resource.resourceType === resourceType)
    const found = viewResources(ofType, search)
    return hasTwin(
      found.map(({ resource }) => resource),
      resourceType,
      ofType,
    )
      ? undefined
      : found
  }

  /** Scans every resource once: validates it, and collects the matches of announced searches. */
  #locate(): void {
    const list = this.#list
    const ids = list.length < this.#many ? undefined : new IdMarks(list.length)
    const all = this.#wanted
    const stopsAtOtherTypes = all.length > 1 && new Set(all.map(({ type }) => type.length)).size < all.length
    for (let i = 0; i < list.length; ) {
      const { resourceType } = resourceAt(list, i, this.#at)
      i = findWanted(all, resourceType)?.collect(list, i, ids, stopsAtOtherTypes) ?? i + 1
    }
    for (const wanted of all) {
      const located = wanted.located()
      wanted.hasTwins = ids?.hasTwin(located, wanted.type, list) ?? hasTwin(located, wanted.type, list)
    }
    this.#located = true
  }

  #asStore(): FhirStore {
    this.#store ??= FhirStore.fromResources(this.#list.map((_, index) => resourceAt(this.#list, index, this.#at)))
    return this.#store
  }
}

/**
 * Finds the collector of a type. A linear search beats a Map: types are few, and a string just parsed has no hash yet.
 */
function findWanted(all: readonly WantedResources[], type: string): WantedResources | undefined {
  for (let i = 0; i < all.length; i++) if (all[i]?.type === type) return all[i]
  return undefined
}

const none: readonly ViewedResource[] = []

/** Returns the resources that satisfy a search. */
function viewResources(resources: readonly FhirResource[], search: ResourceSearch): readonly ViewedResource[] {
  const [only] = resources
  if (resources.length === 1 && only !== undefined) return search.test(only) ? [{ resource: only }] : none
  return resources.filter((resource) => search.test(resource)).map((resource) => ({ resource }))
}

/** Returns a resource of a list. Throws a TypeError if it is not a resource, so that the check ends `errored`. */
export function resourceAt(list: readonly JsonObject[], index: number, at: string): FhirResource {
  const value = list[index]
  if (isResource(value)) return value
  throw new TypeError(
    `Expected ${pointerTo(at, index)} to be a resource, an object with "resourceType": "Patient" or the like.`,
  )
}
