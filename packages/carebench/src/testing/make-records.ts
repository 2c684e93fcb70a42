import type { EvidenceSnapshot, JsonObject, LogEntry } from '@carebench/protocol'
import { verify } from '@carebench/systems/verifier'
import {
  type BenchmarkRunRecord,
  type Criterion,
  type RecordEnvironment,
  sealRecord,
  type TaskRunRecord,
  type Verification,
  verifierVersion,
} from '@carebench/verifier'

// For tests of this package only: small records, sealed as a service seals them.

export interface TaskOptions {
  readonly name?: string
  readonly id?: string
  readonly criteria?: readonly Criterion[]
  readonly evidence?: EvidenceSnapshot
  readonly log?: readonly LogEntry[]
  /** Replaces the result of the verifier. */
  readonly result?: Verification | null
  readonly status?: string
  readonly instruction?: string
  /** The environment to which the log can be applied. */
  readonly environment?: RecordEnvironment
}

/** Passes if the output has the status `done`. */
export const doneCriterion: Criterion = {
  id: 'c1',
  label: 'It is done',
  assertion: { assert: 'output-match', fields: [{ path: 'status', expected: 'done' }] },
}

/** Creates evidence with a status in the output; {@link doneCriterion} passes for `done`. */
export function makeEvidence(status: string | null): EvidenceSnapshot {
  return { version: 1, initial: { portal: {} }, portal: {}, output: { status } }
}

export function makeTaskRecord(options: TaskOptions = {}): TaskRunRecord {
  const { name = 'A task', id = 'tr_1', criteria = [doneCriterion], evidence = makeEvidence('done') } = options
  return sealRecord({
    kind: 'task-run',
    version: 1,
    engine: { verifier: verifierVersion },
    about: {
      task_run_id: id,
      benchmark: { id: 'bench_1', name: 'small', version: 1 },
      status: options.status ?? 'completed',
      started_at: '2026-03-02T09:00:00.000Z',
      completed_at: '2026-03-02T09:00:30.000Z',
    },
    task: { id: `task_${name}`, name, task_item: { instruction: options.instruction ?? 'Do it.' } },
    criteria,
    options: {},
    evidence,
    result: options.result === undefined ? verify({ criteria, evidence }) : options.result,
    ...(options.log === undefined ? {} : { log: options.log }),
    ...(options.environment === undefined ? {} : { environment: options.environment, seed: 1 }),
  }) as TaskRunRecord
}

/** Creates the record of a passed or failed trial for a results folder. */
export function makeTrialRecord(name: string, id: string, passed: boolean): TaskRunRecord {
  return makeTaskRecord({ name, id, evidence: makeEvidence(passed ? 'done' : 'open') })
}

export interface RunOptions {
  readonly id?: string
  /** Task runs in the list of the run without a record. */
  readonly unrecorded?: readonly JsonObject[]
  /** True: a run of selected tasks. */
  readonly subset?: boolean
}

export function makeRunRecord(
  tasks: readonly TaskRunRecord[],
  { id = 'run_1', unrecorded = [], subset = false }: RunOptions = {},
): BenchmarkRunRecord {
  const scores = tasks.map(({ result }) => result?.score ?? 0)
  const score = scores.reduce((sum, next) => sum + next, 0) / Math.max(1, scores.length)
  return sealRecord({
    kind: 'benchmark-run',
    version: 1,
    about: {
      benchmark_run_id: id,
      benchmark: { id: 'bench_1', name: 'small', version: 1 },
      status: 'completed',
      verdict: score === 1 ? 'pass' : score > 0 ? 'partial' : 'fail',
      score,
      seed: 7,
      ...(subset ? { subset } : {}),
      started_at: '2026-03-02T09:00:00.000Z',
      task_runs: [
        ...tasks.map(({ about, task, result }) => ({
          id: about?.task_run_id ?? null,
          name: task?.name ?? null,
          status: about?.status ?? null,
          verdict: result?.verdict ?? null,
          score: result?.score ?? null,
        })),
        ...unrecorded,
      ],
    },
    task_runs: tasks,
  }) as BenchmarkRunRecord
}

/** Creates a log entry of a call to the chart. */
export function makeCall(seq: number, { path = 'Patient', effects = 0, status = 200, method = 'GET' } = {}): LogEntry {
  return {
    seq,
    at: new Date(Date.UTC(2026, 2, 2, 9) + seq * 1000).toISOString(),
    actor: 'agent',
    action: {
      kind: 'call',
      simulator: 'FHIR',
      group: 'fhir',
      call: { method, path, query: '', headers: {}, body: null },
    },
    effects: Array.from({ length: effects }, () => ({ simulator: 'FHIR', effect: { put: path } })),
    events: [],
    response: { status, digest: '0'.repeat(64) },
    engine: '1',
  }
}
