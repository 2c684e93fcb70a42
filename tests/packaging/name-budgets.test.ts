import { expect, it } from 'vitest'
import { countNames, nameBudgets } from './package-budgets.js'

it('each package exports at most as many names as its budget', () => {
  const counts = countNames()
  expect(Object.keys(counts).toSorted()).toEqual(Object.keys(nameBudgets).toSorted())
  const over = Object.entries(counts).filter(([name, count]) => count > (nameBudgets[name] ?? 0))
  expect(over).toEqual([])
})
