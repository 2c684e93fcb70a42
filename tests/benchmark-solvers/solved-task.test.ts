import { expect, it } from 'vitest'
import { solveFrozenTasks } from './frozen-tasks.js'

it('a solver works a frozen task over the interface', async () => {
  expect(await solveFrozenTasks('dev', (name) => name === 'pa-submit-1000')).toEqual([
    { name: 'pa-submit-1000', score: 1, broken: [] },
  ])
})
