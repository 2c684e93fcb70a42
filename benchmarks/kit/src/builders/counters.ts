import type { Counter, SolutionCall } from '../task.js'
import { reference } from './calls.js'

/**
 * Creates a counterexample whose calls replace the right work; `fails` are the labels of the criteria that it must
 * break.
 */
export function instead(name: string, calls: readonly SolutionCall[], ...fails: readonly string[]): Counter {
  return { name, calls: [...calls], fails: [...fails] }
}

/**
 * Creates a counterexample whose calls follow the reference solution; `fails` are the labels of the criteria that it
 * must break.
 */
export function afterwards(name: string, calls: readonly SolutionCall[], ...fails: readonly string[]): Counter {
  return { name, after: reference, calls: [...calls], fails: [...fails] }
}

/**
 * Adds calls, and the criteria that they break, to the counterexample with this name, because a task can have only a
 * few counterexamples.
 */
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
