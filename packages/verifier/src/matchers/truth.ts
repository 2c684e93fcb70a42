import type { Truth } from '@carebench/text'
import type { MatchScope } from './matcher.js'
import { runLoop } from './run-loop.js'

/** A list of at most so many values is tested in one piece. */
const maxValuesOfPiece = 32

/** The opposite; what is undecided stays so. */
export function not(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth
}

/** What {@link some} and {@link every} test. */
export interface Tested<Value> {
  readonly values: readonly Value[]
  /** What tests them, for which the same values have the same truth: the same object in each evaluation of a check. */
  readonly key: object
  /** The value of which they are a part, or that they are asked of. */
  readonly subject: unknown
}

/** Whether one is true: otherwise undecided if one is undecided, in any order. */
export function some<Value>(
  { values, key, subject }: Tested<Value>,
  scope: MatchScope,
  test: (value: Value) => Truth,
): Truth {
  if (values.length <= maxValuesOfPiece) {
    scope.budget?.compare(values.length)
    return someOf(values, test)
  }
  return runLoop<Truth>(scope, {
    key,
    subject,
    count: values.length,
    start: () => false,
    // What is true already is done.
    step: (found, index) => {
      const truth = test(values[index] as Value)
      return truth === true ? true : truth === undefined ? undefined : found
    },
    isDone: (found) => found === true,
  })
}

function someOf<Value>(values: readonly Value[], test: (value: Value) => Truth): Truth {
  let found: Truth = false
  for (const value of values) {
    const truth = test(value)
    if (truth === true) return true
    if (truth === undefined) found = undefined
  }
  return found
}

/** Whether all are true: false if one is false, otherwise undecided if one is undecided, in any order. */
export function every<Value>(tested: Tested<Value>, scope: MatchScope, test: (value: Value) => Truth): Truth {
  return not(some(tested, scope, (value) => not(test(value))))
}
