import type { TrialResult } from '../../runner/results/trial-result.js'
import type { AttemptExecutor } from '../../runner/runs/attempt-executor.js'
import { attemptOf, type RegradeWork } from './regrade-work.js'
import { type TrialRegrade, trialRegradeFromJson } from './regraded-trial.js'

/** Trials that are in the queue at the same time. */
const maxQueued = 1000

/**
 * Has the scored trials of a folder regraded by others, and resolves with what they have handed in, in the order of the
 * folder. Undefined stands for trials that nobody has regraded when `drain` or `stop` was aborted. Each trial has one
 * result, and late ones are dropped.
 */
export async function regradeByOthers(
  executor: AttemptExecutor,
  { folder }: RegradeWork,
  signals: { readonly drain: AbortSignal; readonly stop: AbortSignal },
  onResult: () => void,
): Promise<readonly (TrialRegrade | undefined)[]> {
  const regraded: (TrialRegrade | undefined)[] = folder.scored.map(() => undefined)
  const open = folder.scored.entries()
  const next = async (result: TrialResult): Promise<TrialRegrade | undefined> => {
    const attempt = attemptOf(result)
    const files = await executor.execute(attempt, signals)
    if (files === undefined) return undefined
    onResult()
    return trialRegradeFromJson(attempt.key, parse(files.get('regrade.json')))
  }
  const lane = async () => {
    for (const [index, result] of open) {
      if (signals.drain.aborted || signals.stop.aborted) return
      regraded[index] = await next(result)
    }
  }
  const lanes = Array.from({ length: Math.min(maxQueued, folder.scored.length) }, lane)
  try {
    await Promise.all(lanes)
  } finally {
    // Removes from the queue what is done.
    await executor.late()
  }
  return regraded
}

function parse(bytes: Uint8Array | undefined): unknown {
  return bytes === undefined ? undefined : JSON.parse(Buffer.from(bytes).toString())
}
