import type { TaskSession } from '@carebench/client'

/**
 * Works on the tasks of one family as an agent does: it sees the task item, the simulated systems and the clock of a
 * started task, and nothing else. Its author wrote it from the handbook, without reading how instances are drawn.
 */
export interface Solver {
  /** The family of its tasks, such as `pa-submit`. */
  readonly family: string
  /** Works on a started task. Resolves to the output for its completion, undefined if the task asks for none. */
  solve(session: TaskSession): Promise<SolverOutput | undefined>
}

export type SolverOutput = NonNullable<Parameters<TaskSession['complete']>[0]>['output']
