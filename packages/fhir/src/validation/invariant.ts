import type { JsonObject } from '../json.js'

/** A rule of FHIR R4 on several elements of one object. */
export interface Invariant {
  /** As FHIR calls it: `obs-6`. */
  readonly key: string
  /** The element that it concerns: `dataAbsentReason`; undefined for the object itself. */
  readonly at?: string
  /** What must be so, as it follows "expected". */
  readonly expected: string
  /** Never throws, whatever the values are: other rules check their types. */
  holds(value: JsonObject): boolean
}
