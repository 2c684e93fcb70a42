import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { createClinic } from '../clinic/clinic.js'
import type { SplitPlan } from '../family.js'
import { drawn } from '../refusals.js'
import { anyDraw } from '../testing/any-draw.js'
import { families, familyOfTask } from './families.js'

const clinic = createClinic(1)

function countBy(plan: SplitPlan, key: 'level' | 'branch'): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const place of plan) counts[place[key]] = (counts[place[key]] ?? 0) + place.count
  return counts
}

it('families are the folders beside the list, each once', () => {
  const entries = readdirSync(dirname(fileURLToPath(import.meta.url)), { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  expect(families.map(({ name }) => name).toSorted()).toEqual(folders.toSorted())
})

it('families are found by the names of their tasks, with a seed or a number of a sealed split', () => {
  expect(familyOfTask('pa-submit-100200')?.name).toBe('pa-submit')
  expect(familyOfTask('pa-submit-07')?.name).toBe('pa-submit')
  expect(familyOfTask('pa-1')).toBeUndefined()
})

describe.each(families.map((family) => [family.name, family] as const))('%s', (name, family) => {
  it('has a plan of 8 and of 20 tasks, with at least five branches, each at least twice if twenty are enough for that', () => {
    const { dev, test } = family.splits
    expect(countBy(test, 'level')).toEqual({ E: 6, M: 8, H: 6 })
    expect(dev.reduce((sum, { count }) => sum + count, 0)).toBe(8)
    const branches = countBy(test, 'branch')
    expect(Object.keys(branches).toSorted()).toEqual(Object.keys(family.branches).toSorted())
    expect(Object.keys(branches).length).toBeGreaterThanOrEqual(5)
    const least = 2 * Object.keys(branches).length > 20 ? 1 : 2
    expect(Math.min(...Object.values(branches))).toBeGreaterThanOrEqual(least)
    expect(dev.filter(({ branch }) => !Object.hasOwn(family.branches, branch))).toEqual([])
  })

  it('has the solver of its own tasks', () => {
    expect([undefined, name]).toContain(family.solver?.family)
  })

  it('draws the same bytes for the same seed', () => {
    fc.assert(
      fc.property(anyDraw(Object.keys(family.branches)), (draw) => {
        const make = () => JSON.stringify(drawn(() => family.make({ ...draw, clinic })))
        expect(make()).toBe(make())
      }),
      { numRuns: inject('scale') },
    )
  })

  it('draws instances of its name, with counters that break criteria which exist', () => {
    const [place] = family.splits.test
    const seeds = Array.from({ length: 20 }, (_, seed) => seed)
    const [instance] = seeds.flatMap((seed) => (place && drawn(() => family.make({ ...place, seed, clinic }))) ?? [])
    expect(instance && familyOfTask(instance.id)?.name).toBe(name)
    const labels = new Set(instance?.criteria.map(({ label }) => label))
    expect(instance?.counters.flatMap(({ fails }) => fails.filter((label) => !labels.has(label)))).toEqual([])
  })
})
