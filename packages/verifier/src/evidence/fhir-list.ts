import { type FhirResource, FhirStore, isResource, type LiteralKey, type ResourceSearch } from '@carebench/fhir'
import type { JsonObject } from '@carebench/protocol'
import type { FhirView, ViewedResource } from './evidence-source.js'

/** After as many searches that had to look at every resource, indexes are cheaper. */
const scansAtMost = 3

/**
 * The resources of a snapshot that is verified once: nothing is indexed that no criterion asks for.
 *
 * Searches that were announced with `want` and name a text that their matches have (a reference, an id) are located
 * together in one pass; others look at each resource of their type. It answers as a store of the same resources does, and
 * makes that store where it is of more use.
 */
export class FhirList implements FhirView {
  readonly #types: ReadonlyMap<string, readonly FhirResource[]>
  readonly #byElement = new Map<string, Located>()
  readonly #list: readonly JsonObject[]
  #scans = 0
  #store: FhirStore | undefined

  /** Throws a TypeError if the list holds something else than resources. */
  constructor(list: readonly JsonObject[]) {
    this.#list = list
    this.#types = groupByType(list)
  }

  /** Announces that `find` will ask for this search. */
  want({ resourceType, literal }: ResourceSearch): void {
    if (literal !== undefined) this.#located(resourceType, literal).want(literal.values)
  }

  find(search: ResourceSearch): readonly ViewedResource[] {
    return this.#findInList(search)?.map((resource) => ({ resource })) ?? this.#asStore().find(search)
  }

  read(resourceType: string, id: string): ViewedResource | undefined {
    return this.#asStore().read(resourceType, id)
  }

  resources(resourceType?: string): Iterable<ViewedResource> {
    return this.#asStore().resources(resourceType)
  }

  /** Undefined where the store must be asked. */
  #findInList(search: ResourceSearch): readonly FhirResource[] | undefined {
    if (this.#store !== undefined || search.followsReferences) return undefined
    const ofType = this.#ofType(search.resourceType)
    const { literal } = search
    const located = literal && this.#located(search.resourceType, literal).find(literal.values, ofType)
    if (located !== undefined) {
      return located.twins ? undefined : located.resources.filter((resource) => search.test(resource))
    }
    if (++this.#scans > scansAtMost) return undefined
    const found = ofType.filter((resource) => search.test(resource))
    return hasTwin(found, ofType) ? undefined : found
  }

  #located(resourceType: string, { element }: LiteralKey): Located {
    const key = `${resourceType} ${element}`
    let located = this.#byElement.get(key)
    if (located === undefined) {
      located = new Located(element)
      this.#byElement.set(key, located)
    }
    return located
  }

  #ofType(resourceType: string): readonly FhirResource[] {
    return this.#types.get(resourceType) ?? []
  }

  #asStore(): FhirStore {
    this.#store ??= FhirStore.fromResources(this.#list.map(resourceAt))
    return this.#store
  }
}

/** A list that holds something else is no record to judge by: a check that reads it ends `errored`. */
export const resourceAt = (value: JsonObject, index: number): FhirResource => {
  if (isResource(value)) return value
  throw new TypeError(`Expected /fhir/${index} to be a resource, an object with "resourceType": "Patient" or the like.`)
}

const groupByType = (list: readonly JsonObject[]): ReadonlyMap<string, readonly FhirResource[]> => {
  const groups = new Map<string, FhirResource[]>()
  let type: string | undefined
  let start = 0
  // Resources of one type often follow one another, and are copied together.
  for (let i = 0; i <= list.length; i++) {
    const next = i < list.length ? typeAt(list, i) : undefined
    if (next === type) continue
    if (type !== undefined) addRun(groups, type, list.slice(start, i) as unknown as FhirResource[])
    type = next
    start = i
  }
  return groups
}

const typeAt = (list: readonly JsonObject[], index: number): string => {
  const value: JsonObject | null | undefined = list[index]
  const type = value?.resourceType
  return typeof type === 'string' ? type : resourceAt(value as JsonObject, index).resourceType
}

const addRun = (groups: Map<string, FhirResource[]>, type: string, run: FhirResource[]): void => {
  const group = groups.get(type)
  if (group === undefined) groups.set(type, run)
  else for (const resource of run) group.push(resource)
}

/** Whether one of the found resources shares its id with another of its type: the later one counts, as stores know. */
const hasTwin = (found: readonly FhirResource[], ofType: readonly FhirResource[]): boolean => {
  const ids = new Set<unknown>()
  for (const { id } of found) if (typeof id === 'string') ids.add(id)
  if (ids.size === 0) return false
  const [only] = ids
  let seen = 0
  if (ids.size === 1) for (let i = 0; i < ofType.length; i++) seen += (ofType[i] as FhirResource).id === only ? 1 : 0
  else for (let i = 0; i < ofType.length; i++) seen += ids.has((ofType[i] as FhirResource).id) ? 1 : 0
  return seen > ids.size
}

interface Candidates {
  readonly resources: readonly FhirResource[]
  readonly twins: boolean
}

/** The resources of a type by the text at one of their elements, for the texts that were asked for. */
class Located {
  readonly #element: string
  readonly #wanted = new Map<string, FhirResource[]>()
  /** Resources of which the text alone does not tell. */
  readonly #unclear: FhirResource[] = []
  #done = false
  #twins = false

  constructor(element: string) {
    this.#element = element
  }

  want(values: readonly string[]): void {
    if (this.#done) return
    for (const value of values) if (!this.#wanted.has(value)) this.#wanted.set(value, [])
  }

  /**
   * The resources that may have one of the texts, in creation order, and whether any that were located share their ids
   * with others; undefined where the texts were not announced in time.
   */
  find(values: readonly string[], resources: readonly FhirResource[]): Candidates | undefined {
    this.want(values)
    if (!values.every((value) => this.#wanted.has(value))) return undefined
    if (!this.#done) this.#locate(resources)
    const [only = '', ...more] = values
    const found = this.#wanted.get(only) ?? []
    if (more.length === 0 && this.#unclear.length === 0) return { resources: found, twins: this.#twins }
    const some = new Set([...values.flatMap((value) => this.#wanted.get(value) ?? []), ...this.#unclear])
    return { resources: resources.filter((resource) => some.has(resource)), twins: this.#twins }
  }

  #locate(resources: readonly FhirResource[]): void {
    // Locals, as this loop is what a single verification pays for the resources.
    const element = this.#element
    const wanted = this.#wanted
    const hasBars = element !== 'id'
    for (let i = 0; i < resources.length; i++) {
      const resource = resources[i] as FhirResource
      const value: unknown = resource[element]
      const text = isReference(value) ? value.reference : value
      if (typeof text === 'string') {
        wanted.get(text)?.push(resource)
        // Searches may leave the version out, whether or not others name it: of a reference, or of a canonical URL.
        const hasVersion =
          text === value ? hasBars && text.includes('|') : text.length > versioned && text.includes(history)
        if (hasVersion) this.#unclear.push(resource)
      } else if (Array.isArray(value)) this.#unclear.push(resource)
    }
    this.#done = true
    this.#twins = hasTwin([...[...wanted.values()].flat(), ...this.#unclear], resources)
  }
}

const history = '/_history/'

/** The shortest reference to one version of a resource is longer than this: `List/1/_history/1`. */
const versioned = 16

const isReference = (value: unknown): value is { readonly reference?: unknown } =>
  typeof value === 'object' && value !== null
