import type { FhirResource } from '../resource/fhir-resource.js'

/** One change of a store, as a plain JSON value for a log. */
export type FhirEffect =
  | {
      readonly op: 'put'
      /** The resource with its id and with the `meta` that readers will see. */
      readonly resource: FhirResource
      /** The method of the interaction; absent for PUT. */
      readonly method?: 'POST' | 'PATCH'
    }
  | {
      readonly op: 'delete'
      readonly resourceType: string
      readonly id: string
      /** The version of the deletion; the next put of the same id has a higher one. */
      readonly version: number
      /** The time of the deletion, RFC 3339. */
      readonly at: string
    }

/** The known data of a deleted resource. */
export interface DeletedResource {
  readonly version: number
  readonly at: string
}
