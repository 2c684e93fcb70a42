import { expect, it } from 'vitest'
import type { Clinic } from './clinic/clinic.js'
import { drawSplit } from './draw-split.js'
import type { Family, Instance } from './family.js'
import { UnfairDrawError } from './refusals.js'

const clinic: Clinic = {
  environment: { name: 'x', simulators: [], datasets: [] },
  clinicians: [],
  colleagues: [],
  people: new Set(),
}

/** A family that rejects odd seeds, and whose structure is the last digit of the seed. */
const family: Family = {
  name: 'toy',
  title: 'Toy',
  work: 'a task of the test',
  parameters: {},
  branches: { a: 'A' },
  splits: { dev: [], test: [] },
  harmlessMutants: [],
  make: ({ seed, level, branch }) => {
    if (seed % 2 === 1) throw new UnfairDrawError('undecided-branch', 'odd')
    return {
      id: `toy-${seed}`,
      seed,
      level,
      branch,
      card: { traps: [], vector: { writes: seed % 10 } },
    } as unknown as Instance
  },
}

it('draws again if a draw is rejected or has the structure of an earlier one, and counts both', () => {
  const drawn = drawSplit(family, [{ level: 'E', branch: 'a', count: 3 }], { clinic, firstSeed: 1 })
  expect(drawn.instances.map(({ seed }) => seed)).toEqual([2, 204, 406])
  expect(drawn.tried).toBe(12)
  expect(drawn.refused).toEqual({ 'undecided-branch': 6, 'same-structure': 3 })
})

it('fails for a plan that the parameters cannot fill', () => {
  const plan = [{ level: 'E', branch: 'a', count: 6 }] as const
  expect(() => drawSplit(family, plan, { clinic, firstSeed: 0 })).toThrow('the last was refused, undecided-branch: odd')
})

it('rethrows errors other than UnfairDrawError', () => {
  const broken: Family = {
    ...family,
    make: () => {
      throw new TypeError('a fault')
    },
  }
  expect(() => drawSplit(broken, [{ level: 'E', branch: 'a', count: 1 }], { clinic, firstSeed: 0 })).toThrow(TypeError)
})
