import type { BenchmarkDefinition, JsonObject } from '@carebench/protocol'

type DefinedTask = BenchmarkDefinition['tasks'][number]

/** The parts of a carebench task that are made from a MedAgentBench task. */
export interface ImportedTask {
  readonly tags: readonly string[]
  /** The sentence of the instruction about the form of the answer; empty if the task has no answer. */
  readonly answer: string
  readonly criteria: DefinedTask['criteria']
  readonly solution: NonNullable<DefinedTask['solutions']>[number]
  /** The patients whom the task is about, as the chart must have them. */
  readonly patients: readonly Patient[]
}

/** A patient in the chart. */
export interface Patient extends JsonObject {
  readonly resourceType: 'Patient'
  /** The medical record number, which is the id in the chart of MedAgentBench, too. */
  readonly id: string
}

/** Creates a Patient with a medical record number as its id and identifier, and `more` members if they are known. */
export function toPatient(mrn: string, more: JsonObject = {}): Patient {
  const type = { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] }
  return { ...more, resourceType: 'Patient', id: mrn, identifier: [{ type, value: mrn }] }
}

/** Returns the time of a task: the first RFC 3339 time in its context, undefined if there is none. */
export function readTime(context: string): string | undefined {
  return /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})/.exec(context)?.[0]
}
