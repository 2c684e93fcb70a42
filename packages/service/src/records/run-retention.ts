import type { PagePosition } from '@carebench/pagination'
import { ApiError, type BenchmarkRun } from '@carebench/protocol'
import type { DifferencesRecord, TaskRunRecord } from '@carebench/verifier'
import type { ServiceContext } from '../context/context.js'
import { type RunDoc, runs, taskRuns } from '../documents/collections/running.js'
import { deleteRun } from '../runs/ending/delete-run.js'
import { settleRun } from '../runs/ending/settle.js'
import { loadVersion } from '../runs/run-documents.js'
import { type RunState, toRunState } from '../runs/run-state.js'
import { benchmarkRunToWire } from '../runs/run-to-wire.js'
import { RetentionTurn } from './retention-turn.js'
import { hasRecord, makeTaskRunRecord } from './task-run-record.js'

/** The retention policy for runs. A run that has not ended stays, whatever its age. */
export interface Retention {
  /**
   * The runs that stay: for some milliseconds after their end, or this many of the newest, of all organizations
   * together.
   */
  readonly keep: { readonly milliseconds: number } | { readonly runs: number }
  /**
   * Archives a run before it is deleted. If it rejects, the run stays, and is retried later with growing delays. It is
   * called again for a run that has changed meanwhile, and must then replace the archived run. Default: no archive.
   *
   * @param signal - aborted when the process is to end: then it may reject
   */
  readonly archive?: (run: ArchivedRun, signal: AbortSignal) => Promise<void>
}

/** A run that is about to be deleted. */
export interface ArchivedRun {
  /** The run in the form that `GET /benchmark-runs/{id}` returns. */
  readonly run: BenchmarkRun
  /** The records of its verified task runs, made one after another, each with the id of its task run. */
  readonly records: AsyncIterable<readonly [taskRunId: string, TaskRunRecord | DifferencesRecord]>
}

/** Number of runs that are read at a time. */
const batch = 200
/** Maximum number of runs that one sweep deletes; the next sweep continues. */
const maxDeleted = 200
/**
 * The pause in milliseconds after a sweep that has deleted all due runs, and before the first retry of a run that could
 * not be archived.
 */
const pause = 10_000
/** Maximum pause before a run that could not be archived is retried, in milliseconds. */
const maxPauseMs = 3_600_000
/** Maximum number of times that one sweep archives a run that keeps changing; the next sweep continues. */
const maxArchivals = 3

const never = new AbortController().signal

/** A run that could not be archived or deleted. */
interface Failure {
  readonly times: number
  /** When it is tried again, in milliseconds since 1970. */
  readonly again: number
}

/** The result of the last count of runs. */
interface Count {
  /** The id of the newest run; undefined if there were none. */
  readonly newest: string | undefined
  /** The oldest run that stays; undefined if there were fewer runs than stay. */
  readonly last: RunDoc | undefined
}

/** Deletes the runs whose retention has ended. */
export class RunRetention {
  readonly #retention: Retention
  readonly #failures = new Map<string, Failure>()
  #count: Count | undefined

  constructor(retention: Retention) {
    this.#retention = retention
  }

  /**
   * Deletes the due runs, in batches, unless another service on the store does so: call it about once a second.
   * Failures are logged, and delay no other run.
   *
   * @param signal - aborted to end between two records
   */
  async sweep(context: ServiceContext, signal: AbortSignal = never): Promise<void> {
    const turn = signal.aborted ? undefined : await RetentionTurn.take(context)
    if (turn === undefined) return
    const now = context.clock.now()
    let deleted = 0
    for await (const { id } of this.#candidates(context, now)) {
      if (signal.aborted || !(await turn.keep())) break
      if (this.#isLater(id, now)) continue
      deleted += (await this.#deleteIfDue(context, id, { now, turn, signal })) ? 1 : 0
      if (deleted === maxDeleted) break
    }
    await turn.end(deleted === maxDeleted || signal.aborted ? now : now + pause)
  }

  #isLater(id: string, now: number): boolean {
    const failure = this.#failures.get(id)
    return failure !== undefined && now < failure.again
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
    if (!(await this.#mustCount(context, now))) return
    let number = 0
    let newest: string | undefined
    this.#count = undefined
    for await (const run of newestRuns(context)) {
      number++
      newest ??= run.id
      if (number === keep.runs) this.#count = { newest, last: run }
      if (number > keep.runs) yield run
    }
    if (number < keep.runs) this.#count = { newest, last: undefined }
  }

  /**
   * Whether something may have to be deleted: runs were created since they were counted, or one of those that are older
   * than the last that stays has ended. Then they are counted again, because some of those that stay may have been
   * deleted.
   */
  async #mustCount(context: ServiceContext, now: number): Promise<boolean> {
    if (this.#count === undefined) return true
    const { newest, last } = this.#count
    const { docs } = await context.store.page(runs, { limit: 1 })
    if (docs[0]?.id !== newest) return true
    if (last === undefined) return false
    for await (const { id } of walk(context, 'next', toKey(last))) {
      if (!this.#isLater(id, now) && (await hasEndedAll(context, id))) return true
    }
    return false
  }

  /**
   * Archives and deletes a run that has ended, and long enough ago if age matters. Returns whether it was deleted; a
   * failure is logged.
   */
  async #deleteIfDue(
    context: ServiceContext,
    id: string,
    { now, turn, signal }: { readonly now: number; readonly turn: RetentionTurn; readonly signal: AbortSignal },
  ): Promise<boolean> {
    try {
      for (let archived = 0; archived < maxArchivals; archived++) {
        const { state, revisions } = await readRun(context, id)
        if (state.phase !== 'completed') return false
        const { keep, archive } = this.#retention
        const endedAt = Date.parse(state.completed_at ?? state.run.created_at)
        if ('milliseconds' in keep && endedAt > now - keep.milliseconds) return false
        const records = listRecords(context, state, { turn, signal })
        await archive?.({ run: benchmarkRunToWire(state), records }, signal)
        // A verification that failed may have been repeated while the archive was written.
        if (await deleteRun(context, id, revisions)) {
          this.#failures.delete(id)
          return true
        }
      }
      return false
    } catch (error) {
      if (signal.aborted) return false
      // Another service was faster.
      if (error instanceof ApiError && error.code === 'RESOURCE_NOT_FOUND') {
        this.#failures.delete(id)
        return false
      }
      const times = (this.#failures.get(id)?.times ?? 0) + 1
      const wait = Math.min(maxPauseMs, pause * 2 ** (times - 1))
      this.#failures.set(id, { times, again: now + wait })
      const message = `The run ${id} could not be archived or deleted; it is retried in ${wait / 1000} seconds.`
      context.log({ level: 'error', message, error })
      return false
    }
  }
}

async function hasEndedAll(context: ServiceContext, id: string): Promise<boolean> {
  try {
    return (await settleRun(context, id)).phase === 'completed'
  } catch {
    // Deleting it will report the reason.
    return true
  }
}

/** Returns a run, and the revisions that it and its task runs had when they were read, by their ids. */
async function readRun(
  context: ServiceContext,
  id: string,
): Promise<{ readonly state: RunState; readonly revisions: ReadonlyMap<string, number> }> {
  const { run, revision, taskRuns: settled } = await settleRun(context, id)
  const ids = settled.map((taskRun) => taskRun.id)
  const stored = (await context.store.getMany(taskRuns, ids)).filter((one) => one !== undefined)
  const revisions = new Map([[id, revision], ...stored.map((one) => [one.doc.id, one.revision] as const)])
  return {
    state: toRunState(
      run,
      stored.map(({ doc }) => doc),
    ),
    revisions,
  }
}

async function* listRecords(
  context: ServiceContext,
  { taskRuns }: RunState,
  { turn, signal }: { readonly turn: RetentionTurn; readonly signal: AbortSignal },
): AsyncGenerator<readonly [string, TaskRunRecord | DifferencesRecord]> {
  for (const taskRun of taskRuns) {
    if (!hasRecord(taskRun)) continue
    signal.throwIfAborted()
    // Renew the lease during long records, so that no other service begins the same sweep. If one has, the faster
    // service deletes the run.
    await turn.keep()
    yield [taskRun.id, await makeTaskRunRecord(context, taskRun, await loadVersion(context, taskRun))]
  }
}

/** Yields all runs, oldest first. They may be deleted meanwhile. */
function oldestRuns(context: ServiceContext): AsyncGenerator<RunDoc> {
  return walk(context, 'prev', { createdAt: '', id: '' })
}

/** Yields all runs, newest first. They may be deleted meanwhile. */
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
    position = { direction, key: toKey(last) }
  }
}

function toKey({ created_at: createdAt, id }: RunDoc): PagePosition['key'] {
  return { createdAt, id }
}
