import type { TSchema } from 'typebox'
import { evidenceSnapshot } from '../schema/evidence.js'
import { benchmarkDefinition } from '../schema/files/benchmark-definition.js'
import { criteriaFile } from '../schema/files/criteria-file.js'
import { runFile } from '../schema/files/run-file.js'
import {
  benchmarkRunRecord,
  benchmarkRunRecord2,
  recordBase,
  taskRunRecord,
  taskRunRecord2,
} from '../schema/files/run-record.js'

/** A document that programs in any language exchange as a file. */
export interface DocumentSchema {
  /** The name for `validatorFor`. */
  readonly name: string
  /** The file under `schemas/` with its JSON Schema. */
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
    name: 'runFile',
    file: 'run-file-1.json',
    title: 'The options of carebench run, version 1',
    schema: runFile,
  },
  {
    name: 'taskRunRecord',
    file: 'task-run-record-1.json',
    title: 'Record of a task run, version 1: everything that its verification depended on, and the result',
    schema: taskRunRecord,
  },
  {
    name: 'benchmarkRunRecord',
    file: 'benchmark-run-record-1.json',
    title: 'Record of a benchmark run, version 1: the records of its task runs',
    schema: benchmarkRunRecord,
  },
  {
    name: 'taskRunRecord2',
    file: 'task-run-record-2.json',
    title: 'Record of a task run, version 2: the digest of its base, and the differences of the evidence from it',
    schema: taskRunRecord2,
  },
  {
    name: 'benchmarkRunRecord2',
    file: 'benchmark-run-record-2.json',
    title: 'Record of a benchmark run, version 2: records of some task runs name their base',
    schema: benchmarkRunRecord2,
  },
  {
    name: 'recordBase',
    file: 'record-base-1.json',
    title: 'Base of records, version 1: the environment that records of a version of a benchmark name by its digest',
    schema: recordBase,
  },
]

/** Returns the published JSON Schema (draft 7) of a document. */
export function publishedSchema({ title, schema }: DocumentSchema): object {
  return { $schema: 'http://json-schema.org/draft-07/schema#', title, ...schema }
}
