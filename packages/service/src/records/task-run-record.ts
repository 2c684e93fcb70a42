import { ApiError } from '@carebench/protocol'
import {
  type CriterionRun,
  type DifferencesRecord,
  defaultAxis,
  sealRecordInSteps,
  type TaskRunContent,
  type TaskRunDifferences,
  type TaskRunRecord,
  type Verification,
  verifierVersion,
} from '@carebench/verifier'
import type { ServiceContext } from '../context/context.js'
import { allDocuments } from '../documents/all-documents.js'
import type { FrozenTask, VersionDoc } from '../documents/collections/authoring.js'
import { type CriterionRunDoc, criterionRuns, type TaskRunDoc, taskRuns } from '../documents/collections/running.js'
import { notFound } from '../documents/owned.js'
import { engineVersion } from '../playground/engine-version.js'
import { foldLogInSteps } from '../playground/replay/fold-log.js'
import { taskEvidence, toVerifyOptions } from '../runs/ending/task-evidence.js'
import { findFrozenTask } from '../runs/run-documents.js'
import { toBlueprint } from '../runs/task-blueprint.js'
import { inSteps } from '../work/in-steps.js'
import { attestRecord } from './attest-record.js'
import { liveRecordsIn, toDifferences } from './evidence-differences.js'
import { toSnapshot } from './evidence-snapshot.js'
import { jsonLength } from './json-text.js'
import { baseOfVersion } from './record-base.js'

/**
 * Maximum number of characters of JSON in a record; a string cannot be twice as long. Agents determine the size of the
 * log.
 */
const maxRecordLength = 256 * 1024 * 1024

/** Whether a task run has a record: its playground was frozen and verified, or the verification failed. */
export function hasRecord({ status }: Pick<TaskRunDoc, 'status'>): boolean {
  return status === 'completed' || status === 'failed'
}

/**
 * Minimum number of records in a seeded state that a record names by digest, unless a self-contained record is
 * requested: about those of 35 generated patients.
 */
const manyRecords = 5000

/**
 * Creates the record of a task run from stored data: its frozen task and environment, its log, the evidence that
 * results from the log, and the result. It contains the criteria, so it is only for the benchmark's organization.
 *
 * Throws an ApiError `CONFLICT` if the task run was not verified, or if the record would be too long.
 *
 * @param selfContained - whether it holds the environment, and its evidence all records; if not, it names the
 *   environment by digest, and its evidence holds differences. Default: unless the environment has many records
 */
export async function makeTaskRunRecord(
  context: ServiceContext,
  taskRun: TaskRunDoc,
  version: VersionDoc,
  selfContained?: boolean,
): Promise<TaskRunRecord | DifferencesRecord> {
  if (!hasRecord(taskRun)) {
    throw new ApiError('CONFLICT', explainMissing(taskRun))
  }
  const task = findFrozenTask(version, taskRun)
  const { log, criterionRunDocs } = await readParts(context, taskRun)
  const blueprint = toBlueprint(version, task)
  const base = await context.playgrounds.seed(blueprint)
  const frozen = await inSteps(foldLogInSteps(base, taskRun.seed, log), context.clock)
  const output = taskRun.has_output ? taskRun.output : undefined
  const { criteria, solutions: _, counters: __, environment: task_environment, ...rest } = task
  const shared = {
    kind: 'task-run' as const,
    engine: {
      verifier: taskRun.verifier ?? verifierVersion,
      simulators: log.at(-1)?.engine ?? engineVersion,
    },
    about: {
      task_run_id: taskRun.id,
      benchmark_run_id: taskRun.benchmark_run_id,
      benchmark: { id: version.benchmark_id, name: version.benchmark_name, version: version.version },
      status: taskRun.status,
      started_at: taskRun.started_at,
      completed_at: taskRun.completed_at,
    },
    task: { ...rest },
    criteria,
    options: toVerifyOptions(version, task),
    result: toVerification(taskRun, task, criterionRunDocs),
    seed: taskRun.seed,
    log,
  }
  const evidence = taskEvidence(version, task, frozen, output)
  const seeded = base.evidence()
  const document = await inSteps(baseOfVersion(version), context.clock)
  const added = task_environment !== undefined && { task_environment }
  if (!(selfContained ?? liveRecordsIn(seeded) < manyRecords)) {
    const content: TaskRunDifferences = {
      ...shared,
      version: 2,
      base: { digest: document.digest, seeded_at: blueprint.created_at, ...added },
      evidence: await inSteps(toDifferences(evidence, seeded), context.clock),
    }
    return attestRecord(context, await sealed(context, content), taskRun, version)
  }
  const { simulators, datasets } = document
  const content: TaskRunContent = {
    ...shared,
    version: 1,
    evidence: await inSteps(toSnapshot(evidence), context.clock),
    environment: { seeded_at: blueprint.created_at, simulators, datasets, ...added },
  }
  return attestRecord(context, await sealed(context, content), taskRun, version)
}

/** Says why a task run has no record, and whether it will have one. */
function explainMissing({ status, phase }: TaskRunDoc): string {
  return status === 'active'
    ? `The task run is ${phase}; its record is available once it has been verified.`
    : `The task run is ${status}: it was not verified and never will be, so it has no record. Start another run to ` +
        'get one.'
}

async function sealed(
  { clock }: ServiceContext,
  content: TaskRunContent | TaskRunDifferences,
): Promise<TaskRunRecord | DifferencesRecord> {
  if ((await inSteps(jsonLength(content, maxRecordLength), clock)) > maxRecordLength) {
    throw new ApiError(
      'CONFLICT',
      `The record of the task run would exceed ${maxRecordLength / 1024 / 1024} MiB of JSON.`,
    )
  }
  return content.version === 2 ? inSteps(sealRecordInSteps(content), clock) : inSteps(sealRecordInSteps(content), clock)
}

/**
 * Returns the content of a record other than the task run. Throws an ApiError `RESOURCE_NOT_FOUND` if the run was
 * deleted meanwhile.
 */
async function readParts({ store }: ServiceContext, { id, playground_id, result }: TaskRunDoc) {
  const log = await store.log.read(playground_id)
  const filter = { name: 'taskRun', value: id }
  const criterionRunDocs = result === null ? [] : await allDocuments(store, criterionRuns, filter)
  // A run is deleted in one commit: if it still exists, everything was there.
  if ((await store.get(taskRuns, id)) === undefined) throw notFound()
  return { log, criterionRunDocs }
}

/** Returns the result of the verification, reassembled from stored documents. */
function toVerification(
  { result }: TaskRunDoc,
  task: FrozenTask,
  stored: readonly CriterionRunDoc[],
): Verification | null {
  if (result === null) return null
  const byCriterion = new Map(stored.map((doc) => [doc.criterion_id, doc]))
  const { score, raw_score, capped_by, verdict, axes, items } = result
  const criterion_runs = task.criteria.map((one) => toCriterionRun(one, byCriterion))
  return { score, raw_score, capped_by, verdict, axes, ...(items && { items }), criterion_runs }
}

function toCriterionRun(
  { id, label, axis, weight, guard, severity, harm, item }: FrozenTask['criteria'][number],
  stored: ReadonlyMap<string, CriterionRunDoc>,
): CriterionRun {
  const doc = stored.get(id)
  if (doc === undefined || doc.outcome === 'not_verified') {
    throw new Error(`The completed task run lacks the criterion run of ${id}.`)
  }
  const { outcome, passed, score, details, evidence } = doc
  return {
    criterion_id: id,
    label,
    outcome,
    passed,
    score,
    details: details ?? '',
    evidence,
    axis: axis ?? defaultAxis,
    weight,
    guard,
    severity,
    harm,
    ...(item !== undefined && { item }),
  }
}
