import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { Steps } from '@carebench/protocol/wire'
import type { NameIndex } from '@carebench/text'

/** The records that a matcher names. */
export interface NamedRecords {
  readonly collection: string
  readonly system?: string | undefined
  readonly where: JsonObject
  /** Undefined for whole records. */
  readonly path: string | undefined
}

/** The entries of the interaction log that a matcher names. */
export interface NamedEvents {
  readonly type: string | readonly string[]
  readonly system?: string | undefined
  readonly where: JsonObject
}

/** A look-up of values in evidence. */
export interface EvidenceValues {
  /** Returns the cost of the look-up in units of a work budget. */
  units(evidence: object): number
  /** Looks them up in steps; undefined if they were not observed. */
  read(evidence: object): Steps<readonly JsonValue[] | undefined>
}

/** The content of named records. */
export interface RecordValues {
  /** The values at the path, in the state that is judged; none without a path. */
  readonly values: readonly JsonValue[]
  /** The records as they would be without the agent. */
  readonly records: readonly JsonValue[]
}

/** The names and days of the whole evidence, which ground texts besides the selected records. */
export interface KnownWorld {
  /** The people and organizations in its records, as they would be without the agent. */
  readonly names: NameIndex
  /** The days on which the agent worked, `YYYY-MM-DD`. */
  readonly days: readonly string[]
}

/** Reads evidence for matchers. To a matcher, the evidence is an opaque object in its scope. */
export interface EvidenceReader {
  /**
   * Compiles a selection of records; undefined after reporting errors. It returns undefined for records that were not
   * observed.
   */
  select(written: NamedRecords, at: string): ((evidence: object) => RecordValues | undefined) | undefined
  /**
   * Compiles a look-up of the values at a path of records, in the state that is judged; undefined after reporting
   * errors.
   */
  values(written: NamedRecords & { readonly path: string }, at: string): EvidenceValues | undefined
  /** Compiles a look-up of the times of entries of the log; undefined after reporting errors. */
  times(written: NamedEvents, at: string): EvidenceValues | undefined
  /** Reads, in steps, the names in the evidence and the days on which the agent worked. */
  world(evidence: object): Steps<KnownWorld>
}
