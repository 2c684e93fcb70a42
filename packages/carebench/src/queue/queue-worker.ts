import { type Collection, type Stored, StoreUnavailableError, update } from '@carebench/store'
import type { AttemptFiles, PlannedAttempt, TrialProgress } from '../runner/runs/attempt-executor.js'
import { handInOutcome, type Kept } from './hand-in-outcome.js'
import { isPresent } from './queue-members.js'
import { pauseFor, type QueueSetting } from './queue-setting.js'
import { isPlannedAttempt, type QueuedTrialDoc } from './queued-trial.js'

/** A worker that runs attempts of queues. */
export interface QueueWorker {
  /** The unique name of the worker in leases. */
  readonly name: string
  /** The queues, one for each agent. */
  readonly queues: readonly Collection<QueuedTrialDoc>[]
  /** Milliseconds without renewal after which other workers may start the attempt. Default: a minute. */
  readonly lease?: number
  /**
   * Runs an attempt, and resolves with its files; undefined if another worker should run it. `cancelled` is aborted if
   * the run cancels the attempt or no longer waits for it.
   */
  readonly perform: (
    attempt: PlannedAttempt,
    queue: Collection<QueuedTrialDoc>,
    cancelled: AbortSignal,
    onProgress: (progress: TrialProgress) => void,
  ) => Promise<AttemptFiles | undefined>
  /**
   * Returns the files of an unscored attempt with the reason: it was given up, or another attempt at its trial has the
   * result.
   */
  readonly explain: (attempt: PlannedAttempt, why: string) => AttemptFiles
  /** Whether the agent of an attempt can end its worker, to begin anew. Default: no agent can. */
  readonly mayEndWorker?: (attempt: PlannedAttempt) => boolean
  /**
   * Milliseconds between checks whether the run still waits for a running attempt; each check also stores its progress.
   * Default: two seconds.
   */
  readonly look?: number
  /** When aborted, no further attempt is started. */
  readonly drain: AbortSignal
  /** When aborted, an outcome is dropped if the storage is unreachable. Default: never. */
  readonly stop?: AbortSignal
  /** Called before each pause, when no queue had an attempt that this worker can run. */
  readonly onIdle?: () => void
  readonly onOutcome?: (attempt: PlannedAttempt, kept: Kept) => void
}

/** The default of a lease, in milliseconds. */
export const leaseTime = 60_000

/** The default interval of checks of a running attempt, in milliseconds. */
const lookTime = 2000

/**
 * Numbers of crashed workers after which an attempt is given up: it would crash the next one too, and an agent that can
 * end its worker must not choose among several results.
 */
const maxCrashes = { ofOthers: 3, ofAgent: 2 }

/** Maximum number of attempts of absent runs that a worker skips before it pauses. */
const maxPassed = 100

/** Takes attempts from the queues and runs them, one after another, until it is drained. */
export async function workOnQueues(setting: QueueSetting, worker: QueueWorker): Promise<void> {
  const pause = pauseFor(setting)
  while (!worker.drain.aborted) {
    let isIdle = true
    for (const queue of worker.queues) {
      if (worker.drain.aborted) return
      try {
        const taken = await take(setting, worker, queue)
        if (taken === undefined) continue
        isIdle = false
        await carryOut(setting, worker, queue, taken)
      } catch (error) {
        // A lease holder renews its lease or loses it.
        if (!(error instanceof StoreUnavailableError)) throw error
        isIdle = true
      }
    }
    if (!isIdle) continue
    worker.onIdle?.()
    await pause()
  }
}

async function take(
  setting: QueueSetting,
  { name, lease = leaseTime }: QueueWorker,
  queue: Collection<QueuedTrialDoc>,
): Promise<Stored<QueuedTrialDoc> | undefined> {
  const { store, clock } = setting
  for (let passed = 0; passed < maxPassed; passed++) {
    const now = clock.now()
    const [found] = await store.claim(queue, now, now + lease, 1)
    if (found === undefined) return undefined
    if (!isPlannedAttempt(found.doc.attempt)) continue
    // The budget of a run is not enforced after its process was killed. If the run is continued, it queues the attempt
    // again.
    if (!(await isPresent(setting, found.doc.run))) continue
    const taken = (found.doc.taken ?? 0) + 1
    const doc = { ...found.doc, lease: { holder: name, until: now + lease }, taken }
    const written = await store.commit([update(queue, doc, found.revision)])
    return written.ok ? { doc, revision: written.revision } : undefined
  }
  return undefined
}

async function carryOut(
  setting: QueueSetting,
  worker: QueueWorker,
  queue: Collection<QueuedTrialDoc>,
  { doc: taken }: Stored<QueuedTrialDoc>,
): Promise<void> {
  const { attempt } = taken
  const explain = (why: string) => worker.explain(attempt, why)
  // The lease is kept until the outcome is stored, however long that takes.
  const lease = keepLease(setting, worker, queue, taken)
  const crashes = worker.mayEndWorker?.(attempt) === true ? maxCrashes.ofAgent : maxCrashes.ofOthers
  let kept: Kept
  try {
    const files =
      (taken.taken ?? 0) > crashes
        ? explain(
            `${crashes} workers have begun this attempt, and each exited or lost its lease before the attempt ended.`,
          )
        : await worker.perform(attempt, queue, lease.cancelled, lease.onProgress)
    kept =
      files === undefined
        ? await giveBack(setting, worker, queue, taken)
        : await handInOutcome(setting, { queue, taken, files, explain, stop: worker.stop })
  } finally {
    await lease.end()
  }
  // Not inlined into the optional call, which would not evaluate its arguments without a listener.
  worker.onOutcome?.(attempt, kept)
}

/** Renews a lease until it is ended or lost, stores progress, and checks whether the attempt is still wanted. */
function keepLease(
  { store, clock }: QueueSetting,
  { name, lease: time = leaseTime, look = lookTime }: QueueWorker,
  queue: Collection<QueuedTrialDoc>,
  { id, entry }: QueuedTrialDoc,
) {
  const cancel = new AbortController()
  let keeping: Promise<void> = Promise.resolve()
  let renewAt = clock.now() + time / 3
  let progress: TrialProgress | undefined
  let stored: TrialProgress | undefined
  const keep = async () => {
    const found = await store.get(queue, id)
    if (found === undefined || found.doc.entry !== entry || found.doc.cancelled) return cancel.abort()
    const now = clock.now()
    const latest = progress
    if (found.doc.lease?.holder !== name || (now < renewAt && latest === stored)) return
    const doc = { ...found.doc, lease: { holder: name, until: now + time }, ...(latest && { progress: latest }) }
    if (!(await store.commit([update(queue, doc, found.revision)])).ok) return
    renewAt = now + time / 3
    stored = latest
  }
  const timer = setInterval(
    () => {
      // If the storage cannot be reached, the next renewal tries again.
      keeping = keeping.then(keep).catch(() => undefined)
    },
    Math.min(look, time / 3),
  )
  return {
    cancelled: cancel.signal,
    onProgress: ({ calls, tokens, last }: TrialProgress) => {
      progress = { calls, tokens, last }
    },
    end: () => {
      clearInterval(timer)
      return keeping
    },
  }
}

/** Lets another worker start an attempt at once. If the storage cannot be reached, the lease expires. */
async function giveBack(
  { store }: QueueSetting,
  { name }: QueueWorker,
  queue: Collection<QueuedTrialDoc>,
  { id, entry }: QueuedTrialDoc,
): Promise<Kept> {
  for (;;) {
    const queued = await store.get(queue, id)
    if (queued === undefined || queued.doc.entry !== entry) return 'unwanted'
    const { doc, revision } = queued
    if (doc.done || doc.lease?.holder !== name) return 'given back'
    const open = { ...doc, lease: null, taken: (doc.taken ?? 1) - 1 }
    if ((await store.commit([update(queue, open, revision)])).ok) return 'given back'
  }
}
