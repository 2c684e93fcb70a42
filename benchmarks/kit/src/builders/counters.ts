import type { Counter, SolutionCall } from '../task.js'
import { reference } from './calls.js'

/**
 * Creates a counterexample whose calls replace the right work; `fails` are the labels of the criteria that it must
 * break.
 */
export function instead(name: string, calls: readonly SolutionCall[], ...fails: readonly string[]): Counter {
  return { name, calls: [...calls], fails: [...fails] }
}

/** Creates a counterexample whose calls follow the right work. */
export function afterwards(name: string, calls: readonly SolutionCall[], ...fails: readonly string[]): Counter {
  return { name, after: reference, calls: [...calls], fails: [...fails] }
}

/** Adds calls to the counterexample with a name, because a task has few: one breaks several criteria. */
export function further(
  counters: readonly Counter[],
  name: string,
  calls: readonly SolutionCall[],
  ...fails: readonly string[]
): readonly Counter[] {
  return counters.map((counter) =>
    counter.name === name
      ? { ...counter, calls: [...counter.calls, ...calls], fails: [...counter.fails, ...fails] }
      : counter,
  )
}
