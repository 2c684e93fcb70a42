import { expect, inject, it } from 'vitest'
import { solvableTasks, solveFrozenTasks } from './frozen-tasks.js'

const familyOf = (name: string) => name.replace(/-\d+$/, '')

// Those of test are worked when `pnpm benchmark:validity` validates their instances. CI, at a lower scale, takes every third of a
// family: one of each level.
it('solvers earn the full score on every frozen task of dev that has one', async () => {
  const all = solvableTasks('dev')
  const isQuick = inject('scale') < 10
  const names = all.filter(
    (name) => !isQuick || all.filter((other) => familyOf(other) === familyOf(name)).indexOf(name) % 3 === 0,
  )
  expect(names).not.toEqual([])
  const solved = await solveFrozenTasks('dev', (name) => names.includes(name))
  expect(solved).toEqual(names.map((name) => ({ name, score: 1, broken: [] })))
})
