import { expect, it } from 'vitest'
import { limitMutants } from './audit-version.js'

it('judges 500 mutants of a task, shared by its solutions', () => {
  expect([limitMutants(0, 0), limitMutants(20, 1), limitMutants(100, 4)]).toEqual([500, 500, 125])
})

it('judges fewer mutants of a task with more than 100 criteria, but at least one of each solution', () => {
  expect([limitMutants(200, 1), limitMutants(900, 1), limitMutants(900, 10)]).toEqual([250, 56, 6])
  expect(limitMutants(100_000, 10)).toBe(1)
})
