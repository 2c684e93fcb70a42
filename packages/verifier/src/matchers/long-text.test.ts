import { expect, it } from 'vitest'
import { WorkBudget, workLimits } from '../budget/work-budget.js'
import { Findings } from '../values/finding.js'
import { compileMatcher } from './compile-matcher.js'
import { matchText } from './long-text.js'

it('leaves texts of 2000 characters undecided once they take more work than a criterion may do', () => {
  let compared = 0
  const matches = matchText(contextOfNothing(), () => {
    compared++
    return true
  })
  const scope = { entity: undefined, budget: new WorkBudget({ pauses: false }) }
  const most = (4 * workLimits.perCriterion) / 2000
  const matchOne = (number: number) => matches(String(number).padEnd(2000, 'x'), scope)
  for (let number = 0; number < most; number++) expect(matchOne(number)).toBe(true)
  expect(matchOne(0), 'a text that has been compared').toBe(true)
  expect(matchOne(most)).toBeUndefined()
  expect(compared).toBe(most)
})

it('pauses while comparing many texts of 1000 characters and more', () => {
  const matches = compileMatcher({ $regex: 'a+' }, '', { findings: new Findings(), entityPaths: [] })
  const budget = new WorkBudget({ pauses: true })
  const compareAll = () => {
    for (let length = 1000; length < 1100; length++) matches?.('a'.repeat(length), { entity: undefined, budget })
  }
  expect(compareAll).toThrow()
  while (budget.isPaused) {
    for (const _ of budget.resume()) void 0
    try {
      compareAll()
    } catch (error) {
      if (!budget.isPaused) throw error
    }
  }
  expect(budget.isSpent).toBe(false)
})

function contextOfNothing() {
  return {
    findings: new Findings(),
    stringValues: false,
    cells: false,
    entityPaths: [],
    compile: () => undefined,
    markOpen: () => undefined,
  }
}

it('pauses sooner in texts of a few characters if the pattern is longer', () => {
  const countUntilPause = (pattern: string) => {
    const matches = compileMatcher({ $regex: pattern }, '', { findings: new Findings(), entityPaths: [] })
    const budget = new WorkBudget({ pauses: true })
    let count = 0
    for (; count < 50_000 && !budget.isPaused; count++) {
      try {
        matches?.(`a${count}`.padEnd(60), { entity: undefined, budget })
      } catch (error) {
        if (!budget.isPaused) throw error
      }
    }
    return count
  }
  expect(countUntilPause('a{300}b?')).toBeLessThan(countUntilPause('a{30}b?') / 5)
})
