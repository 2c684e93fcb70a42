import type { BenchmarkDefinition } from '@carebench/protocol'

/** Easy, medium, hard. */
export type Level = 'E' | 'M' | 'H'

/** The levels of instances: `X` is hard, with the volume of a real practice. */
export type InstanceLevel = Level | 'X'

/** How much the instruction says: the steps (L1), the goal (L2), or a ticket that refers to the handbook (L3). */
export type Telling = 'L1' | 'L2' | 'L3'

export type Task = BenchmarkDefinition['tasks'][number]
export type Criterion = Task['criteria'][number]
export type Solution = NonNullable<Task['solutions']>[number]
export type SolutionCall = Solution['calls'][number]
export type Counter = NonNullable<Task['counters']>[number]
/** What an instance adds to the shared clinic. */
export type WorldDelta = NonNullable<Task['environment']>

/** A record that resembles the right one, and the difference that makes it wrong. */
export interface Distractor {
  /** The record that an agent may mistake for the right one, `DocumentReference/…`. */
  readonly record: string
  /** The record that it resembles; a description if that record is missing from the world. */
  readonly resembles: string
  readonly differsIn: string
}
