import type { BenchmarkRun, BenchmarkRunStatus, Phase, Verdict } from '@carebench/protocol'
import {
  addBroken,
  type BrokenCriteria,
  forbidsPass,
  nothingBroken,
  verdictFor,
  weightedMean,
} from '@carebench/verifier'
import type { RunDoc, TaskRunDoc } from '../documents/collections/running.js'
import { readBroken } from '../documents/collections/stored-broken.js'

/** A run with the state that results from its task runs. */
export interface RunState {
  readonly run: RunDoc
  /** In the order of the run. */
  readonly taskRuns: readonly TaskRunDoc[]
  readonly phase: Phase
  readonly status: BenchmarkRunStatus
  readonly verdict: Verdict | null
  readonly score: number | null
  /** The broken criteria of its task runs; null until the run has ended. */
  readonly broken: BrokenCriteria | null
  readonly started_at: string | null
  readonly completed_at: string | null
}

/** Whether the task run no longer changes by itself. A task run whose verification failed can still be completed. */
export function hasEnded({ status }: Pick<TaskRunDoc, 'status'>): boolean {
  return status !== 'active'
}

/** Whether the task run accepts calls of the agent. */
export function isStarted({ phase, status }: Pick<TaskRunDoc, 'phase' | 'status'>): boolean {
  return phase === 'started' && status === 'active'
}

/**
 * Returns the state, score and verdict of a run, computed from its task runs. A run starts with its first start and
 * ends with its last end.
 */
export function toRunState(run: RunDoc, taskRuns: readonly TaskRunDoc[]): RunState {
  const started_at = findFirst(taskRuns.map((taskRun) => taskRun.started_at))
  if (!taskRuns.every(hasEnded)) {
    const phase = started_at === null ? 'created' : 'started'
    const undecided = { verdict: null, score: null, broken: null, completed_at: null }
    return { run, taskRuns, phase, status: 'active', started_at, ...undecided }
  }
  const status = taskRuns.some((taskRun) => taskRun.status === 'failed')
    ? 'failed'
    : run.cancelled
      ? 'cancelled'
      : 'completed'
  const score = status === 'completed' ? meanScore(taskRuns) : null
  const broken = addBroken(taskRuns.map(brokenIn))
  const verdict = score === null ? null : verdictFor(score, run.pass_threshold, !forbidsPass(broken))
  const completed_at = findLast(taskRuns.map((taskRun) => taskRun.ended_at))
  return { run, taskRuns, phase: 'completed', status, verdict, score, broken, started_at, completed_at }
}

/** Returns the counts of broken criteria as members of a run or a task run; null until it has ended. */
export function brokenToWire({ broken }: Pick<RunState, 'broken'>): Pick<BenchmarkRun, keyof BrokenCriteria> {
  return broken ?? { failures: null, omissions: null, left_undone: null, undecided: null }
}

/** Returns the broken criteria of a task run; unless it is completed, all count as undecided, whatever was verified. */
export function brokenIn({ status, broken, criteria }: TaskRunDoc): BrokenCriteria {
  if (status !== 'completed' || broken === null) return { ...nothingBroken, undecided: criteria }
  return readBroken(broken)
}

/** Returns the member that marks a run of selected tasks; none for a run of all tasks. */
export function pickSubset({ subset }: RunDoc): { readonly subset?: true } {
  return subset === true ? { subset } : {}
}

/** Returns the names given at the creation of a run. */
export function labelsToWire({ agent, group }: RunDoc): Pick<BenchmarkRun, 'agent' | 'group'> {
  return { agent: agent ?? null, group: group ?? null }
}

/** Cancelled and timed-out task runs count as 0. */
function meanScore(taskRuns: readonly TaskRunDoc[]): number {
  return weightedMean(
    taskRuns.map(({ status, score }) => ({ weight: 1, score: status === 'completed' ? (score ?? 0) : 0 })),
  )
}

// All instants have the same format, so they sort as text.
function findFirst(instants: readonly (string | null)[]): string | null {
  return instants.reduce(
    (first, instant) => (instant !== null && (first === null || instant < first) ? instant : first),
    null,
  )
}

function findLast(instants: readonly (string | null)[]): string | null {
  return instants.reduce(
    (last, instant) => (instant !== null && (last === null || instant > last) ? instant : last),
    null,
  )
}
