import type { TaskSession } from '@carebench/client'

/**
 * Works one kind of task as an agent does: it sees the task item, the simulated systems and the clock of a started
 * task, and nothing else. It is written from the handbook by an author who has not read how instances are drawn.
 */
export interface Solver {
  /** The family whose tasks it works, such as `pa-submit`. */
  readonly family: string
  /** Works the task; the output with which it is completed, if the task asks for one. */
  solve(session: TaskSession): Promise<SolverOutput | undefined>
}

export type SolverOutput = NonNullable<Parameters<TaskSession['complete']>[0]>['output']
