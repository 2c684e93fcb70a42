import type { JsonValue } from '@carebench/protocol'
import type { Truth } from '@carebench/text'
import type { Loop } from '../budget/work-budget.js'
import type { MatchScope, OpenMatcher } from './matcher.js'
import { maxValuesOfPiece, runLoop } from './run-loop.js'

/** Returns the opposite; undecided stays undecided. */
export function not(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth
}

/** Whether any is true; if none is, undecided if any is undecided. The order does not matter. */
export function some<Value>(values: readonly Value[], test: (value: Value) => Truth): Truth {
  let found: Truth = false
  for (const value of values) {
    const truth = test(value)
    if (truth === true) return true
    if (truth === undefined) found = undefined
  }
  return found
}

/** Whether all are true: false if any is false, otherwise undecided if any is undecided. The order does not matter. */
export function every<Value>(values: readonly Value[], test: (value: Value) => Truth): Truth {
  return not(some(values, (value) => not(test(value))))
}

/** Returns the opposite of a matcher. */
export function negate(matcher: OpenMatcher): OpenMatcher {
  return (actual, scope) => not(matcher(actual, scope))
}

/** Returns a matcher that accepts values that {@link some} of the matchers match, as work of the criterion. */
export function matchesSome(matchers: readonly OpenMatcher[]): OpenMatcher {
  if (matchers.length > maxValuesOfPiece) {
    return (actual, scope) =>
      runLoop(scope, { key: matchers, subject: actual, ...testSome(matchers, (matcher) => matcher(actual, scope)) })
  }
  return (actual, scope) => {
    scope.budget?.compare(matchers.length)
    return some(matchers, (matcher) => matcher(actual, scope))
  }
}

/** Whether a matcher matches {@link some} of the elements of a list, as work of the criterion. */
export function someMatch(list: readonly JsonValue[], matcher: OpenMatcher, scope: MatchScope): Truth {
  const test = (element: JsonValue): Truth => matcher(element, scope)
  if (list.length > maxValuesOfPiece) return runLoop(scope, { key: matcher, subject: list, ...testSome(list, test) })
  scope.budget?.compare(list.length)
  return some(list, test)
}

/** Returns {@link some} as a loop, which can pause. */
function testSome<Value>(
  values: readonly Value[],
  test: (value: Value) => Truth,
): Omit<Loop<Truth>, 'key' | 'subject'> {
  return {
    count: values.length,
    start: () => false,
    step(found, index) {
      const truth = test(values[index] as Value)
      return truth === false ? found : truth
    },
    isDone: (found) => found === true,
  }
}
