import type { PagePosition } from '@carebench/pagination'
import { ApiError, type BenchmarkRun } from '@carebench/protocol'
import type { DifferencesRecord, TaskRunRecord } from '@carebench/verifier'
import type { ServiceContext } from '../context.js'
import { type RunDoc, runs } from '../documents/running.js'
import { deleteRun } from '../runs/delete-run.js'
import { loadVersion } from '../runs/run-documents.js'
import type { RunState } from '../runs/run-state.js'
import { benchmarkRunToWire } from '../runs/run-to-wire.js'
import { settleRun } from '../runs/settle.js'
import { hasRecord, makeTaskRunRecord } from './task-run-record.js'

/** Which runs a service deletes by itself. A run that has not ended stays, whatever its age. */
export interface Retention {
  /** Those that stay: for some milliseconds after their end, or this many of the newest, of all organizations together. */
  readonly keep: { readonly milliseconds: number } | { readonly runs: number }
  /** Keeps a run elsewhere before it is deleted. If it rejects, the run stays, and is tried again later. Default: nothing is kept. */
  readonly archive?: (run: ArchivedRun) => Promise<void>
}

/** A run that is about to be deleted. */
export interface ArchivedRun {
  /** As `GET /benchmark-runs/{id}` answers it. */
  readonly run: BenchmarkRun
  /** The records of its verified task runs, made one after another, each with the id of its task run. */
  readonly records: AsyncIterable<readonly [taskRunId: string, TaskRunRecord | DifferencesRecord]>
}

/** Number of runs that are read at a time. */
const batch = 200
/** Most runs that one sweep deletes; the next one goes on. */
const mostDeleted = 200
/** Milliseconds between sweeps that have deleted all there was. */
const pause = 10_000

/** Deletes the runs that are not to be kept. */
export class RunRetention {
  readonly #retention: Retention
  #nextAt = 0

  constructor(retention: Retention) {
    this.#retention = retention
  }

  /** Deletes what is due, in parts: call it about once a second. Failures are logged, and delay no other run. */
  async sweep(context: ServiceContext): Promise<void> {
    const now = context.clock.now()
    if (now < this.#nextAt) return
    this.#nextAt = now + pause
    let deleted = 0
    for await (const { id } of this.#candidates(context, now)) {
      if (!(await this.#deleteIfDue(context, id, now))) continue
      deleted++
      if (deleted < mostDeleted) continue
      this.#nextAt = now
      return
    }
  }

  async *#candidates(context: ServiceContext, now: number): AsyncGenerator<RunDoc> {
    const { keep } = this.#retention
    if ('milliseconds' in keep) {
      for await (const run of oldestRuns(context)) {
        if (Date.parse(run.created_at) > now - keep.milliseconds) return
        yield run
      }
      return
    }
    let newer = 0
    for await (const run of newestRuns(context)) {
      newer++
      if (newer > keep.runs) yield run
    }
  }

  /** Whether the run was deleted: it has ended, and for long enough if age matters. */
  async #deleteIfDue(context: ServiceContext, id: string, now: number): Promise<boolean> {
    try {
      const state = await settleRun(context, id)
      if (state.phase !== 'completed') return false
      const { keep, archive } = this.#retention
      const endedAt = Date.parse(state.completed_at ?? state.run.created_at)
      if ('milliseconds' in keep && endedAt > now - keep.milliseconds) return false
      await archive?.({ run: benchmarkRunToWire(state), records: recordsOf(context, state) })
      await deleteRun(context, id)
      return true
    } catch (error) {
      // Another service on the same store may have been faster.
      if (!(error instanceof ApiError && error.code === 'RESOURCE_NOT_FOUND')) {
        context.log({ level: 'error', message: `The run ${id} could not be archived or deleted; it stays.`, error })
      }
      return false
    }
  }
}

async function* recordsOf(
  context: ServiceContext,
  { taskRuns }: RunState,
): AsyncGenerator<readonly [string, TaskRunRecord | DifferencesRecord]> {
  for (const taskRun of taskRuns) {
    if (!hasRecord(taskRun)) continue
    yield [taskRun.id, await makeTaskRunRecord(context, taskRun, await loadVersion(context, taskRun))]
  }
}

/** All runs, oldest first. They may be deleted meanwhile. */
function oldestRuns(context: ServiceContext): AsyncGenerator<RunDoc> {
  return walk(context, 'prev', { createdAt: '', id: '' })
}

/** All runs, newest first. They may be deleted meanwhile. */
function newestRuns(context: ServiceContext): AsyncGenerator<RunDoc> {
  return walk(context, 'next')
}

async function* walk(
  { store }: ServiceContext,
  direction: PagePosition['direction'],
  from?: PagePosition['key'],
): AsyncGenerator<RunDoc> {
  let position: PagePosition | undefined = from && { direction, key: from }
  for (;;) {
    const { docs, more } = await store.page(runs, { position, limit: batch })
    const inOrder = direction === 'next' ? docs : docs.toReversed()
    yield* inOrder
    const last = inOrder.at(-1)
    if (!more || last === undefined) return
    position = { direction, key: { createdAt: last.created_at, id: last.id } }
  }
}
