import type { Steps } from '@carebench/protocol/wire'
import type { StoredResource } from '../../resource/fhir-resource.js'
import { insertCreated, removeCreated, uniteCreated } from './created-list.js'
import { ResourceTerms } from './resource-terms.js'
import { sortTexts } from './sort-texts.js'
import { TermText } from './term-text.js'

const none: readonly StoredResource[] = []

/** Maximum number of terms that are inserted one by one; after more changes, all terms are sorted again. */
const fewChanges = 64

/** Number of terms that are added to the terms of their resources in one step. */
const termsPerStep = 1000

/**
 * Maximum number of terms with a prefix whose resources are counted; of more terms, an evenly spaced sample is counted.
 */
const countedTerms = 256

/**
 * An index from terms to the resources that have them. Prefix lookups keep a sorted list of the terms, made on demand.
 */
export class TermIndex {
  readonly #postings = new Map<string, StoredResource[]>()
  #sorted: string[] | undefined
  /** Terms that were added or removed since the terms were sorted. */
  readonly #changed = new Set<string>()
  /** Created by the first search for parts of terms; it still contains terms that were removed since. */
  #text: TermText | undefined
  #gone = 0
  /** The maximum length of all terms that were ever added. */
  #longest = 0
  /** The terms of each resource, made by the first search that tests resources. */
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
   * Prepares in steps the data that {@link tester} needs; undefined if the data exists. Nothing may be added or removed
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
        if (++count % termsPerStep === 0) yield
      }
    }
    this.#ofResources ??= ofResources
  }

  /**
   * Returns a test of whether a resource of the index has a matching term; undefined if it is not prepared, or if a
   * resource has too many terms.
   */
  tester(isMatch: (term: string) => boolean): ((stored: StoredResource) => boolean) | undefined {
    return this.#ofResources?.tester(isMatch)
  }

  /**
   * Returns the maximum number of resources that `withPrefix` finds; an estimate if many terms begin with the prefix.
   * Stops at more than `enough`.
   */
  countPrefix(prefix: string, enough: number): number {
    const terms = this.#terms()
    const from = findFirstFrom(terms, prefix)
    const to = findPrefixEnd(terms, prefix, from)
    const step = Math.ceil((to - from) / countedTerms)
    let count = 0
    for (let place = from; place < to && count <= enough; place += step) {
      count += this.get(terms[place] ?? '').length * Math.min(step, to - place)
    }
    return count
  }

  /** Returns resources with a term that begins with `prefix`, in creation order. */
  withPrefix(prefix: string): readonly StoredResource[] {
    return uniteCreated(this.#listsOf(prefix))
  }

  /** Returns resources with a term that contains `part`, in creation order; searches the text of every term. */
  containing(part: string): readonly StoredResource[] {
    if (this.#text === undefined) {
      this.#text = new TermText(this.#postings.keys())
      this.#gone = 0
    }
    return uniteCreated(this.#text.containing(part).map((term) => this.get(term)))
  }

  /** Returns resources with a term of at least this many characters, in creation order. */
  ofLength(least: number): readonly StoredResource[] {
    if (this.#longest < least) return none
    const lists: (readonly StoredResource[])[] = []
    for (const [term, list] of this.#postings) if (term.length >= least) lists.push(list)
    return uniteCreated(lists)
  }

  #listsOf(prefix: string): readonly (readonly StoredResource[])[] {
    const terms = this.#terms()
    const from = findFirstFrom(terms, prefix)
    return terms.slice(from, findPrefixEnd(terms, prefix, from)).map((term) => this.get(term))
  }

  #terms(): readonly string[] {
    this.#sorted ??= [...this.#postings.keys()].sort()
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
    const place = findFirstFrom(sorted, term)
    const isSorted = sorted[place] === term
    if (isSorted === this.#postings.has(term)) return
    if (isSorted) sorted.splice(place, 1)
    else sorted.splice(place, 0, term)
  }
}

/** Returns the place after the last term that begins with a prefix; the first such term is at `from`. */
function findPrefixEnd(terms: readonly string[], prefix: string, from: number): number {
  let low = from
  let high = terms.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (terms[middle]?.startsWith(prefix) === true) low = middle + 1
    else high = middle
  }
  return low
}

function findFirstFrom(terms: readonly string[], prefix: string): number {
  let low = 0
  let high = terms.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((terms[middle] ?? '') < prefix) low = middle + 1
    else high = middle
  }
  return low
}
