import fc from 'fast-check'
import type { Level } from '../task.js'

/** Returns a fast-check arbitrary of a seed, a level and one of the branches. */
export function anyDraw<Branch extends string>(branches: readonly Branch[]) {
  return fc.record({
    seed: fc.integer({ min: 0, max: 1_000_000 }),
    level: fc.constantFrom<Level>('E', 'M', 'H'),
    branch: fc.constantFrom(...branches),
  })
}
