import { insertCreated, removeCreated } from './created-list.js'
import { DateIndex } from './date-index.js'
import { dateRangesOf } from './date-range.js'
import { idOf, type StoredResource } from './fhir-resource.js'
import { type SearchParameter, searchParametersOf } from './search-parameters.js'
import { searchTermsOf } from './search-terms.js'
import { TermIndex } from './term-index.js'

/** The resources of one type and what they are found by. */
export class TypeIndex {
  readonly #byId = new Map<string, StoredResource>()
  readonly #inOrder: StoredResource[] = []
  readonly #parameters: readonly SearchParameter[]
  readonly #terms: TermIndex[] = []
  readonly #dates: DateIndex[] = []

  constructor(resourceType: string) {
    this.#parameters = searchParametersOf(resourceType)
    for (const parameter of this.#parameters) {
      if (parameter.kind === 'date') this.#dates[parameter.index] = new DateIndex()
      else this.#terms[parameter.index] = new TermIndex()
    }
  }

  get(id: string): StoredResource | undefined {
    return this.#byId.get(id)
  }

  /** All of them in creation order. */
  get inOrder(): readonly StoredResource[] {
    return this.#inOrder
  }

  /** The index of a parameter that is no date. */
  terms(parameter: SearchParameter): TermIndex | undefined {
    return this.#terms[parameter.index]
  }

  /** The index of a date parameter. */
  dates(parameter: SearchParameter): DateIndex | undefined {
    return this.#dates[parameter.index]
  }

  add(stored: StoredResource): void {
    const { resource } = stored
    const id = idOf(resource)
    if (id !== undefined) this.#byId.set(id, stored)
    insertCreated(this.#inOrder, stored)
    for (const parameter of this.#parameters) {
      const terms = this.#terms[parameter.index]
      if (terms !== undefined) for (const term of searchTermsOf(parameter, resource)) terms.add(term, stored)
      else {
        for (const value of parameter.path(resource)) {
          for (const range of dateRangesOf(value)) this.#dates[parameter.index]?.add(range, stored)
        }
      }
    }
  }

  remove(stored: StoredResource): void {
    const { resource } = stored
    const id = idOf(resource)
    if (id !== undefined) this.#byId.delete(id)
    removeCreated(this.#inOrder, stored)
    for (const parameter of this.#parameters) {
      const terms = this.#terms[parameter.index]
      if (terms !== undefined) for (const term of searchTermsOf(parameter, resource)) terms.remove(term, stored)
      else {
        for (const value of parameter.path(resource)) {
          for (const range of dateRangesOf(value)) this.#dates[parameter.index]?.remove(range, stored)
        }
      }
    }
  }
}
