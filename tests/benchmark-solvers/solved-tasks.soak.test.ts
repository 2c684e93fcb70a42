import { expect, it } from 'vitest'
import { solvableTasks, solveFrozenTasks } from './frozen-tasks.js'

it.each(['dev', 'test'] as const)(
  'solvers earn the full score on every frozen task of %s that has one',
  async (split) => {
    const names = solvableTasks(split)
    expect(names).not.toEqual([])
    expect(await solveFrozenTasks(split)).toEqual(names.map((name) => ({ name, score: 1, broken: [] })))
  },
)
