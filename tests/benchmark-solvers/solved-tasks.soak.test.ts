import { expect, it } from 'vitest'
import { solvableTasks, solveFrozenTasks } from './frozen-tasks.js'

// Those of test are worked when `pnpm benchmark:validity` validates their instances.
it('solvers earn the full score on every frozen task of dev that has one', async () => {
  const names = solvableTasks('dev')
  expect(names).not.toEqual([])
  expect(await solveFrozenTasks('dev')).toEqual(names.map((name) => ({ name, score: 1, broken: [] })))
})
