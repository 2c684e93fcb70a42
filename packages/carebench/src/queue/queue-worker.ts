import { formatInstant } from '@carebench/protocol'
import type { AttemptFiles, PlannedAttempt } from '@carebench/runner'
import { type Collection, insert, type Stored, StoreUnavailableError, update } from '@carebench/store'
import { pauseOf, type QueueSetting } from './queue-setting.js'
import { filesToJson, type QueuedTrialDoc, type TrialOutcomeDoc, trialOutcomes } from './queued-trial.js'

/** Somebody who carries out attempts of queues. */
export interface QueueWorker {
  /** Unique: names the worker in leases. */
  readonly name: string
  /** One for each agent. */
  readonly queues: readonly Collection<QueuedTrialDoc>[]
  /** Milliseconds after which others may begin an attempt whose lease is not renewed. Default: a minute. */
  readonly lease?: number
  /**
   * Carries out an attempt; undefined if somebody else should. `cancelled` is aborted if the run wants it to end, or does not want
   * it any more.
   */
  readonly perform: (
    attempt: PlannedAttempt,
    queue: Collection<QueuedTrialDoc>,
    cancelled: AbortSignal,
  ) => Promise<AttemptFiles | undefined>
  /** Milliseconds between looks whether an attempt at work is still wanted. Default: two seconds. */
  readonly look?: number
  /** Aborted: no further attempt is begun. */
  readonly drain: AbortSignal
  /** Called each time that none of the queues has anything to do. */
  readonly onIdle?: () => void
  readonly onOutcome?: (attempt: PlannedAttempt, kept: 'counts' | 'late' | 'unwanted' | 'given back') => void
}

/** The default of a lease, in milliseconds. */
export const leaseTime = 60_000

/** The default between looks at an attempt at work, in milliseconds. */
const lookTime = 2000

/** Maximum number of attempts to write an outcome while others write the same. */
const attempts = 10

/** Takes attempts from the queues and carries them out, one after another, until it is drained. */
export async function workOnQueues(setting: QueueSetting, worker: QueueWorker): Promise<void> {
  const pause = pauseOf(setting)
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
        // Whoever has a lease renews it, or loses it.
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
  { store, clock }: QueueSetting,
  { name, lease = leaseTime }: QueueWorker,
  queue: Collection<QueuedTrialDoc>,
): Promise<Stored<QueuedTrialDoc> | undefined> {
  const now = clock.now()
  const [found] = await store.claim(queue, now, now + lease, 1)
  if (found === undefined) return undefined
  const doc = { ...found.doc, lease: { holder: name, until: now + lease } }
  const written = await store.commit([update(queue, doc, found.revision)])
  return written.ok ? { doc, revision: written.revision } : undefined
}

async function carryOut(
  setting: QueueSetting,
  worker: QueueWorker,
  queue: Collection<QueuedTrialDoc>,
  taken: Stored<QueuedTrialDoc>,
): Promise<void> {
  const { attempt } = taken.doc
  const lease = keepLease(setting, worker, queue, taken)
  let files: AttemptFiles | undefined
  try {
    files = await worker.perform(attempt, queue, lease.cancelled)
  } finally {
    await lease.end()
  }
  // Not inside of the optional call, which would leave it out together with the call.
  const kept = await handIn(setting, worker, queue, taken.doc, files)
  worker.onOutcome?.(attempt, kept)
}

/** Renews a lease until it is ended, or somebody else has it, and looks whether the attempt is still wanted. */
function keepLease(
  { store, clock }: QueueSetting,
  { name, lease: time = leaseTime, look = lookTime }: QueueWorker,
  queue: Collection<QueuedTrialDoc>,
  taken: Stored<QueuedTrialDoc>,
) {
  const { id, entry } = taken.doc
  const cancel = new AbortController()
  let keeping: Promise<void> = Promise.resolve()
  let renewAt = clock.now() + time / 3
  const keep = async () => {
    const found = await store.get(queue, id)
    if (found === undefined || found.doc.entry !== entry || found.doc.cancelled) return cancel.abort()
    const now = clock.now()
    if (found.doc.lease?.holder !== name || now < renewAt) return
    const lease = { holder: name, until: now + time }
    if ((await store.commit([update(queue, { ...found.doc, lease }, found.revision)])).ok) renewAt = now + time / 3
  }
  const timer = setInterval(
    () => {
      // The next one tries again if the storage cannot be reached.
      keeping = keeping.then(keep).catch(() => undefined)
    },
    Math.min(look, time / 3),
  )
  return {
    cancelled: cancel.signal,
    end: () => {
      clearInterval(timer)
      return keeping
    },
  }
}

/** Stores what was done: as the outcome that counts, unless another worker was faster. */
async function handIn(
  setting: QueueSetting,
  { name }: QueueWorker,
  queue: Collection<QueuedTrialDoc>,
  { id, run, attempt, entry }: QueuedTrialDoc,
  files: AttemptFiles | undefined,
): Promise<'counts' | 'late' | 'unwanted' | 'given back'> {
  const { store, clock } = setting
  for (let tried = 0; tried < attempts; tried++) {
    const queued = await store.get(queue, id)
    // The run has ended, or took it back.
    if (queued === undefined || queued.doc.entry !== entry) return 'unwanted'
    const { doc, revision } = queued
    if (files === undefined) {
      if (doc.done || doc.lease?.holder !== name) return 'given back'
      if ((await store.commit([update(queue, { ...doc, lease: null }, revision)])).ok) return 'given back'
      continue
    }
    const outcome: TrialOutcomeDoc = {
      id: crypto.randomUUID(),
      created_at: formatInstant(clock.now()),
      run,
      attempt,
      counts: !doc.done,
      told: isTold(files),
      files: filesToJson(files),
    }
    const done = doc.done ? [] : [update(queue, { ...doc, done: true }, revision)]
    if ((await store.commit([insert(trialOutcomes, outcome), ...done])).ok) return doc.done ? 'late' : 'counts'
  }
  throw new StoreUnavailableError(`The outcome of ${id} could not be stored: too many others write it.`)
}

function isTold(files: AttemptFiles): boolean {
  const result: { readonly verdict?: unknown } = JSON.parse(
    Buffer.from(files.get('result.json') ?? Buffer.from('{}')).toString(),
  )
  return (result.verdict ?? null) !== null
}
