import type { EvidenceState, JsonObject, JsonValue, JudgementRecord } from '@carebench/protocol'

/** A FHIR record as a service holds it; a `FhirStore` is one. */
export interface FhirRecord {
  /** The present version of a resource; undefined if there is none. */
  read(resourceType: string, id: string): { readonly resource: JsonObject } | undefined
  /** All resources that satisfy the conditions of a search (`compileSearch`), in creation order. */
  find(search: object): readonly { readonly resource: JsonObject }[]
  /** Resources in creation order, all or those of one type. */
  resources(resourceType?: string): Iterable<{ readonly resource: JsonObject }>
}

/** The observed parts of an environment, as in a snapshot; the FHIR part may be a record instead of a list. */
export interface EvidenceStateSource extends Omit<EvidenceState, 'fhir' | 'systems'> {
  readonly fhir?: readonly JsonObject[] | FhirRecord
  /** The parts of the systems that are not the first of their type, by key. */
  readonly systems?: Readonly<Record<string, Omit<EvidenceStateSource, 'events' | 'systems'>>>
}

/**
 * What {@link verify} reads: an evidence snapshot, or the same parts as a service holds them, its FHIR record included.
 * It is read and never changed. A part that is absent was not observed.
 */
export interface EvidenceSource extends EvidenceStateSource {
  /** The version of the format. Default 1, the only one known. */
  readonly version?: number
  /** The same parts as they were before the agent began. */
  readonly initial?: EvidenceStateSource
  readonly entities?: Readonly<Record<string, JsonValue>>
  readonly bound?: readonly string[]
  readonly output?: JsonValue
  readonly judgements?: readonly JudgementRecord[]
}
