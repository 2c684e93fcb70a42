import { finish } from '@carebench/protocol/wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WorkBudget, workLimits } from '../../budget/work-budget.js'
import { Assumptions } from '../../matchers/assumptions.js'
import { readEach } from './read-each.js'

type Evaluate<Result> = (scope: { readonly budget: WorkBudget; readonly assumptions: Assumptions }) => Result

/** Evaluates as a criterion is: again after each pause. Returns the result and the number of evaluations. */
function evaluateWithPauses<Result>(evaluate: Evaluate<Result>): { readonly result: Result; readonly count: number } {
  const budget = new WorkBudget({ pauses: true })
  for (let count = 1; ; count++) {
    try {
      return { result: evaluate({ budget, assumptions: new Assumptions() }), count }
    } catch (error) {
      if (!budget.isPaused) throw error
      finish(budget.resume())
    }
  }
}

const listed = Array.from({ length: 2000 }, (_, number) => number)

describe('readEach', () => {
  it('pauses in a long list, and reads each item once', () => {
    const read: number[] = []
    const { result, count } = evaluateWithPauses((scope) =>
      readEach(listed, listed, { entity: undefined, ...scope }, (item) => {
        read.push(item)
        return -item
      }),
    )
    expect(result).toEqual(listed.map((item) => -item))
    expect(read).toEqual(listed)
    expect(count).toBeGreaterThan(4)
  })

  it('pauses sooner if items take more work', () => {
    const countWith = (units: number) =>
      evaluateWithPauses(({ budget }) =>
        readEach(listed, listed, { entity: undefined, budget }, () => budget.hastenPause(units)),
      ).count
    expect(countWith(50)).toBeGreaterThan(1.8 * countWith(0))
  })

  it('ends even if other work before each pause would fill a piece', () => {
    const { result } = evaluateWithPauses(({ budget }) => {
      budget.hastenPause(workLimits.beforePause + 1)
      return readEach(listed.slice(0, 200), listed, { entity: undefined, budget }, (item) => {
        budget.hastenPause(workLimits.beforePause + 1)
        return item
      })
    })
    expect(result).toHaveLength(200)
  })

  it('returns the same, and assumes the same, with and without pauses', () => {
    const numbers = fc.array(fc.nat(9), { minLength: 300, maxLength: 900 })
    fc.assert(
      fc.property(numbers, fc.nat(100), (items, units) => {
        const key = {}
        const evaluate: Evaluate<object> = ({ budget, assumptions }) => {
          const results = readEach(items, key, { entity: undefined, budget, assumptions }, (item) => {
            budget.hastenPause(units)
            const question = budget.answer(key, `text ${item}`, 10, function* () {
              yield
              return item % 5
            })
            return question === 3 ? assumptions.assume(items, 3, item) : question
          })
          return { results, open: assumptions.open }
        }
        const withoutPauses = { budget: new WorkBudget({ pauses: false }), assumptions: new Assumptions() }
        expect(evaluateWithPauses(evaluate).result).toEqual(evaluate(withoutPauses))
      }),
    )
  })
})
