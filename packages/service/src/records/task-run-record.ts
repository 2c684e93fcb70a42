import { engineVersion, foldLogInSteps, inSteps } from '@carebench/playground'
import { ApiError } from '@carebench/protocol'
import {
  type CriterionRun,
  defaultAxis,
  sealRecordInSteps,
  type TaskRunContent,
  type TaskRunRecord,
  type Verification,
  verifierVersion,
} from '@carebench/verifier'
import type { ServiceContext } from '../context.js'
import { allDocuments } from '../documents/all-documents.js'
import type { FrozenTask, VersionDoc } from '../documents/authoring.js'
import { type CriterionRunDoc, criterionRuns, type TaskRunDoc } from '../documents/running.js'
import { frozenTaskOf } from '../runs/run-documents.js'
import { blueprintOf } from '../runs/task-blueprint.js'
import { taskEvidence, verifyOptionsOf } from '../runs/task-evidence.js'
import { toSnapshot } from './evidence-snapshot.js'
import { jsonLength } from './json-text.js'

/**
 * Maximum number of characters of JSON in a record; a string cannot be twice as long. Agents determine the size of the
 * log.
 */
const longest = 256 * 1024 * 1024

/** Whether a task run has a record: its playground was frozen and verified, or the verification failed. */
export function hasRecord({ status }: Pick<TaskRunDoc, 'status'>): boolean {
  return status === 'completed' || status === 'failed'
}

/**
 * Creates the record of a task run from stored data: its frozen task and environment, its log, the evidence that
 * results from the log, and the result. It contains the criteria, so it is only for the benchmark's organization.
 *
 * Throws an ApiError `CONFLICT` if the task run was not verified, or if the record would be too long.
 */
export async function makeTaskRunRecord(
  context: ServiceContext,
  taskRun: TaskRunDoc,
  version: VersionDoc,
): Promise<TaskRunRecord> {
  if (!hasRecord(taskRun)) {
    const state = taskRun.status === 'active' ? taskRun.phase : taskRun.status
    throw new ApiError('CONFLICT', `The task run is ${state}; its record is available once it has been verified.`)
  }
  const task = frozenTaskOf(version, taskRun)
  const log = await context.store.log.read(taskRun.playground_id)
  const blueprint = blueprintOf(version, task)
  const frozen = await inSteps(foldLogInSteps(context.playgrounds.seed(blueprint), log), context.clock)
  const output = taskRun.has_output ? taskRun.output : undefined
  const { criteria, solutions: _, counters: __, environment: own, ...rest } = task
  const content: TaskRunContent = {
    kind: 'task-run',
    version: 1,
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
    options: verifyOptionsOf(version),
    evidence: toSnapshot(taskEvidence(version, task, frozen, output)),
    result: await resultOf(context, taskRun, task),
    environment: {
      seeded_at: blueprint.created_at,
      simulators: version.simulators.map((simulator) => ({ ...simulator })),
      datasets: version.datasets.map((dataset) => ({ ...dataset })),
      ...(own !== undefined && { own }),
    },
    seed: taskRun.seed,
    log,
  }
  if ((await inSteps(jsonLength(content, longest), context.clock)) > longest) {
    throw new ApiError('CONFLICT', `The record of the task run would exceed ${longest / 1024 / 1024} MiB of JSON.`)
  }
  return inSteps(sealRecordInSteps(content), context.clock)
}

/** The result of the verification, reassembled from stored documents. */
async function resultOf(context: ServiceContext, taskRun: TaskRunDoc, task: FrozenTask): Promise<Verification | null> {
  const { result } = taskRun
  if (result === null) return null
  const stored = await allDocuments(context.store, criterionRuns, { name: 'taskRun', value: taskRun.id })
  const byCriterion = new Map(stored.map((doc) => [doc.criterion_id, doc]))
  const { score, raw_score, capped_by, verdict, axes } = result
  const criterion_runs = task.criteria.map((one) => criterionRunOf(one, byCriterion))
  return { score, raw_score, capped_by, verdict, axes, criterion_runs }
}

function criterionRunOf(
  { id, label, axis, weight, guard, severity, harm }: FrozenTask['criteria'][number],
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
  }
}
