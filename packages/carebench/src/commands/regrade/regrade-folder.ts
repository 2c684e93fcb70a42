import type { TrialResult } from '../../runner/results/trial-result.js'
import type { AttemptExecutor } from '../../runner/runs/attempt-executor.js'
import { type RegradeWork, toAttempt } from './regrade-work.js'
import { type TrialRegrade, trialRegradeFromJson } from './regraded-trial.js'

/** Maximum number of trials in the queue at the same time. */
const maxQueued = 1000

/**
 * Lets workers regrade the scored trials of a folder, and resolves with their results in the order of the folder;
 * undefined for trials not regraded before `drain` or `stop` was aborted. Each trial gets one result: later ones are
 * dropped.
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
    const attempt = toAttempt(result)
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
    // Removes finished trials from the queue.
    await executor.late()
  }
  return regraded
}

function parse(bytes: Uint8Array | undefined): unknown {
  return bytes === undefined ? undefined : JSON.parse(Buffer.from(bytes).toString())
}
