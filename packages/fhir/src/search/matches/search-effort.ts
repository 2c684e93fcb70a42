import { FhirError } from '../../resource/fhir-error.js'

const messages = {
  bundle:
    'Searches, histories and patches of this Bundle examine too many resources. Search by id, or send several Bundles.',
  search:
    'This search follows references of too many resources. Narrow its chains and includes, or search in several steps.',
} as const

/** Maximum number of resources and values that the chains and includes of one search examine. */
const maxLooks = 1_000_000

/** The effort that the searches of one request may spend, counted in resources and values examined. */
export class SearchEffort {
  #left: number
  readonly #message: string

  constructor(looks: number, message: string = messages.bundle) {
    this.#left = looks
    this.#message = message
  }

  /** Throws a FhirError (413) as soon as the effort is used up. */
  spend(looks: number): void {
    this.#left -= looks
    if (this.#left >= 0) return
    throw FhirError.of(413, 'too-costly', this.#message)
  }
}

/** Returns the effort of a search that follows references, if no other limit applies. */
export function createSearchEffort(): SearchEffort {
  return new SearchEffort(maxLooks, messages.search)
}
