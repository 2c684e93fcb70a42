import type { BenchmarkDefinition, JsonObject } from '@carebench/protocol'

type DefinedTask = BenchmarkDefinition['tasks'][number]

/** What becomes of a task that can be expressed in full. */
export interface ImportedTask {
  readonly tags: readonly string[]
  /** What the agent is told about the form of its answer; empty where it answers nothing. */
  readonly answer: string
  readonly criteria: DefinedTask['criteria']
  readonly solution: NonNullable<DefinedTask['solutions']>[number]
  /** What the record must hold of the patients whom the task is about. */
  readonly patients: readonly Patient[]
}

/** A patient of the record. */
export interface Patient extends JsonObject {
  readonly resourceType: 'Patient'
  /** The medical record number, as in the record that the tasks were written for. */
  readonly id: string
}

/** A patient of whom only the medical record number is known, or more. */
export function toPatient(mrn: string, more: JsonObject = {}): Patient {
  const type = { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] }
  return { ...more, resourceType: 'Patient', id: mrn, identifier: [{ type, value: mrn }] }
}

/** The time at which a task plays, RFC 3339, as its context tells it. */
export function readTime(context: string): string | undefined {
  return /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})/.exec(context)?.[0]
}
