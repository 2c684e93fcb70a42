import type { EvidenceState, JsonObject, JsonValue, JudgementRecord, Steps, SystemEvidence } from '@carebench/protocol'

/**
 * Live records of a part as a service holds them, instead of a list, such as a `FhirStore`. The part itself reads them.
 */
export interface LiveRecords {
  /** Returns the current version of a record; undefined if there is none. */
  read(type: string, id: string): { readonly resource: JsonObject } | undefined
  /** Returns all records that satisfy the conditions of a search, in order of creation. */
  find(search: object): readonly { readonly resource: JsonObject }[]
  /** Returns records in order of creation: all, or those of one type. */
  resources(type?: string): Iterable<{ readonly resource: JsonObject }>
  /** The number of records. Absent if it is not known without counting. */
  readonly size?: number
  /**
   * Returns the differences from earlier records, at a cost proportional to the differences; undefined if the two have
   * no common origin. Absent if that is unknown.
   */
  changesFrom?(earlier: unknown): LiveChanges | undefined
  /**
   * Returns these records with changes, in steps, at a cost proportional to the changes. Absent if changes are not
   * supported.
   */
  withChanges?(changes: LiveChanges): Steps<LiveRecords>
}

/**
 * The changes that lead from other records to the live records: first some are removed, then others are put, in order
 * of creation.
 */
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
  /** The parts that the scenario and time alone have changed since; the other parts are the same as in `initial`. */
  readonly without_agent?: EvidenceStateSource
  /** The data of dataset entities, by id. */
  readonly entities?: Readonly<Record<string, JsonValue>>
  /** The ids of the entities that are bound to the task. */
  readonly bound?: readonly string[]
  /** The output that the agent submitted. */
  readonly output?: JsonValue
  /** The parts whose reads are in `events`; absent if the log has no reads. */
  readonly logged_reads?: readonly string[]
  /** Recorded answers of a judge; see `verifyAsync`. */
  readonly judgements?: readonly JudgementRecord[]
}
