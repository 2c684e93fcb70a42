import type { EvidenceState, JsonObject, JsonValue, JudgementRecord, Steps, SystemEvidence } from '@carebench/protocol'

/** Records of a part as a service holds them, instead of a list, such as a `FhirStore`. The part itself reads them. */
export interface LiveRecords {
  /** The current version of a record; undefined if there is none. */
  read(type: string, id: string): { readonly resource: JsonObject } | undefined
  /** All records that satisfy the conditions of a search, in order of creation. */
  find(search: object): readonly { readonly resource: JsonObject }[]
  /** Records in order of creation, all or those of one type. */
  resources(type?: string): Iterable<{ readonly resource: JsonObject }>
  /** The number of records. Absent if it is not known without counting. */
  readonly size?: number
  /**
   * What differs from earlier records, at a cost for the differences alone; undefined if the two do not go back to the
   * same records. Absent if that is unknown.
   */
  changesFrom?(earlier: unknown): LiveChanges | undefined
  /** Other records: these with changes, in steps, at a cost for the changes alone. Absent if there cannot be any. */
  withChanges?(changes: LiveChanges): Steps<LiveRecords>
}

/** How live records differ from others: first some are removed, then others are put, in order of creation. */
export interface LiveChanges {
  readonly put: readonly JsonObject[]
  /** Includes resources that `put` has again, as new ones. */
  readonly removed: readonly { readonly resourceType: string; readonly id: string }[]
}

type Observed<Part> = Part extends readonly JsonObject[] ? Part | LiveRecords : Part

/**
 * The observed parts of an environment, as in a snapshot; a part that lists JSON objects may be live records instead.
 */
export type EvidenceStateSource = PartsSource<Omit<EvidenceState, 'systems'>> & {
  /** The parts of the systems that are not the first of their type, by key. */
  readonly systems?: Readonly<Record<string, PartsSource<SystemEvidence>>>
}

type PartsSource<Parts> = { readonly [Part in keyof Parts]: Observed<Parts[Part]> }

/**
 * Input of a verifier: an evidence snapshot, or the same parts as a service holds them.
 * It is read and never modified. An absent part was not observed.
 */
export interface EvidenceSource extends EvidenceStateSource {
  /** The version of the format. Default 1, the only supported one. */
  readonly version?: number
  /** The same parts before the agent began. */
  readonly initial?: EvidenceStateSource
  /** The parts that the scenario and the time alone have changed since; the others are those of `initial`. */
  readonly without_agent?: EvidenceStateSource
  readonly entities?: Readonly<Record<string, JsonValue>>
  readonly bound?: readonly string[]
  readonly output?: JsonValue
  readonly logged_reads?: readonly string[]
  readonly judgements?: readonly JudgementRecord[]
}
