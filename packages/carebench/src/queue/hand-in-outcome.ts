import { formatInstant } from '@carebench/protocol'
import { type Collection, check, insert, StoreUnavailableError, update, type Write } from '@carebench/store'
import type { AttemptFiles } from '../runner/runs/attempt-executor.js'
import { pauseFor, type QueueSetting } from './queue-setting.js'
import { filesToJson, type QueuedTrialDoc, type TrialOutcomeDoc, trialOutcomes } from './queued-trial.js'

/**
 * What happened to an attempt: its outcome counts; another outcome counts, and this one is kept as late; the run no
 * longer waits for it; it was given back for another worker; or the storage was unreachable until the worker had to
 * stop.
 */
export type Kept = 'counts' | 'late' | 'unwanted' | 'given back' | 'not stored'

export interface HandIn {
  readonly queue: Collection<QueuedTrialDoc>
  /** The attempt as the worker took it. */
  readonly taken: QueuedTrialDoc
  readonly files: AttemptFiles
  /** Returns the files of an attempt without a result, with the reason. */
  readonly explain: (why: string) => AttemptFiles
  /** When aborted, stops retrying while the storage is unreachable. */
  readonly stop: AbortSignal | undefined
}

/**
 * Stores an outcome; it counts unless another worker was faster. Retries while the storage cannot be reached, because
 * otherwise another worker would have to do all the work again.
 */
export async function handInOutcome(setting: QueueSetting, { stop, ...handIn }: HandIn): Promise<Kept> {
  const pause = pauseFor(setting)
  const id = crypto.randomUUID()
  for (;;) {
    try {
      const kept = await tryToHandIn(setting, handIn, id)
      // Undefined means that another process wrote the attempt at the same moment.
      if (kept !== undefined) return kept
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error
      if (stop?.aborted === true) return 'not stored'
      await pause()
    }
  }
}

/**
 * Tries to store an outcome; resolves with undefined if the caller must retry.
 *
 * @param outcomeId - the same on each try, because an earlier commit may have taken effect although its response was
 * lost
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
  // The run has ended, or has taken the attempt back.
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
  // Fails if the run removes the attempt at this moment, because nothing would clean up the late outcome afterwards.
  if (queued.doc.done) return (await store.commit([late, check(queue, id, queued.revision)])).ok ? 'late' : undefined
  const done = update(queue, { ...queued.doc, done: true }, queued.revision)
  const result = await store.commit([insert(trialOutcomes, outcome), done])
  if (result.ok) return 'counts'
  if (result.failed.reason !== 'unique') return undefined
  const writes: Write[] = [late, done]
  // Without any outcome, the run would wait forever; with this one, the trial would have two results.
  if (result.failed.unique === 'trial') {
    const why = 'Another attempt at this trial already has a result; this attempt is kept as a late one.'
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
