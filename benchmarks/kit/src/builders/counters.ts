import type { Counter, SolutionCall } from '../task.js'
import { reference } from './calls.js'

/** A counterexample: this is done in place of the work. `fails` are the labels of the criteria that have to notice. */
export function instead(name: string, calls: readonly SolutionCall[], ...fails: readonly string[]): Counter {
  return { name, calls: [...calls], fails: [...fails] }
}

/** A counterexample: this is done after the right work. */
export function afterwards(name: string, calls: readonly SolutionCall[], ...fails: readonly string[]): Counter {
  return { name, after: reference, calls: [...calls], fails: [...fails] }
}

/** The counters with calls added to the one of this name: a task has room for few, so one breaks several criteria. */
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
