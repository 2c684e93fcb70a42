import type { JsonObject } from '@carebench/protocol/wire'
import type { ExaminedRecords } from './examined-records.js'

/** What a host supplies to an interaction: its time, new ids and settings. */
export interface FhirContext {
  /** The time of the interaction, RFC 3339 in UTC; becomes `meta.lastUpdated`. */
  readonly now: string
  /** Returns the id of a created resource, in FHIR's syntax and different on every call. */
  newId(): string
  /**
   * The URL of the record, ending in a slash: prepended to the links of Bundles and to `Location`. If missing, these
   * are relative to the record, and the response lists their positions.
   */
  readonly baseUrl?: string
  /** With false, writes are not checked against FHIR R4, except for type, id and size. Default true. */
  readonly validate?: boolean
  /**
   * With true, a write is rejected if it has a reference to a resource that is not in the record, except for references
   * that the resource already had. Requires `validate`. Default false.
   */
  readonly enforceReferences?: boolean
  /**
   * Called with the records that the condition of a write or a patch examines, whether or not the call is rejected.
   * Default: not called; {@link handleFhir} lists them in its response in any case.
   */
  readonly examine?: (records: ExaminedRecords) => void
  /** The content of `rest.security` in the CapabilityStatement. */
  readonly security?: JsonObject
}
