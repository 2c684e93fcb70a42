import type { Completion, SolverTask } from '@carebench/client'

/** Starts the task, does nothing, and completes it. */
export async function idleAgent(task: SolverTask, say: (step: string) => void): Promise<Completion> {
  await task.start()
  say('does nothing')
  return task.complete()
}
