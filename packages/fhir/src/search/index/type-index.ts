import { finish, type JsonObject, type Steps } from '@carebench/protocol/wire'
import { readId, type StoredResource } from '../../resource/fhir-resource.js'
import { listSearchParameters, type SearchParameter } from '../parameters/search-parameters.js'
import { foldDisplays, foldTerms, hasLongTexts } from '../values/folded-terms.js'
import { hasValue, readDates, readResourceMeasures } from '../values/parameter-values.js'
import { listDisplayTerms, listSearchTerms } from '../values/search-terms.js'
import { insertCreated, removeCreated } from './created-list.js'
import { MeasureIndex } from './measure-index.js'
import { RangeIndex } from './range-index.js'
import { OtherResources } from './resource-set.js'
import { type SortKey, sortMatches } from './search-sort.js'
import { SortOrder } from './sort-order.js'
import { TermIndex } from './term-index.js'

/** Number of resources and values indexed in one step. */
const indexedPerStep = 500

/** Maximum number of sort orders that are cached; the least recently used one is dropped. */
const maxOrders = 8

/** The data that a search by a parameter reads: its values, the texts of codes, or whether there is a value at all. */
export type IndexedAspect = 'values' | 'texts' | 'presence'

/**
 * The resources of one type and their search indexes. A parameter is indexed in one pass by the first search for it,
 * and its index is then maintained, so a record pays only for the parameters by which it is searched.
 */
export class TypeIndex {
  readonly #byId = new Map<string, StoredResource>()
  readonly #inOrder: StoredResource[] = []
  readonly #parameters: readonly SearchParameter[]
  readonly #terms: TermIndex[] = []
  readonly #dates: RangeIndex[] = []
  readonly #measures: MeasureIndex[] = []
  readonly #displays: TermIndex[] = []
  readonly #present: StoredResource[][] = []
  /** Resources that the next search adds to an index after folding their long texts in steps. */
  readonly #late = new Map<TermIndex, Map<StoredResource, () => Steps<void>>>()
  /** The sort orders by their formatted keys, the most recently used last. */
  readonly #orders = new Map<string, SortOrder>()
  #latestOrder: SortOrder | undefined
  /** The resources that are not in a list, by the list; cached until the next change. */
  #others: WeakMap<readonly StoredResource[], readonly StoredResource[]> | undefined

  constructor(resourceType: string) {
    this.#parameters = listSearchParameters(resourceType)
  }

  get(id: string): StoredResource | undefined {
    return this.#byId.get(id)
  }

  /** All resources in creation order. */
  get inOrder(): readonly StoredResource[] {
    return this.#inOrder
  }

  /** Returns the index of a token, reference, string or uri parameter. */
  terms({ index: place }: SearchParameter): TermIndex {
    let index = this.#terms[place]
    if (index === undefined) {
      index = new TermIndex()
      this.#fill(place, addTerms, index)
      this.#terms[place] = index
    }
    if (this.#late.size > 0) finish(this.#addLate(index))
    return index
  }

  /** Returns the index of a date parameter. */
  dates({ index: place }: SearchParameter): RangeIndex {
    let index = this.#dates[place]
    if (index === undefined) {
      index = new RangeIndex()
      this.#fill(place, addDates, index)
      this.#dates[place] = index
    }
    return index
  }

  /** Returns the index of a date parameter if a search has needed it. */
  datesIfMade({ index: place }: SearchParameter): RangeIndex | undefined {
    return this.#dates[place]
  }

  /** Returns the index of a number or quantity parameter. */
  measures({ index: place }: SearchParameter): MeasureIndex {
    let index = this.#measures[place]
    if (index === undefined) {
      index = new MeasureIndex()
      this.#fill(place, addMeasures, index)
      this.#measures[place] = index
    }
    return index
  }

  /** Returns the index of the texts that go with the codes of a token parameter. */
  displays({ index: place }: SearchParameter): TermIndex {
    let index = this.#displays[place]
    if (index === undefined) {
      index = new TermIndex()
      this.#fill(place, addDisplays, index)
      this.#displays[place] = index
    }
    if (this.#late.size > 0) finish(this.#addLate(index))
    return index
  }

  /** Returns the resources that have a value of a parameter, in creation order. */
  present({ index: place }: SearchParameter): readonly StoredResource[] {
    let list = this.#present[place]
    if (list === undefined) {
      list = []
      this.#fill(place, addPresent, list)
      this.#present[place] = list
    }
    return list
  }

  /** Returns the resources that are not in a list of this index, in creation order. Cached until the next change. */
  others(list: readonly StoredResource[]): readonly StoredResource[] {
    this.#others ??= new WeakMap()
    let others = this.#others.get(list)
    if (others === undefined) {
      others = new OtherResources(this.#inOrder, list).all()
      this.#others.set(list, others)
    }
    return others
  }

  /** Returns all resources in a sort order if a search has needed it. */
  orderIfMade(keys: readonly SortKey[]): SortOrder | undefined {
    const name = formatKeys(keys)
    const order = this.#orders.get(name)
    if (order !== undefined) this.#keepOrder(name, order)
    return order
  }

  /**
   * Returns all resources in a sort order, which is made in steps on first use; nothing may be added or removed
   * meanwhile.
   */
  *order(keys: readonly SortKey[]): Steps<SortOrder> {
    const name = formatKeys(keys)
    const order = this.#orders.get(name) ?? new SortOrder(keys, yield* sortMatches(this.#inOrder, keys, this))
    this.#keepOrder(name, order)
    return order
  }

  #keepOrder(name: string, order: SortOrder): void {
    if (this.#latestOrder === order) return
    this.#latestOrder = order
    this.#orders.delete(name)
    this.#orders.set(name, order)
    for (const oldest of this.#orders.keys()) {
      if (this.#orders.size <= maxOrders) break
      this.#orders.delete(oldest)
    }
  }

  /**
   * Makes in steps the index that a search by this parameter needs; undefined if it exists. Nothing may be added or
   * removed meanwhile.
   */
  prepare(parameter: SearchParameter, aspect: IndexedAspect): Steps<void> | undefined {
    return this.#late.size === 0 && this.#isMade(parameter, aspect) ? undefined : this.#make(parameter, aspect)
  }

  #isMade({ index: place, kind, components }: SearchParameter, aspect: IndexedAspect): boolean {
    if (aspect === 'presence') return this.#present[place] !== undefined
    if (kind === 'composite') return components.every((component) => this.#isMade(component, aspect))
    if (kind === 'date') return this.#dates[place] !== undefined
    if (kind === 'number' || kind === 'quantity') return this.#measures[place] !== undefined
    return (aspect === 'texts' ? this.#displays : this.#terms)[place] !== undefined
  }

  *#make(parameter: SearchParameter, aspect: IndexedAspect): Steps<void> {
    const { index: place, kind, components } = parameter
    if (aspect === 'presence') this.#present[place] ??= yield* this.#fillInSteps(place, addPresent, [])
    else if (kind === 'composite') for (const component of components) yield* this.#make(component, aspect)
    else if (kind === 'date') this.#dates[place] ??= yield* this.#fillInSteps(place, addDates, new RangeIndex())
    else if (kind === 'number' || kind === 'quantity') {
      this.#measures[place] ??= yield* this.#fillInSteps(place, addMeasures, new MeasureIndex())
    } else if (aspect === 'texts') {
      this.#displays[place] ??= yield* this.#fillInSteps(place, addDisplays, new TermIndex(), foldDisplays)
      yield* this.#addLate(this.#displays[place])
    } else {
      this.#terms[place] ??= yield* this.#fillInSteps(place, addTerms, new TermIndex(), foldTerms)
      yield* this.#addLate(this.#terms[place])
    }
  }

  add(stored: StoredResource): void {
    const id = readId(stored.resource)
    if (id !== undefined) this.#byId.set(id, stored)
    insertCreated(this.#inOrder, stored)
    this.#others = undefined
    for (const order of this.#orders.values()) order.add(stored)
    for (const parameter of this.#parameters) {
      const terms = this.#terms[parameter.index]
      if (terms !== undefined) this.#addTo(terms, addTerms, foldTerms, parameter, stored)
      const dates = this.#dates[parameter.index]
      if (dates !== undefined) addDates(dates, parameter, stored)
      const measures = this.#measures[parameter.index]
      if (measures !== undefined) addMeasures(measures, parameter, stored)
      const displays = this.#displays[parameter.index]
      if (displays !== undefined) this.#addTo(displays, addDisplays, foldDisplays, parameter, stored)
      const present = this.#present[parameter.index]
      if (present !== undefined) addPresent(present, parameter, stored)
    }
  }

  remove(stored: StoredResource): void {
    const { resource } = stored
    const id = readId(resource)
    if (id !== undefined) this.#byId.delete(id)
    removeCreated(this.#inOrder, stored)
    this.#others = undefined
    for (const order of this.#orders.values()) order.remove(stored)
    for (const parameter of this.#parameters) {
      const terms = this.#terms[parameter.index]
      if (terms !== undefined && !this.#isLate(terms, stored)) {
        for (const term of listSearchTerms(parameter, resource)) terms.remove(term, stored)
      }
      const displays = this.#displays[parameter.index]
      if (displays !== undefined && !this.#isLate(displays, stored)) {
        for (const text of listDisplayTerms(parameter, resource)) displays.remove(text, stored)
      }
      this.#dates[parameter.index]?.remove(readDates(parameter, resource), stored)
      this.#measures[parameter.index]?.remove(readResourceMeasures(parameter, resource), stored)
      const present = this.#present[parameter.index]
      if (present !== undefined) removeCreated(present, stored)
    }
  }

  #addTo(index: TermIndex, add: Add<TermIndex>, fold: Fold, parameter: SearchParameter, stored: StoredResource): void {
    if (!hasLongTexts(parameter, stored.resource)) {
      add(index, parameter, stored)
      return
    }
    const late = this.#late.get(index) ?? new Map<StoredResource, () => Steps<void>>()
    this.#late.set(index, late)
    late.set(stored, function* () {
      yield* fold(parameter, stored.resource)
      add(index, parameter, stored)
    })
  }

  *#addLate(index: TermIndex): Steps<void> {
    const late = this.#late.get(index)
    if (late === undefined) return
    for (const [stored, add] of late) {
      yield* add()
      late.delete(stored)
    }
    this.#late.delete(index)
  }

  /** Whether a resource is not in an index yet; then cancels adding it. */
  #isLate(index: TermIndex, stored: StoredResource): boolean {
    return this.#late.get(index)?.delete(stored) === true
  }

  /**
   * Adds all resources to an index by the parameter at this place, not by a component of a composite, which shares the
   * index.
   */
  #fill<Index>(place: number, add: Add<Index>, index: Index): void {
    finish(this.#fillInSteps(place, add, index))
  }

  *#fillInSteps<Index>(place: number, add: Add<Index>, index: Index, fold?: Fold): Steps<Index> {
    const parameter = this.#parameters[place]
    if (parameter === undefined) return index
    let indexed = 0
    for (const stored of this.#inOrder) {
      if (fold !== undefined) yield* fold(parameter, stored.resource)
      indexed += 1 + add(index, parameter, stored)
      if (indexed < indexedPerStep) continue
      indexed = 0
      yield
    }
    return index
  }
}

/** Returns the keys as written in `_sort`. */
function formatKeys(keys: readonly SortKey[]): string {
  return keys.map((key) => key.name).join(',')
}

/** Adds a resource to an index and returns its number of values, which count for `indexedPerStep`. */
type Add<Index> = (index: Index, parameter: SearchParameter, stored: StoredResource) => number

/** Folds the texts of a resource in steps, so that adding it to an index takes little time. */
type Fold = (parameter: SearchParameter, resource: JsonObject) => Steps<void>

/** Characters of a text whose indexing takes as long as that of one short text. */
const charactersPerTerm = 256

function addTerms(index: TermIndex, parameter: SearchParameter, stored: StoredResource): number {
  return addAll(index, listSearchTerms(parameter, stored.resource), stored)
}

function addDisplays(index: TermIndex, parameter: SearchParameter, stored: StoredResource): number {
  return addAll(index, listDisplayTerms(parameter, stored.resource), stored)
}

function addAll(index: TermIndex, terms: readonly string[], stored: StoredResource): number {
  let characters = 0
  for (const term of terms) {
    index.add(term, stored)
    characters += term.length
  }
  return terms.length + Math.floor(characters / charactersPerTerm)
}

function addDates(index: RangeIndex, parameter: SearchParameter, stored: StoredResource): number {
  const dates = readDates(parameter, stored.resource)
  index.add(dates, stored)
  return dates.length
}

function addMeasures(index: MeasureIndex, parameter: SearchParameter, stored: StoredResource): number {
  const measures = readResourceMeasures(parameter, stored.resource)
  index.add(measures, stored)
  return measures.length
}

function addPresent(list: StoredResource[], parameter: SearchParameter, stored: StoredResource): number {
  if (!hasValue(parameter, stored.resource)) return 0
  insertCreated(list, stored)
  return 1
}
