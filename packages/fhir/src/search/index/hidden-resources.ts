import type { StoredResource } from '../../resource/fhir-resource.js'
import { hasCreated, insertCreated } from './created-list.js'
import { CreatedSet } from './created-set.js'
import { TypeIndex } from './type-index.js'

/** Minimum number of resources for which a set or an index is faster. */
const manyHidden = 16

/** Resources of one type in a layer that the record has since changed or deleted. */
export class HiddenResources {
  readonly #resourceType: string
  readonly #list: StoredResource[]
  #set: CreatedSet | undefined
  #index: TypeIndex | undefined

  /** Takes the list in creation order. */
  constructor(resourceType: string, list: readonly StoredResource[] = []) {
    this.#resourceType = resourceType
    this.#list = [...list]
  }

  /** In creation order. */
  get list(): readonly StoredResource[] {
    return this.#list
  }

  /** Whether making a set or an index of them is worthwhile. */
  get areMany(): boolean {
    return this.#list.length >= manyHidden
  }

  add(stored: StoredResource): void {
    insertCreated(this.#list, stored)
    this.#set = undefined
    this.#index?.add(stored)
  }

  /** Whether a resource of the layer is hidden. */
  has(stored: StoredResource): boolean {
    return hasCreated(this.#list, stored)
  }

  /** Returns `has` as a function prepared for many look-ups; the next change invalidates it. */
  manyIn(): (stored: StoredResource) => boolean {
    if (!this.areMany) return (stored) => this.has(stored)
    this.#set ??= new CreatedSet(this.#list)
    const set = this.#set
    return (stored) => set.has(stored)
  }

  /** Returns an index of the hidden resources, to count many of them like those of the layer. */
  index(): TypeIndex {
    if (this.#index === undefined) {
      this.#index = new TypeIndex(this.#resourceType)
      for (const stored of this.#list) this.#index.add(stored)
    }
    return this.#index
  }

  fork(): HiddenResources {
    return new HiddenResources(this.#resourceType, this.#list)
  }
}
