import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { trialPath } from '../runner/results/trial-result.js'
import type { PlannedAttempt } from '../runner/runs/attempt-executor.js'
import { getQueuedRun, listDigests, openQueue, type SharedWork } from './open-queue.js'
import { createQueueExecutor, type QueueExecutor } from './queue-executor.js'
import { explainWaiting, joinQueue } from './queue-members.js'
import { remind } from './remind.js'

/** The queue of one run. */
export interface RunQueue {
  readonly executor: QueueExecutor
  /** Prints from time to time why trials wait. */
  explain(say: (line: string) => void): void
  close(): Promise<void>
}

/** Milliseconds between checks of waiting trials. */
const interval = 5000

/** Opens the queue of the run in a folder. Throws a {@link UsageError} if its database cannot be opened. */
export async function openRunQueue(url: string, folder: string, work: SharedWork): Promise<RunQueue> {
  const digests = listDigests(work)
  const opened = await openQueue(url)
  const id = getQueuedRun(folder)
  const isKept = ({ key, number }: PlannedAttempt) =>
    existsSync(join(folder, trialPath(key), `attempt-${number}`, 'result.json'))
  const executor = createQueueExecutor(opened.setting, { id, digests, isKept })
  const own = { role: 'run', benchmark: work.benchmark.reference, digests: Object.fromEntries(digests) } as const
  const member = await joinQueue(opened.setting, own, id)
  const reminder = remind(async () => explainWaiting(own, executor.waiting(), await member.others()))
  let timer: NodeJS.Timeout | undefined
  return {
    executor,
    explain(say) {
      timer ??= setInterval(() => {
        if (executor.waiting().size > 0) void reminder(say)
      }, interval)
      timer.unref()
    },
    async close() {
      clearInterval(timer)
      await member.leave()
      await opened.close()
    },
  }
}
