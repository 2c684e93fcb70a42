import { expect, it } from 'vitest'
import type { Family, Instance } from '../family.js'
import { type KnownInstance, makeGroups, planValidation } from './plan-validation.js'

const families = ['one', 'two'].map((name) => ({ name }) as Family)

/** Two families with two instances of each of two levels. */
const all = families.flatMap((family) =>
  ['E', 'E', 'H', 'H'].map(
    (level, index): KnownInstance => ({
      family,
      instance: { id: `${family.name}-${index}`, level } as Instance,
      hasResult: index !== 1,
      isCurrent: index === 3,
      hasAudit: index === 3,
    }),
  ),
)
const planned = (choice: Partial<Parameters<typeof planValidation>[1]>) =>
  planValidation(all, { families: [], changed: false, sample: false, audits: false, ...choice }).map(
    ({ instance }) => instance.id,
  )

it('validates instances without a result of the current engine', () => {
  expect(planned({ families: ['two'] })).toEqual(['two-0', 'two-1', 'two-2'])
})

it('validates only changed instances, whatever the engine of the other results', () => {
  expect(planned({ changed: true })).toEqual(['one-1', 'two-1'])
})

it('validates one instance of each family and level, unless the current engine has done so', () => {
  expect(planned({ sample: true, families: ['one'] })).toEqual(['one-0', 'one-2'])
  expect(planned({ sample: true, changed: true, families: ['one'] })).toEqual(['one-0', 'one-1', 'one-2'])
  const current = all.map((known) => ({ ...known, hasResult: true, isCurrent: true }))
  expect(planValidation(current, { families: [], changed: true, sample: true, audits: false })).toEqual([])
})

it('audits instances with a result but without a current audit', () => {
  expect(planned({ audits: true, families: ['one'] })).toEqual(['one-0', 'one-2'])
})

it('groups instances of one family for workers', () => {
  const sizes = (workers: number) =>
    makeGroups(all, workers).map((group) => group.map(({ instance }) => instance.id).length)
  expect(sizes(1)).toEqual([4, 4])
  expect(sizes(4)).toEqual([2, 2, 2, 2])
})
