import type { StoredResource } from '../fhir-resource.js'

/** More terms than these are not looked through at once. */
const fewTerms = 32

/** The terms that an index has of each resource: the other way round, for testing candidates without reading their texts again. */
export class ResourceTerms {
  /** By the place in the order of creation; most resources have one term, which needs no list. */
  readonly #terms: (string | string[] | undefined)[] = []
  #areFew = true

  add(term: string, { created }: StoredResource): void {
    const known = this.#terms[created]
    if (known === undefined) this.#terms[created] = term
    else if (typeof known === 'string') this.#terms[created] = [known, term]
    else if (known.length < fewTerms) known.push(term)
    else this.#areFew = false
  }

  /** Whether a resource has a term that is wanted; undefined if one has more than a few. */
  tester(isWanted: (term: string) => boolean): ((stored: StoredResource) => boolean) | undefined {
    if (!this.#areFew) return undefined
    return ({ created }) => {
      const own = this.#terms[created]
      if (own === undefined) return false
      return typeof own === 'string' ? isWanted(own) : own.some(isWanted)
    }
  }
}
