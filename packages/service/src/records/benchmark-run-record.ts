import { ApiError } from '@carebench/protocol'
import {
  type BenchmarkRunContent,
  type BenchmarkRunRecord,
  type DifferencesRecord,
  sealRecordInSteps,
  type TaskRunRecord,
} from '@carebench/verifier'
import type { ServiceContext } from '../context/context.js'
import type { VersionDoc } from '../documents/collections/authoring.js'
import { pickSubset, type RunState } from '../runs/run-state.js'
import { inSteps } from '../work/in-steps.js'
import { letOthersWork } from '../work/let-others-work.js'
import { jsonLength } from './json-text.js'
import { hasRecord, makeTaskRunRecord } from './task-run-record.js'

/**
 * Maximum number of characters of JSON in the records of all its task runs; each self-contained one repeats the data of
 * the environment.
 */
const maxRecordsLength = 128 * 1024 * 1024

/**
 * Creates the record of a run: the records of its verified task runs, and the statuses of the others.
 *
 * `selfContained` is as in the records of task runs.
 *
 * Throws an ApiError `CONFLICT` if the run has not ended, or if the records of its task runs are too long together.
 */
export async function makeBenchmarkRunRecord(
  context: ServiceContext,
  { run, taskRuns: owned, ...state }: RunState,
  version: VersionDoc,
  selfContained?: boolean,
): Promise<BenchmarkRunRecord> {
  if (state.phase !== 'completed') {
    throw new ApiError('CONFLICT', `The run is ${state.phase}; its record is available once it has ended.`)
  }
  const names = new Map(run.task_runs.map(({ id, name }) => [id, name]))
  const records: (TaskRunRecord | DifferencesRecord)[] = []
  let length = 0
  // One after another, because each may hold all data of the environment while it is built.
  for (const taskRun of owned) {
    if (!hasRecord(taskRun)) continue
    await letOthersWork()
    const record = await makeTaskRunRecord(context, taskRun, version, selfContained)
    length += await inSteps(jsonLength(record, maxRecordsLength), context.clock)
    if (length > maxRecordsLength) throw tooLong(owned.length)
    records.push(record)
  }
  const content: BenchmarkRunContent = {
    kind: 'benchmark-run',
    version: records.some((record) => record.version === 2) ? 2 : 1,
    about: {
      benchmark_run_id: run.id,
      benchmark: { id: run.benchmark_id, name: run.benchmark_name, version: run.version },
      status: state.status,
      verdict: state.verdict,
      score: state.score,
      seed: run.seed,
      ...pickSubset(run),
      started_at: state.started_at,
      completed_at: state.completed_at,
      task_runs: owned.map(({ id, status, verdict, score }) => ({
        id,
        name: names.get(id) ?? '',
        status,
        verdict,
        score,
      })),
    },
    task_runs: records,
  }
  return inSteps(sealRecordInSteps(content), context.clock)
}

function tooLong(taskRuns: number): ApiError {
  return new ApiError(
    'CONFLICT',
    `The records of the ${taskRuns} task runs exceed ${maxRecordsLength / 1024 / 1024} MiB of JSON in total; read ` +
      'them one by one: GET /task-runs/{id}/record.',
  )
}
