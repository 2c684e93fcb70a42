import { expect, it } from 'vitest'
import { createModuleAgent } from '../../runner/agents/module-agent.js'
import { reviewBudget } from './budget-review.js'

it('warns of a budget that an agent may never use up', () => {
  const mine = createModuleAgent({ name: 'mine', identity: {}, run: async () => null })
  const model = { ...mine, name: 'm', kind: 'model' } as const
  expect(reviewBudget([mine, model], undefined, true)).toEqual([])
  expect(reviewBudget([mine, model], 5, true)).toEqual([expect.stringContaining('only mine itself reports its cost')])
  expect(reviewBudget([model], 5, false)).toEqual([expect.stringContaining('provider of m reports usage')])
})
