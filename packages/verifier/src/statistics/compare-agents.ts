import { type McNemarMethod, mcNemar } from './mc-nemar.js'
import { collectAttempts, type RunResult, type TaskAttempts } from './task-attempts.js'

export interface ComparisonOptions {
  /** Default `exact`. */
  readonly method?: McNemarMethod
}

/** The number of decided attempts at a task, and how many of them passed. */
export interface PassedAttempts {
  readonly passed: number
  readonly attempts: number
}

/** A task that exactly one of two agents passes. */
export interface FlippedTask {
  readonly task_id: string
  readonly passed_by: 'first' | 'second'
  readonly first: PassedAttempts
  readonly second: PassedAttempts
}

/** A comparison of two agents on the same tasks. */
export interface AgentComparison {
  /** The number of tasks compared. */
  readonly tasks: number
  /** Ids of tasks that both pass. */
  readonly both: readonly string[]
  /** Ids of tasks that neither passes. */
  readonly neither: readonly string[]
  /** Tasks on which they differ. */
  readonly flipped: readonly FlippedTask[]
  readonly only_first: number
  readonly only_second: number
  /** The probability that two equally good agents split the flipped tasks at least as unevenly. */
  readonly p_value: number
  readonly method: McNemarMethod
  /** Ids of tasks that could not be compared, because one of the agents has no decided attempt. */
  readonly undecided: readonly string[]
}

/**
 * Compares two agents task by task, with McNemar's test on the tasks that exactly one of them passes.
 *
 * A task counts once, however often it was attempted: an agent passes it by passing more than half of its decided
 * attempts.
 *
 * @throws {RangeError} if a result is invalid, or a run has only selected tasks of its benchmark (`subset`): agents that
 *   chose their tasks cannot be compared
 */
export function compareAgents(
  first: readonly RunResult[],
  second: readonly RunResult[],
  { method = 'exact' }: ComparisonOptions = {},
): AgentComparison {
  demandWholeRuns('first', first)
  demandWholeRuns('second', second)
  const others = new Map(collectAttempts(second).map((task) => [task.task_id, task]))
  const own = new Map(collectAttempts(first).map((task) => [task.task_id, task]))
  const both: string[] = []
  const neither: string[] = []
  const undecided: string[] = []
  const flipped: FlippedTask[] = []
  for (const task_id of new Set([...own.keys(), ...others.keys()])) {
    const [ours, theirs] = [decided(own.get(task_id)), decided(others.get(task_id))]
    if (ours === undefined || theirs === undefined) undecided.push(task_id)
    else if (passes(ours) !== passes(theirs)) {
      const passed_by = passes(ours) ? 'first' : 'second'
      flipped.push({ task_id, passed_by, first: countsOf(ours), second: countsOf(theirs) })
    } else if (passes(ours)) both.push(task_id)
    else neither.push(task_id)
  }
  const only_first = flipped.filter(({ passed_by }) => passed_by === 'first').length
  const only_second = flipped.length - only_first
  const tasks = both.length + neither.length + flipped.length
  const p_value = mcNemar(only_first, only_second, method)
  return { tasks, both, neither, flipped, only_first, only_second, p_value, method, undecided }
}

function demandWholeRuns(name: string, runs: readonly RunResult[]): void {
  const index = runs.findIndex(({ subset }) => subset === true)
  if (index === -1) return
  throw new RangeError(
    `Expected runs of all tasks, but run ${index} of the ${name} agent has only selected tasks (subset); compare runs that were created without "tasks".`,
  )
}

function decided(task: TaskAttempts | undefined): TaskAttempts | undefined {
  return task !== undefined && task.attempts > 0 ? task : undefined
}

function passes({ passed, attempts }: TaskAttempts): boolean {
  return passed * 2 > attempts
}

function countsOf({ passed, attempts }: TaskAttempts): PassedAttempts {
  return { passed, attempts }
}
