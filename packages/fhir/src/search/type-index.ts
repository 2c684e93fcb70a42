import { insertCreated, removeCreated } from '../created-list.js'
import { dateRangesOf } from '../date-range.js'
import { idOf, type StoredResource } from '../fhir-resource.js'
import { finish, type Steps } from '../steps.js'
import { MeasureIndex } from './measure-index.js'
import { measuresOf } from './measures.js'
import { RangeIndex } from './range-index.js'
import { type SearchParameter, searchParametersOf } from './search-parameters.js'
import { displayTermsOf, searchTermsOf } from './search-terms.js'
import { TermIndex } from './term-index.js'

/** How many resources are put in an index before others may work. */
const indexedInStep = 500

/**
 * The resources of one type and their search indexes. A parameter is indexed in one pass when it is first searched for,
 * and its index is then maintained, so a record pays only for the parameters it is searched by.
 */
export class TypeIndex {
  readonly #byId = new Map<string, StoredResource>()
  readonly #inOrder: StoredResource[] = []
  readonly #parameters: readonly SearchParameter[]
  readonly #terms: TermIndex[] = []
  readonly #dates: RangeIndex[] = []
  readonly #measures: MeasureIndex[] = []
  readonly #displays: TermIndex[] = []

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

  /** The index of a token, reference, string or uri parameter. */
  terms({ index: place }: SearchParameter): TermIndex {
    let index = this.#terms[place]
    if (index === undefined) {
      index = new TermIndex()
      this.#fill(place, addTerms, index)
      this.#terms[place] = index
    }
    return index
  }

  /** The index of a date parameter. */
  dates({ index: place }: SearchParameter): RangeIndex {
    let index = this.#dates[place]
    if (index === undefined) {
      index = new RangeIndex()
      this.#fill(place, addDates, index)
      this.#dates[place] = index
    }
    return index
  }

  /** The index of a number or quantity parameter. */
  measures({ index: place }: SearchParameter): MeasureIndex {
    let index = this.#measures[place]
    if (index === undefined) {
      index = new MeasureIndex()
      this.#fill(place, addMeasures, index)
      this.#measures[place] = index
    }
    return index
  }

  /** The index of the texts that go with the codes of a token parameter. */
  displays({ index: place }: SearchParameter): TermIndex {
    let index = this.#displays[place]
    if (index === undefined) {
      index = new TermIndex()
      this.#fill(place, addDisplays, index)
      this.#displays[place] = index
    }
    return index
  }

  /**
   * Makes in steps the index that a search by this parameter needs, if it does not exist yet. Nothing may be added or
   * removed meanwhile.
   *
   * @param byText - whether the search is for the texts that go with codes
   */
  *prepare(parameter: SearchParameter, byText: boolean): Steps<void> {
    const { index: place, kind, components } = parameter
    if (kind === 'composite') for (const component of components) yield* this.prepare(component, false)
    else if (kind === 'date') this.#dates[place] ??= yield* this.#fillInSteps(place, addDates, new RangeIndex())
    else if (kind === 'number' || kind === 'quantity') {
      this.#measures[place] ??= yield* this.#fillInSteps(place, addMeasures, new MeasureIndex())
    } else if (byText) this.#displays[place] ??= yield* this.#fillInSteps(place, addDisplays, new TermIndex())
    else this.#terms[place] ??= yield* this.#fillInSteps(place, addTerms, new TermIndex())
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
      const measures = this.#measures[parameter.index]
      if (measures !== undefined) addMeasures(measures, parameter, stored)
      const displays = this.#displays[parameter.index]
      if (displays !== undefined) addDisplays(displays, parameter, stored)
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
      const displays = this.#displays[parameter.index]
      if (displays !== undefined) for (const text of displayTermsOf(parameter, resource)) displays.remove(text, stored)
      const dates = this.#dates[parameter.index]
      const measures = this.#measures[parameter.index]
      if (dates === undefined && measures === undefined) continue
      for (const value of parameter.path(resource)) {
        if (dates !== undefined) for (const range of dateRangesOf(value)) dates.remove(range, stored)
        if (measures !== undefined) for (const measure of measuresOf(value)) measures.remove(measure, stored)
      }
    }
  }

  /**
   * Puts all resources in an index. The values are those of the parameter at this position, not of a composite's
   * component that shares its index.
   */
  #fill<Index>(
    place: number,
    add: (index: Index, parameter: SearchParameter, stored: StoredResource) => void,
    index: Index,
  ): void {
    finish(this.#fillInSteps(place, add, index))
  }

  *#fillInSteps<Index>(
    place: number,
    add: (index: Index, parameter: SearchParameter, stored: StoredResource) => void,
    index: Index,
  ): Steps<Index> {
    const parameter = this.#parameters[place]
    if (parameter === undefined) return index
    for (const [number, stored] of this.#inOrder.entries()) {
      if (number % indexedInStep === indexedInStep - 1) yield
      add(index, parameter, stored)
    }
    return index
  }
}

function addTerms(index: TermIndex, parameter: SearchParameter, stored: StoredResource): void {
  for (const term of searchTermsOf(parameter, stored.resource)) index.add(term, stored)
}

function addDisplays(index: TermIndex, parameter: SearchParameter, stored: StoredResource): void {
  for (const text of displayTermsOf(parameter, stored.resource)) index.add(text, stored)
}

function addDates(index: RangeIndex, parameter: SearchParameter, stored: StoredResource): void {
  for (const value of parameter.path(stored.resource)) {
    for (const range of dateRangesOf(value)) index.add(range, stored)
  }
}

function addMeasures(index: MeasureIndex, parameter: SearchParameter, stored: StoredResource): void {
  for (const value of parameter.path(stored.resource)) {
    for (const measure of measuresOf(value)) index.add(measure, stored)
  }
}
