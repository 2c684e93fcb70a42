import {
  countHarms,
  describeTask,
  describeUnrecorded,
  memberAt,
  type ReportedAxis,
  readResult,
  toList,
  toNumber,
  toText,
  type UnnamedTask,
} from '@carebench/server/dashboard/task'
import type { RecordOpener } from '@carebench/service'
import { type EvidencePart, weightedMean } from '@carebench/verifier'
import { listTaskRuns, openTaskRun, type ReadRecord } from '../../files/record-file.js'
import type { ReportedRun } from './report.js'

/** A run whose tasks have no keys yet. */
export interface UnnamedRun extends Omit<ReportedRun, 'tasks'> {
  readonly tasks: readonly UnnamedTask[]
}

/** Extracts what a report needs from a record, without the large parts. `parts` are the parts of its evidence. */
export function describeRun(
  { record, seal }: ReadRecord,
  { file, bases }: { readonly file: string; readonly bases: RecordOpener },
  parts: readonly EvidencePart[],
): UnnamedRun {
  const { about } = record
  const recorded = listTaskRuns(record).map((one) => describeTask(openTaskRun(one, bases, file), parts))
  const known = new Set(recorded.map(({ id }) => id))
  const unrecorded =
    record.kind === 'task-run'
      ? []
      : toList(memberAt(about, 'task_runs'))
          .map(describeUnrecorded)
          .filter(({ id }) => !known.has(id))
  const [first] = recorded
  return {
    file,
    id: toText(memberAt(about, record.kind === 'task-run' ? 'task_run_id' : 'benchmark_run_id')),
    benchmark: nameBenchmark(memberAt(about, 'benchmark')),
    subset: memberAt(about, 'subset') === true,
    ...(record.kind === 'task-run' ? readResult(first) : readResult(about)),
    status: toText(memberAt(about, 'status')),
    startedAt: toText(memberAt(about, 'started_at')),
    completedAt: toText(memberAt(about, 'completed_at')),
    seed: toNumber(record.kind === 'task-run' ? record.seed : memberAt(about, 'seed')),
    seal,
    digest: record.seal.digest,
    axes: meanOfAxes(recorded),
    ...countHarms(recorded.flatMap(({ criteria }) => criteria)),
    tasks: [...recorded, ...unrecorded],
  }
}

function nameBenchmark(benchmark: unknown): string | null {
  const name = toText(memberAt(benchmark, 'name'))
  const version = toNumber(memberAt(benchmark, 'version'))
  return name === null || version === null ? name : `${name}@${version}`
}

/** Returns the axes of a run, each with the mean score over the tasks that have it, and the sum of their weights. */
function meanOfAxes(tasks: readonly UnnamedTask[]): readonly ReportedAxis[] {
  const names = [...new Set(tasks.flatMap(({ axes }) => axes.map(({ name }) => name)))].sort()
  return names.map((name) => {
    const present = tasks.flatMap(({ axes }) => axes.filter((axis) => axis.name === name))
    return {
      name,
      score: weightedMean(present.map(({ score }) => ({ score, weight: 1 }))),
      weight: present.reduce((sum, { weight }) => sum + weight, 0),
    }
  })
}
