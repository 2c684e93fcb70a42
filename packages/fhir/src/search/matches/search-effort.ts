import { FhirError } from '../../resource/fhir-error.js'

const refusals = {
  bundle:
    'The entries of this Bundle look at too many resources, by searches, histories or patches. Search by identifier or _id, or send several Bundles.',
  search:
    'This search follows references of too many resources. Narrow what it chains to and includes, or search in several steps.',
} as const

/** Maximum number of resources and values that the chains and includes of one search examine. */
const joinedLooks = 1_000_000

/** The total effort allowed for the searches of one request, counted in resources and values examined. */
export class SearchEffort {
  #left: number
  readonly #refusal: string

  constructor(looks: number, refusal: string = refusals.bundle) {
    this.#left = looks
    this.#refusal = refusal
  }

  /** Throws a FhirError (413) as soon as the effort is used up. */
  spend(looks: number): void {
    this.#left -= looks
    if (this.#left >= 0) return
    throw FhirError.of(413, 'too-costly', this.#refusal)
  }
}

/** Returns the effort allowed for a search that follows references, if nothing else limits it. */
export function effortOfSearch(): SearchEffort {
  return new SearchEffort(joinedLooks, refusals.search)
}
