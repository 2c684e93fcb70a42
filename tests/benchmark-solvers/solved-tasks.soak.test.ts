import { expect, inject, it } from 'vitest'
import { solvableTasks, solveFrozenTasks } from './frozen-tasks.js'

// The development split; `pnpm benchmark:validity` runs the solvers on the test split when it validates its instances.
const all = solvableTasks('dev')
const families = new Set(all.map(({ family }) => family))
const isNight = inject('scale') >= 10
// A task takes seconds. In CI, there is one for the chart, one for an interface, one for a portal, and one for files.
const byDay = ['lab-inbox', 'pa-electronic', 'pa-rfi', 'remit-post']
const worked = isNight ? all : all.filter(({ family }, place) => byDay.includes(family) && findFirst(family) === place)

it(`solvers earn the full score on ${
  isNight
    ? 'every frozen task of dev'
    : 'the first frozen task of dev of four \
families'
}`, async () => {
  for (const family of families) {
    const levels = all.filter((task) => task.family === family).map(({ level }) => level)
    expect(levels).toEqual(expect.arrayContaining(['L1', 'L2', 'L3']))
  }
  const names = worked.map(({ name }) => name)
  const solved = await solveFrozenTasks('dev', (name) => names.includes(name))
  expect(solved).toEqual(names.map((name) => ({ name, score: 1, broken: [] })))
})

function findFirst(family: string): number {
  return all.findIndex((task) => task.family === family)
}
