import type { StoredResource } from '../../resource/fhir-resource.js'

/** Maximum number of terms of a resource that are compared directly. */
const fewTerms = 64

/**
 * The inverse of a term index: the terms of each resource, used to test candidates without reading their texts again.
 */
export class ResourceTerms {
  /**
   * The terms by the resource's place in the order of creation. Most resources have one term, which needs no list; for
   * a resource with more than a few terms, only their number is kept.
   */
  readonly #terms: (string | string[] | number | undefined)[] = []
  /** Number of resources that have, or had, more than a few terms. */
  #many = 0

  /** Adds a term that the resource does not have. */
  add(term: string, { created }: StoredResource): void {
    const known = this.#terms[created]
    if (known === undefined) this.#terms[created] = term
    else if (typeof known === 'string') this.#terms[created] = [known, term]
    else if (typeof known === 'number') this.#terms[created] = known + 1
    // Pushing would allocate room for many more terms.
    else if (known.length < fewTerms) this.#terms[created] = known.concat(term)
    else {
      this.#terms[created] = fewTerms + 1
      this.#many++
    }
  }

  /** Removes a term that the resource has. */
  remove(term: string, { created }: StoredResource): void {
    const known = this.#terms[created]
    if (typeof known === 'number') {
      this.#terms[created] = known === 1 ? undefined : known - 1
      if (known === 1) this.#many--
    } else if (typeof known === 'object') known.splice(known.indexOf(term), 1)
    else this.#terms[created] = undefined
  }

  /** Returns a test of whether a resource has a matching term; undefined if a resource has more than a few terms. */
  tester(isMatch: (term: string) => boolean): ((stored: StoredResource) => boolean) | undefined {
    if (this.#many > 0) return undefined
    return ({ created }) => {
      const own = this.#terms[created]
      if (typeof own === 'string') return isMatch(own)
      return typeof own === 'object' && own.some(isMatch)
    }
  }
}
