import { FhirError } from './fhir-error.js'

/** What the searches of one request may cost together, counted in looks at resources and values. */
export class SearchEffort {
  #left: number

  constructor(looks: number) {
    this.#left = looks
  }

  /** Throws a FhirError (413) as soon as more than there was has been spent. */
  spend(looks: number): void {
    this.#left -= looks
    if (this.#left >= 0) return
    throw FhirError.of(
      413,
      'too-costly',
      'The searches of this Bundle look at too many resources. Search by identifier or _id, or send several Bundles.',
    )
  }
}
