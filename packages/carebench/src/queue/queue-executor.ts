import { formatInstant } from '@carebench/protocol'
import {
  type Collection,
  type Document,
  insert,
  type PageRequest,
  remove,
  type Store,
  type Stored,
  StoreUnavailableError,
  update,
} from '@carebench/store'
import type { AttemptExecutor, AttemptFiles, PlannedAttempt } from '../runner/runs/attempt-executor.js'
import { pauseOf, type QueueSetting } from './queue-setting.js'
import { filesFromJson, idOfAttempt, type QueuedTrialDoc, queueOf, trialOutcomes } from './queued-trial.js'

/** A run whose attempts others carry out. */
export interface QueuedRun {
  /** The same whenever the run is continued. */
  readonly id: string
  /** What workers must have in common with the run, by the name of the agent. */
  readonly digests: ReadonlyMap<string, string>
  /** Whether the run has the files of an attempt: a process that was killed may have kept them, and left them in the queue. Default: no. */
  readonly isKept?: (attempt: PlannedAttempt) => boolean
}

/** Number of outcomes that are read at once: they hold files. */
const batch = 4
/** Number of queued attempts that are read at once. */
const manyQueued = 200

/** Has attempts carried out, and knows how many of them nobody has begun. */
export interface QueueExecutor extends AttemptExecutor {
  /** By the name of the agent, as of the last look at the queues. */
  waiting(): ReadonlyMap<string, number>
}

/** An attempt whose outcome somebody waits for. */
interface Awaited {
  readonly id: string
  readonly agent: string
  readonly queue: Collection<QueuedTrialDoc>
  readonly signals: Parameters<AttemptExecutor['execute']>[1]
  isBegun: boolean
  readonly settle: (files: AttemptFiles | undefined) => void
  readonly fail: (error: unknown) => void
}

/** Has attempts carried out by whoever works on the queues of their agents. One process of a run has one. */
export function createQueueExecutor(setting: QueueSetting, run: QueuedRun): QueueExecutor {
  const { store, clock } = setting
  const { isKept = () => false } = run
  const pause = pauseOf(setting)
  const waiting = new Map<string, Awaited>()
  /** The queued attempts whose files were handed out. */
  const finished = new Map<string, Collection<QueuedTrialDoc>>()
  let isWatching = false

  /** Reads the queues until nobody waits. */
  async function watch(): Promise<void> {
    isWatching = true
    try {
      while (waiting.size > 0) {
        try {
          for (const queue of new Set([...waiting.values()].map((one) => one.queue))) await look(queue)
        } catch (error) {
          if (!(error instanceof StoreUnavailableError)) throw error
          // Who stops does not wait for a database; workers find out that nobody wants their work.
          for (const one of waiting.values()) if (one.signals.stop.aborted) conclude(one, undefined)
        }
        if (waiting.size > 0) await pause()
      }
    } catch (error) {
      for (const { fail } of waiting.values()) fail(error)
      waiting.clear()
    } finally {
      // At once: whoever waits from now on begins again.
      isWatching = false
    }
  }

  async function look(queue: Collection<QueuedTrialDoc>): Promise<void> {
    const own = [...waiting.values()].filter((one) => one.queue === queue)
    const found = await store.getMany(
      queue,
      own.map(({ id }) => id),
    )
    for (const [index, one] of own.entries()) await settle(one, found[index])
  }

  function conclude(one: Awaited, files: AttemptFiles | undefined): void {
    waiting.delete(one.id)
    one.settle(files)
  }

  async function settle(one: Awaited, found: Stored<QueuedTrialDoc> | undefined): Promise<void> {
    const { id, queue, signals } = one
    if (found?.doc.done === true) {
      const outcome = await store.getByUnique(trialOutcomes, 'attempt', id)
      if (outcome === undefined) throw new Error(`The attempt ${id} is done and has no outcome.`)
      finished.set(id, queue)
      return conclude(one, filesFromJson(outcome.doc.files))
    }
    const isStopped = signals.stop.aborted
    const isCancelled = signals.cancel?.aborted === true
    if (found === undefined) {
      // Somebody has removed it from the database.
      if (isStopped || isCancelled || signals.drain?.aborted === true) conclude(one, undefined)
      return
    }
    const { doc, revision } = found
    one.isBegun = doc.lease !== null && clock.now() < doc.lease.until
    const isAtWork = doc.lease !== null && (!doc.cancelled || clock.now() < doc.lease.until)
    if (isStopped || (!isAtWork && (isCancelled || signals.drain?.aborted === true))) {
      // If a worker takes it at this moment, or renews its lease, the next look finds that.
      if ((await store.commit([remove(queue, id, revision)])).ok) conclude(one, undefined)
    } else if (isCancelled && !doc.cancelled) {
      await store.commit([update(queue, { ...doc, cancelled: true }, revision)])
    }
  }

  /** Puts an attempt into the queue; false if another attempt to do so may succeed. */
  async function put(queue: Collection<QueuedTrialDoc>, doc: QueuedTrialDoc): Promise<boolean> {
    try {
      if ((await store.commit([insert(queue, doc)])).ok) return true
      const found = await store.get(queue, doc.id)
      if (found === undefined) return false
      // The run was interrupted, and is continued.
      const { done, cancelled, lease, taken = 0, created_at } = found.doc
      if (done || (!cancelled && lease !== null && clock.now() < lease.until)) return true
      // What was to end is begun anew. All else is due again at once, although workers that missed the run have postponed it.
      const next = cancelled ? { ...doc, created_at, taken } : { ...found.doc, lease: null }
      return (await store.commit([update(queue, next, found.revision)])).ok
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error
      return false
    }
  }

  async function findKept(): Promise<void> {
    for (const queue of new Set([...run.digests.values()].map(queueOf))) {
      for await (const { id, run: owner, done, attempt } of documentsOf(store, queue, { limit: manyQueued })) {
        if (owner === run.id && done && isKept(attempt)) finished.set(id, queue)
      }
    }
  }

  return {
    async execute(attempt: PlannedAttempt, signals) {
      const digest = run.digests.get(attempt.key.agent)
      if (digest === undefined) throw new RangeError(`The run has no agent ${attempt.key.agent}.`)
      const queue = queueOf(digest)
      const id = idOfAttempt(run.id, attempt)
      const created_at = formatInstant(clock.now())
      const entry = crypto.randomUUID()
      const doc = { id, created_at, run: run.id, attempt, entry, lease: null, taken: 0, done: false, cancelled: false }
      while (!(await put(queue, doc))) {
        if (signals.stop.aborted) return undefined
        await pause()
      }
      return new Promise((resolve, reject) => {
        const { agent } = attempt.key
        waiting.set(id, { id, agent, queue, signals, isBegun: false, settle: resolve, fail: reject })
        if (!isWatching) void watch()
      })
    },
    waiting() {
      const counts = new Map<string, number>()
      for (const { agent, isBegun } of waiting.values()) {
        if (!isBegun) counts.set(agent, (counts.get(agent) ?? 0) + 1)
      }
      return counts
    },
    async late() {
      const late: { readonly key: PlannedAttempt['key']; readonly files: AttemptFiles }[] = []
      try {
        await findKept()
        for (const [id, queue] of finished) {
          // Who ends later finds no attempt, and leaves nothing.
          const queued = await store.get(queue, id)
          if (queued !== undefined) await store.commit([remove(queue, id, queued.revision)])
        }
        const filter = { name: 'run', value: run.id }
        for await (const { id, counts, attempt, files } of documentsOf(store, trialOutcomes, {
          filter,
          limit: batch,
        })) {
          // Another process of the run may still ask for it.
          if (!finished.has(idOfAttempt(run.id, attempt))) continue
          const stored = await store.get(trialOutcomes, id)
          if (stored !== undefined) await store.commit([remove(trialOutcomes, id, stored.revision)])
          if (!counts) late.push({ key: attempt.key, files: filesFromJson(files) })
        }
      } catch (error) {
        // All that counts is with the run. Whoever continues it removes what is left.
        if (!(error instanceof StoreUnavailableError)) throw error
      }
      return late
    },
  }
}

/** Each of a list, a part of it at a time. They may be removed meanwhile. */
async function* documentsOf<Doc extends Document>(
  store: Store,
  collection: Collection<Doc>,
  request: Omit<PageRequest, 'position'>,
): AsyncGenerator<Doc> {
  let position: PageRequest['position']
  for (;;) {
    const { docs, more } = await store.page(collection, { ...request, position })
    yield* docs
    const last = docs.at(-1)
    if (!more || last === undefined) return
    position = { direction: 'next', key: { createdAt: last.created_at, id: last.id } }
  }
}
