import type { TSchema } from 'typebox'
import { benchmarkDefinition } from '../schema/benchmark.js'
import { criteriaFile } from '../schema/criteria-file.js'
import { evidenceSnapshot } from '../schema/evidence.js'
import { benchmarkRunRecord, taskRunRecord } from '../schema/run-record.js'

/** A document that is exchanged as a file, by anybody and in any language. */
export interface DocumentSchema {
  /** What `validatorFor` knows it by. */
  readonly name: string
  /** The file under `schemas/` in which its JSON Schema is published. */
  readonly file: string
  readonly title: string
  readonly schema: TSchema
}

/** The documents whose JSON Schemas are published as files. */
export const documentSchemas: readonly DocumentSchema[] = [
  {
    name: 'benchmarkDefinition',
    file: 'benchmark-definition.json',
    title: 'A benchmark as one document: environment, data, tasks and criteria',
    schema: benchmarkDefinition,
  },
  {
    name: 'evidenceSnapshot',
    file: 'evidence-snapshot-1.json',
    title: 'Evidence snapshot, version 1: the observed state of a simulated environment',
    schema: evidenceSnapshot,
  },
  {
    name: 'criteriaFile',
    file: 'criteria-file.json',
    title: 'Criteria of a task, with or without options',
    schema: criteriaFile,
  },
  {
    name: 'taskRunRecord',
    file: 'task-run-record-1.json',
    title: 'Record of a task run, version 1: what it was judged by, and how',
    schema: taskRunRecord,
  },
  {
    name: 'benchmarkRunRecord',
    file: 'benchmark-run-record-1.json',
    title: 'Record of a benchmark run, version 1: the records of its task runs',
    schema: benchmarkRunRecord,
  },
]

/** The JSON Schema (draft 7) of a document, as it is published. */
export function publishedSchema({ title, schema }: DocumentSchema): object {
  return { $schema: 'http://json-schema.org/draft-07/schema#', title, ...schema }
}
