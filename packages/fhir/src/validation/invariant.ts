import type { JsonObject } from '@carebench/protocol/wire'

/** A rule of FHIR R4 on several elements of one object. */
export interface Invariant {
  /** Its key in FHIR: `obs-6`. */
  readonly key: string
  /** The element that it concerns: `dataAbsentReason`; undefined for the object itself. */
  readonly at?: string
  /** What must hold, worded to follow "expected". */
  readonly expected: string
  /** Whether the invariant holds. Never throws on any value: other rules check the types. */
  holds(value: JsonObject): boolean
}
