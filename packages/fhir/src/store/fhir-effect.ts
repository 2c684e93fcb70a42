import type { FhirResource } from '../resource/fhir-resource.js'

/** One change of a store, a plain JSON value: what a log of changes records. */
export type FhirEffect =
  | {
      readonly op: 'put'
      /** With its id, and with `meta` as readers will see it. */
      readonly resource: FhirResource
      /** The interaction that made it, if it was not an update or a create by PUT. */
      readonly method?: 'POST' | 'PATCH'
    }
  | {
      readonly op: 'delete'
      readonly resourceType: string
      readonly id: string
      /** The version of the deletion; the next put of the same id has a higher one. */
      readonly version: number
      /** When, RFC 3339. */
      readonly at: string
    }

/** The known data of a deleted resource. */
export interface DeletedResource {
  readonly version: number
  readonly at: string
}
