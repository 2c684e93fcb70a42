import type { TaskAuditStart } from '@carebench/service'
import type { Progress } from '../terminal/progress.js'

/** Shows each task while it is audited, if there are several. */
export function tellAuditedTasks(progress: Progress): (task: TaskAuditStart) => void {
  return ({ name, ...count }) => {
    if (count.total > 1) progress.step(`Auditing ${name}`, count)
  }
}
