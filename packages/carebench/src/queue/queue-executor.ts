import { formatInstant, isJsonObject } from '@carebench/protocol'
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
import { progressFromJson } from '../runner/runs/live-trials.js'
import { pauseFor, type QueueSetting } from './queue-setting.js'
import { filesFromJson, getQueue, idOfAttempt, type QueuedTrialDoc, trialOutcomes } from './queued-trial.js'

/** A run whose attempts are run by other processes. */
export interface QueuedRun {
  /** Stays the same when the run is continued. */
  readonly id: string
  /** Digests that workers must share with the run, by agent name. */
  readonly digests: ReadonlyMap<string, string>
  /**
   * Whether the run already has the files of an attempt: a killed process may have stored them without removing the
   * attempt from the queue. Default: no.
   */
  readonly isKept?: (attempt: PlannedAttempt) => boolean
}

/** Number of outcomes read at once; small, because they contain files. */
const batch = 4
/** Number of queued attempts read at once; larger than `batch`, because they contain no files. */
const manyQueued = 200

/** An executor that passes attempts on to workers, and counts those that no worker has started. */
export interface QueueExecutor extends AttemptExecutor {
  /** Number of unstarted attempts by agent name, as of the last poll. */
  waiting(): ReadonlyMap<string, number>
}

/** An attempt whose outcome is awaited. */
interface Awaited {
  readonly id: string
  readonly agent: string
  readonly queue: Collection<QueuedTrialDoc>
  readonly signals: Parameters<AttemptExecutor['execute']>[1]
  isBegun: boolean
  readonly settle: (files: AttemptFiles | undefined) => void
  readonly fail: (error: unknown) => void
}

/** Creates an executor that passes attempts to workers through the queues of their agents. A run has only one. */
export function createQueueExecutor(setting: QueueSetting, run: QueuedRun): QueueExecutor {
  return new Executor(setting, run)
}

class Executor implements QueueExecutor {
  readonly #setting: QueueSetting
  readonly #run: QueuedRun
  readonly #waiting = new Map<string, Awaited>()
  /** The queued attempts whose files were returned. */
  readonly #finished = new Map<string, Collection<QueuedTrialDoc>>()
  #isWatching = false

  constructor(setting: QueueSetting, run: QueuedRun) {
    this.#setting = setting
    this.#run = run
  }

  async execute(attempt: PlannedAttempt, signals: Awaited['signals']): Promise<AttemptFiles | undefined> {
    const { agent } = attempt.key
    const digest = this.#run.digests.get(agent)
    if (digest === undefined) throw new RangeError(`The run has no agent ${agent}.`)
    const queue = getQueue(digest)
    const id = idOfAttempt(this.#run.id, attempt)
    const created_at = formatInstant(this.#setting.clock.now())
    const open = { lease: null, taken: 0, done: false, cancelled: false }
    const doc = { id, created_at, run: this.#run.id, attempt, entry: crypto.randomUUID(), ...open }
    while (!(await this.#put(queue, doc))) {
      if (signals.stop.aborted) return undefined
      await pauseFor(this.#setting)()
    }
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { id, agent, queue, signals, isBegun: false, settle: resolve, fail: reject })
      if (!this.#isWatching) void this.#watch()
    })
  }

  waiting(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const { agent, isBegun } of this.#waiting.values()) {
      if (!isBegun) counts.set(agent, (counts.get(agent) ?? 0) + 1)
    }
    return counts
  }

  async late() {
    const { store } = this.#setting
    const late: { readonly key: PlannedAttempt['key']; readonly files: AttemptFiles }[] = []
    const filter = { name: 'run', value: this.#run.id }
    try {
      await this.#findKept()
      // A worker that finishes later finds no attempt in the queue, and stores nothing.
      for (const [id, queue] of this.#finished) await removeStored(store, queue, id)
      for await (const { id, counts, attempt, files } of streamDocuments(store, trialOutcomes, {
        filter,
        limit: batch,
      })) {
        // Another process of the run may still request it.
        if (!this.#finished.has(idOfAttempt(this.#run.id, attempt))) continue
        await removeStored(store, trialOutcomes, id)
        if (!counts) late.push({ key: attempt.key, files: filesFromJson(files) })
      }
    } catch (error) {
      // The run has everything that counts; a process that continues it removes the rest.
      if (!(error instanceof StoreUnavailableError)) throw error
    }
    return late
  }

  /** Puts an attempt into the queue; false if a retry may succeed. */
  async #put(queue: Collection<QueuedTrialDoc>, doc: QueuedTrialDoc): Promise<boolean> {
    const { store, clock } = this.#setting
    try {
      if ((await store.commit([insert(queue, doc)])).ok) return true
      const found = await store.get(queue, doc.id)
      if (found === undefined) return false
      // The run was interrupted, and is now continued.
      const { done, cancelled, lease, taken = 0, created_at } = found.doc
      if (done || (!cancelled && lease !== null && clock.now() < lease.until)) return true
      // A cancelled attempt is started again. Every other attempt is due at once, even if workers postponed it while
      // the run was gone.
      const next = cancelled ? { ...doc, created_at, taken } : { ...found.doc, lease: null }
      return (await store.commit([update(queue, next, found.revision)])).ok
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error
      return false
    }
  }

  /** Polls the queues while any attempt is awaited. */
  async #watch(): Promise<void> {
    this.#isWatching = true
    try {
      while (this.#waiting.size > 0) {
        await this.#look()
        if (this.#waiting.size > 0) await pauseFor(this.#setting)()
      }
    } catch (error) {
      for (const { fail } of this.#waiting.values()) fail(error)
      this.#waiting.clear()
    } finally {
      // Set at once, so that the next request starts a new watch.
      this.#isWatching = false
    }
  }

  async #look(): Promise<void> {
    try {
      for (const queue of new Set([...this.#waiting.values()].map((one) => one.queue))) {
        const own = [...this.#waiting.values()].filter((one) => one.queue === queue)
        const ids = own.map(({ id }) => id)
        const found = await this.#setting.store.getMany(queue, ids)
        for (const [index, one] of own.entries()) await this.#settle(one, found[index])
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error
      // A stop does not wait for the database; workers notice that their work is not wanted.
      for (const one of this.#waiting.values()) if (one.signals.stop.aborted) this.#conclude(one, undefined)
    }
  }

  #conclude(one: Awaited, files: AttemptFiles | undefined): void {
    this.#waiting.delete(one.id)
    one.settle(files)
  }

  async #settle(one: Awaited, found: Stored<QueuedTrialDoc> | undefined): Promise<void> {
    const { store, clock } = this.#setting
    const { id, queue, signals } = one
    if (found?.doc.done === true) {
      const outcome = await store.getByUnique(trialOutcomes, 'attempt', id)
      if (outcome === undefined) throw new Error(`The attempt ${id} is done and has no outcome.`)
      this.#finished.set(id, queue)
      return this.#conclude(one, filesFromJson(outcome.doc.files))
    }
    const isStopped = signals.stop.aborted
    const isCancelled = signals.cancel?.aborted === true
    const isUnwanted = isCancelled || signals.drain?.aborted === true
    if (found === undefined) {
      // The attempt was removed from the database.
      if (isStopped || isUnwanted) this.#conclude(one, undefined)
      return
    }
    const { doc, revision } = found
    one.isBegun = doc.lease !== null && clock.now() < doc.lease.until
    const { progress } = doc as { readonly progress?: unknown }
    if (one.isBegun && isJsonObject(progress)) signals.onProgress?.(progressFromJson(progress))
    const isAtWork = doc.lease !== null && (!doc.cancelled || clock.now() < doc.lease.until)
    if (isStopped || (!isAtWork && isUnwanted)) {
      // If a worker takes it or renews its lease at this moment, the next poll notices.
      if ((await store.commit([remove(queue, id, revision)])).ok) this.#conclude(one, undefined)
    } else if (isCancelled && !doc.cancelled) {
      await store.commit([update(queue, { ...doc, cancelled: true }, revision)])
    }
  }

  /** Finds the attempts whose files an earlier process of the run stored before it was killed. */
  async #findKept(): Promise<void> {
    const { id: own, digests, isKept } = this.#run
    if (isKept === undefined) return
    for (const queue of new Set([...digests.values()].map(getQueue))) {
      for await (const { id, run, done, attempt } of streamDocuments(this.#setting.store, queue, {
        limit: manyQueued,
      })) {
        if (run === own && done && isKept(attempt)) this.#finished.set(id, queue)
      }
    }
  }
}

/** Removes a document unless it is gone or is being written at this moment. */
async function removeStored<Doc extends Document>(
  store: Store,
  collection: Collection<Doc>,
  id: string,
): Promise<void> {
  const stored = await store.get(collection, id)
  if (stored !== undefined) await store.commit([remove(collection, id, stored.revision)])
}

/** Iterates over documents page by page; they may be removed meanwhile. */
async function* streamDocuments<Doc extends Document>(
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
