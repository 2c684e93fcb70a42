import { insertCreated, removeCreated } from './created-list.js'
import { DateIndex } from './date-index.js'
import { dateRangesOf } from './date-range.js'
import { idOf, type StoredResource } from './fhir-resource.js'
import { type SearchParameter, searchParametersOf } from './search-parameters.js'
import { searchTermsOf } from './search-terms.js'
import { TermIndex } from './term-index.js'

/**
 * The resources of one type and what they are found by. A parameter is indexed when it is first searched for, in one
 * pass, and kept from then on: a record that is loaded and hardly searched pays for nothing else.
 */
export class TypeIndex {
  readonly #byId = new Map<string, StoredResource>()
  readonly #inOrder: StoredResource[] = []
  readonly #parameters: readonly SearchParameter[]
  readonly #terms: TermIndex[] = []
  readonly #dates: DateIndex[] = []

  constructor(resourceType: string) {
    this.#parameters = searchParametersOf(resourceType)
  }

  get(id: string): StoredResource | undefined {
    return this.#byId.get(id)
  }

  /** All of them in creation order. */
  get inOrder(): readonly StoredResource[] {
    return this.#inOrder
  }

  /** The index of a parameter that is no date. */
  terms(parameter: SearchParameter): TermIndex {
    let index = this.#terms[parameter.index]
    if (index === undefined) {
      index = new TermIndex()
      for (const stored of this.#inOrder) addTerms(index, parameter, stored)
      this.#terms[parameter.index] = index
    }
    return index
  }

  /** The index of a date parameter. */
  dates(parameter: SearchParameter): DateIndex {
    let index = this.#dates[parameter.index]
    if (index === undefined) {
      index = new DateIndex()
      for (const stored of this.#inOrder) addDates(index, parameter, stored)
      this.#dates[parameter.index] = index
    }
    return index
  }

  add(stored: StoredResource): void {
    const id = idOf(stored.resource)
    if (id !== undefined) this.#byId.set(id, stored)
    insertCreated(this.#inOrder, stored)
    for (const parameter of this.#parameters) {
      const terms = this.#terms[parameter.index]
      if (terms !== undefined) addTerms(terms, parameter, stored)
      const dates = this.#dates[parameter.index]
      if (dates !== undefined) addDates(dates, parameter, stored)
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
      const dates = this.#dates[parameter.index]
      if (dates === undefined) continue
      for (const value of parameter.path(resource)) {
        for (const range of dateRangesOf(value)) dates.remove(range, stored)
      }
    }
  }
}

function addTerms(index: TermIndex, parameter: SearchParameter, stored: StoredResource): void {
  for (const term of searchTermsOf(parameter, stored.resource)) index.add(term, stored)
}

function addDates(index: DateIndex, parameter: SearchParameter, stored: StoredResource): void {
  for (const value of parameter.path(stored.resource)) {
    for (const range of dateRangesOf(value)) index.add(range, stored)
  }
}
