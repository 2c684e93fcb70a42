import type { TaskAuditStart } from '@carebench/service'
import type { Progress } from '../terminal/progress.js'

/** Returns a function that shows the task being audited, if there are several. */
export function showAuditedTasks(progress: Progress): (task: TaskAuditStart) => void {
  return ({ name, ...count }) => {
    if (count.total > 1) progress.step(`Auditing ${name}`, count)
  }
}
