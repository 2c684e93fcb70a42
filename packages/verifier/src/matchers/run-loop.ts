import type { Loop } from '../budget/work-budget.js'
import type { MatchScope } from './matcher.js'

/** Maximum number of values of a list that are compared without a pause. */
export const maxValuesOfPiece = 32

/** Runs a loop, whose iterations count as comparisons of the criterion, and returns its last state. */
export function runLoop<State>({ budget, assumptions }: MatchScope, loop: Loop<State>): State {
  if (budget !== undefined) return budget.run(loop, assumptions)
  let state = loop.start()
  for (let index = 0; index < loop.count; index++) {
    state = loop.step(state, index)
    if (loop.isDone?.(state) === true) break
  }
  return state
}

/**
 * Returns the items of a list that pass a test.
 *
 * @param key - the object that tests the items, the same in each evaluation of the check
 */
export function filterEach<Item>(
  items: readonly Item[],
  key: object,
  scope: MatchScope,
  test: (item: Item) => boolean,
): readonly Item[] {
  if (items.length <= maxValuesOfPiece) {
    scope.budget?.compare(items.length)
    return items.filter(test)
  }
  return runLoop<Item[]>(scope, {
    key,
    subject: items.length,
    count: items.length,
    start: () => [],
    step(found, index) {
      const item = items[index] as Item
      if (test(item)) found.push(item)
      return found
    },
  })
}
