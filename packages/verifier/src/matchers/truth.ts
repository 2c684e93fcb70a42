import type { Truth } from '@carebench/text'

/** The opposite; what is undecided stays so. */
export function not(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth
}

/** Whether one is true: otherwise undecided if one is undecided, in any order. */
export function some<Value>(values: readonly Value[], test: (value: Value) => Truth): Truth {
  let found: Truth = false
  for (const value of values) {
    const truth = test(value)
    if (truth === true) return true
    if (truth === undefined) found = undefined
  }
  return found
}

/** Whether all are true: false if one is false, otherwise undecided if one is undecided, in any order. */
export function every<Value>(values: readonly Value[], test: (value: Value) => Truth): Truth {
  return not(some(values, (value) => not(test(value))))
}
