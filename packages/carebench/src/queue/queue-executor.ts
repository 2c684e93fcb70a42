import { formatInstant } from '@carebench/protocol'
import type { AttemptExecutor, AttemptFiles, PlannedAttempt } from '@carebench/runner'
import { type Collection, insert, remove, type Stored, StoreUnavailableError } from '@carebench/store'
import { pauseOf, type QueueSetting } from './queue-setting.js'
import { filesFromJson, idOfAttempt, type QueuedTrialDoc, queueOf, trialOutcomes } from './queued-trial.js'

/** A run whose attempts others carry out. */
export interface QueuedRun {
  /** The same whenever the run is continued. */
  readonly id: string
  /** What workers must have in common with the run, by the name of the agent. */
  readonly digests: ReadonlyMap<string, string>
}

/** Number of outcomes that are read at once: they hold files. */
const batch = 4

/** An attempt whose outcome somebody waits for. */
interface Awaited {
  readonly id: string
  readonly queue: Collection<QueuedTrialDoc>
  readonly signals: Parameters<AttemptExecutor['execute']>[1]
  readonly settle: (files: AttemptFiles | undefined) => void
  readonly fail: (error: unknown) => void
}

/** Has attempts carried out by whoever works on the queues of their agents. One process of a run has one. */
export function createQueueExecutor(setting: QueueSetting, run: QueuedRun): AttemptExecutor {
  const { store, clock } = setting
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

  async function settle(one: Awaited, found: Stored<QueuedTrialDoc> | undefined): Promise<void> {
    const { id, queue, signals } = one
    const conclude = (files: AttemptFiles | undefined) => {
      waiting.delete(id)
      one.settle(files)
    }
    if (found?.doc.done === true) {
      const outcome = await store.getByUnique(trialOutcomes, 'attempt', id)
      if (outcome === undefined) throw new Error(`The attempt ${id} is done and has no outcome.`)
      finished.set(id, queue)
      return conclude(filesFromJson(outcome.doc.files))
    }
    if (signals.stop.aborted) return conclude(undefined)
    if (signals.drain?.aborted !== true || found === undefined || found.doc.lease !== null) return
    // If a worker takes it at this moment, it goes on.
    if ((await store.commit([remove(queue, id, found.revision)])).ok) conclude(undefined)
  }

  return {
    async execute(attempt: PlannedAttempt, signals) {
      const digest = run.digests.get(attempt.key.agent)
      if (digest === undefined) throw new RangeError(`The run has no agent ${attempt.key.agent}.`)
      const queue = queueOf(digest)
      const id = idOfAttempt(run.id, attempt)
      const created_at = formatInstant(clock.now())
      // It exists already if the run was interrupted and is continued.
      await store.commit([insert(queue, { id, created_at, run: run.id, attempt, lease: null, done: false })])
      return new Promise((resolve, reject) => {
        waiting.set(id, { id, queue, signals, settle: resolve, fail: reject })
        if (!isWatching) void watch()
      })
    },
    async late() {
      const late: { readonly key: PlannedAttempt['key']; readonly files: AttemptFiles }[] = []
      for (const [id, queue] of finished) {
        // Who ends later finds no attempt, and leaves nothing.
        const queued = await store.get(queue, id)
        if (queued !== undefined) await store.commit([remove(queue, id, queued.revision)])
      }
      for (;;) {
        const { docs } = await store.page(trialOutcomes, { filter: { name: 'run', value: run.id }, limit: batch })
        const over = docs.filter(({ attempt }) => finished.has(idOfAttempt(run.id, attempt)))
        for (const { id, counts, attempt, files } of over) {
          if (!counts) late.push({ key: attempt.key, files: filesFromJson(files) })
          const stored = await store.get(trialOutcomes, id)
          if (stored !== undefined) await store.commit([remove(trialOutcomes, id, stored.revision)])
        }
        if (over.length === 0) return late
      }
    },
  }
}
