import type { JsonObject } from './json.js'

/** Where an interaction's time and new ids come from. */
export interface FhirContext {
  /** RFC 3339 in UTC: what `meta.lastUpdated` becomes. */
  readonly now: string
  /** Makes the id of a created resource; each call another, in FHIR's syntax. */
  newId(): string
  /**
   * The URL of the record, ending in a slash: it is put before the links of Bundles and `Location`. None: they are relative
   * to the record, and the answer tells where.
   */
  readonly baseUrl?: string
  /** With false, what is written is not checked against FHIR R4 but for its type, id and size. Default true. */
  readonly validate?: boolean
  /**
   * With true, a write whose reference names a resource that the record does not have is refused, except for references
   * that the resource has already. Not without `validate`. Default false.
   */
  readonly enforceReferences?: boolean
  /** What the CapabilityStatement says in `rest.security`. */
  readonly security?: JsonObject
}
