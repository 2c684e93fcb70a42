import type { Steps } from '@carebench/protocol/wire'
import type { StoredResource } from '../../resource/fhir-resource.js'
import { insertCreated, removeCreated, uniteCreated } from './created-list.js'
import { ResourceTerms } from './resource-terms.js'
import { sortTexts } from './sort-texts.js'
import { TermText } from './term-text.js'

const none: readonly StoredResource[] = []

/** Maximum number of terms that are inserted one by one; for more, all are sorted again. */
const fewChanges = 64

/** The number of terms that are listed by their resources in one step. */
const termsInStep = 1000

/**
 * The number of terms with a prefix whose resources are counted; of more terms, an evenly spaced sample of this size.
 */
const countedTerms = 256

/**
 * An index from terms to the resources that have them. Prefix lookups keep a sorted list of the terms, made on demand.
 */
export class TermIndex {
  readonly #postings = new Map<string, StoredResource[]>()
  #sorted: string[] | undefined
  /** Terms that have come or gone since they were sorted. */
  readonly #changed = new Set<string>()
  /** Created by the first search for parts of terms; it still contains terms that were removed since. */
  #text: TermText | undefined
  #gone = 0
  /** The maximum length of all terms so far. */
  #longest = 0
  /** The terms of each resource. Made by the first search that tests resources. */
  #ofResources: ResourceTerms | undefined

  add(term: string, stored: StoredResource): void {
    const list = this.#postings.get(term)
    if (list !== undefined) {
      if (insertCreated(list, stored)) this.#ofResources?.add(term, stored)
      return
    }
    this.#ofResources?.add(term, stored)
    this.#postings.set(term, [stored])
    this.#noteChange(term)
    this.#text?.add(term)
    if (term.length > this.#longest) this.#longest = term.length
  }

  remove(term: string, stored: StoredResource): void {
    const list = this.#postings.get(term)
    if (list === undefined || !removeCreated(list, stored)) return
    this.#ofResources?.remove(term, stored)
    if (list.length > 0) return
    this.#postings.delete(term)
    this.#noteChange(term)
    if (this.#text !== undefined && ++this.#gone > this.#postings.size) this.#text = undefined
  }

  get(term: string): readonly StoredResource[] {
    return this.#postings.get(term) ?? none
  }

  /**
   * Prepares in steps the data that {@link tester} needs; undefined if they exist. Nothing may be added or removed
   * meanwhile.
   */
  prepareTester(): Steps<void> | undefined {
    return this.#ofResources === undefined ? this.#makeTester() : undefined
  }

  /**
   * Sorts, in steps, the terms in which prefixes are looked up; undefined if they are sorted. Nothing may be added or
   * removed meanwhile.
   */
  prepareOrder(): Steps<void> | undefined {
    return this.#sorted === undefined && this.#postings.size > fewChanges ? this.#sort() : undefined
  }

  *#sort(): Steps<void> {
    const sorted = yield* sortTexts(this.#postings.keys())
    this.#sorted ??= sorted
  }

  *#makeTester(): Steps<void> {
    const ofResources = new ResourceTerms()
    let count = 0
    for (const [term, list] of this.#postings) {
      for (const stored of list) {
        ofResources.add(term, stored)
        if (++count % termsInStep === 0) yield
      }
    }
    this.#ofResources ??= ofResources
  }

  /**
   * Returns a function that tells whether a resource of the index has a requested term; undefined if it is not
   * prepared, or if a resource has so many terms that it takes long.
   */
  tester(isWanted: (term: string) => boolean): ((stored: StoredResource) => boolean) | undefined {
    return this.#ofResources?.tester(isWanted)
  }

  /**
   * Returns the maximum number of resources that `withPrefix` finds; an estimate if many terms begin with the prefix.
   * Stops at more than `enough`.
   */
  countPrefix(prefix: string, enough: number): number {
    const terms = this.#terms()
    const from = firstFrom(terms, prefix)
    const to = afterPrefix(terms, prefix, from)
    const step = Math.ceil((to - from) / countedTerms)
    let count = 0
    for (let place = from; place < to && count <= enough; place += step) {
      count += this.get(terms[place] ?? '').length * Math.min(step, to - place)
    }
    return count
  }

  /** Resources with a term that begins with `prefix`, in creation order. */
  withPrefix(prefix: string): readonly StoredResource[] {
    return uniteCreated(this.#listsOf(prefix))
  }

  /** Resources with a term that contains `part`, in creation order. Goes through the text of every distinct term. */
  containing(part: string): readonly StoredResource[] {
    if (this.#text === undefined) {
      this.#text = new TermText(this.#postings.keys())
      this.#gone = 0
    }
    return uniteCreated(this.#text.containing(part).map((term) => this.get(term)))
  }

  /** Resources with a term of at least this many characters, in creation order. */
  ofLength(least: number): readonly StoredResource[] {
    if (this.#longest < least) return none
    const lists: (readonly StoredResource[])[] = []
    for (const [term, list] of this.#postings) if (term.length >= least) lists.push(list)
    return uniteCreated(lists)
  }

  #listsOf(prefix: string): readonly (readonly StoredResource[])[] {
    const terms = this.#terms()
    const from = firstFrom(terms, prefix)
    return terms.slice(from, afterPrefix(terms, prefix, from)).map((term) => this.get(term))
  }

  #terms(): readonly string[] {
    this.#sorted ??= [...this.#postings.keys()].sort(byCodeUnit)
    for (const term of this.#changed) this.#update(this.#sorted, term)
    if (this.#changed.size > 0) this.#changed.clear()
    return this.#sorted
  }

  #noteChange(term: string): void {
    if (this.#sorted === undefined) return
    this.#changed.add(term)
    if (this.#changed.size <= fewChanges) return
    this.#sorted = undefined
    this.#changed.clear()
  }

  /** Adds a pending term to the sorted terms, or removes it. */
  #update(sorted: string[], term: string): void {
    const place = firstFrom(sorted, term)
    const isSorted = sorted[place] === term
    if (isSorted === this.#postings.has(term)) return
    if (isSorted) sorted.splice(place, 1)
    else sorted.splice(place, 0, term)
  }
}

function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

/** Returns the place after the last term that begins with a prefix; those that do begin at `from`. */
function afterPrefix(terms: readonly string[], prefix: string, from: number): number {
  let low = from
  let high = terms.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (terms[middle]?.startsWith(prefix) === true) low = middle + 1
    else high = middle
  }
  return low
}

function firstFrom(terms: readonly string[], prefix: string): number {
  let low = 0
  let high = terms.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((terms[middle] ?? '') < prefix) low = middle + 1
    else high = middle
  }
  return low
}
