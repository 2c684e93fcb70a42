import { formatInstant } from '@carebench/protocol'
import { type Collection, check, insert, StoreUnavailableError, update, type Write } from '@carebench/store'
import type { AttemptFiles } from '../runner/runs/attempt-executor.js'
import { pauseOf, type QueueSetting } from './queue-setting.js'
import { filesToJson, type QueuedTrialDoc, type TrialOutcomeDoc, trialOutcomes } from './queued-trial.js'

/**
 * What became of an attempt: its outcome counts; another one does, and this one is kept as late; the run does not want
 * it any more; it was given back for another worker; or the storage could not be reached until the worker had to end.
 */
export type Kept = 'counts' | 'late' | 'unwanted' | 'given back' | 'not stored'

export interface HandIn {
  readonly queue: Collection<QueuedTrialDoc>
  /** The attempt as the worker took it. */
  readonly taken: QueuedTrialDoc
  readonly files: AttemptFiles
  /** The files of an attempt that says why it has no result. */
  readonly explain: (why: string) => AttemptFiles
  /** Aborted: a storage that cannot be reached is not waited for. */
  readonly stop: AbortSignal | undefined
}

/**
 * Stores what was done: as the outcome that counts, unless another worker was faster. It is repeated while the storage
 * cannot be reached, because another worker would have to do everything again.
 */
export async function handInOutcome(setting: QueueSetting, { stop, ...handIn }: HandIn): Promise<Kept> {
  const pause = pauseOf(setting)
  const id = crypto.randomUUID()
  for (;;) {
    try {
      const kept = await tryToHandIn(setting, handIn, id)
      // Otherwise, others wrote the attempt at the same moment.
      if (kept !== undefined) return kept
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error
      if (stop?.aborted === true) return 'not stored'
      await pause()
    }
  }
}

/**
 * Undefined if it is to be tried again.
 *
 * @param outcomeId - the same each time: an earlier commit may have taken effect although its answer was lost
 */
async function tryToHandIn(
  { store, clock }: QueueSetting,
  { queue, taken, files, explain }: Omit<HandIn, 'stop'>,
  outcomeId: string,
): Promise<Kept | undefined> {
  const { id, run, attempt, entry } = taken
  const stored = await store.get(trialOutcomes, outcomeId)
  if (stored !== undefined) return stored.doc.counts ? 'counts' : 'late'
  const queued = await store.get(queue, id)
  // The run has ended, or took it back.
  if (queued === undefined || queued.doc.entry !== entry) return 'unwanted'
  const outcome: TrialOutcomeDoc = {
    id: outcomeId,
    created_at: formatInstant(clock.now()),
    run,
    attempt,
    counts: !queued.doc.done,
    scored: isScored(files),
    files: filesToJson(files),
  }
  const late = insert(trialOutcomes, { ...outcome, counts: false })
  // Unless the run removes the attempt at this moment, after which nobody would look for what is left of it.
  if (queued.doc.done) return (await store.commit([late, check(queue, id, queued.revision)])).ok ? 'late' : undefined
  const done = update(queue, { ...queued.doc, done: true }, queued.revision)
  const result = await store.commit([insert(trialOutcomes, outcome), done])
  if (result.ok) return 'counts'
  if (result.failed.reason !== 'unique') return undefined
  const writes: Write[] = [late, done]
  // Without an outcome of its own, the run would wait for ever; with this one, the trial would have two results.
  if (result.failed.unique === 'trial') {
    const why = 'Another attempt at this trial has a result already; what this one has done is kept as a late attempt.'
    const unscored = { ...outcome, id: crypto.randomUUID(), scored: false, files: filesToJson(explain(why)) }
    writes.push(insert(trialOutcomes, unscored))
  }
  return (await store.commit(writes)).ok ? 'late' : undefined
}

function isScored(files: AttemptFiles): boolean {
  const result: { readonly verdict?: unknown } = JSON.parse(
    Buffer.from(files.get('result.json') ?? Buffer.from('{}')).toString(),
  )
  return (result.verdict ?? null) !== null
}
