import { formatInstant } from '@carebench/protocol'
import type { ServiceContext } from '../../context/context.js'
import type { TaskRunDoc } from '../../documents/collections/running.js'
import { retryConflicts } from '../../documents/retry-conflicts.js'
import { endTaskRun } from './end-task-run.js'
import { settleTaskRun } from './settle.js'

/**
 * Cancels a task run in any state; idempotent. Its status becomes `cancelled`; phase, verdict, score and criterion runs
 * are unchanged. Specification 3.
 */
export async function cancelTaskRun(context: ServiceContext, id: string): Promise<TaskRunDoc> {
  const cancel = () =>
    retryConflicts(context, async () => {
      const now = context.clock.now()
      const { taskRun } = await settleTaskRun(context, id, now)
      if (taskRun.doc.status === 'cancelled') return taskRun.doc
      await endTaskRun(context, taskRun, 'cancelled', formatInstant(now))
      return undefined
    })
  return context.locks.run(id, cancel)
}
