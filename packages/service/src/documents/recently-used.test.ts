import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { RecentlyUsed } from './recently-used.js'

const scale = inject('scale')

const key = fc.constantFrom('a', 'b', 'c', 'd')
const use = fc.oneof(
  fc.record({ kind: fc.constant('get' as const), key }),
  fc.record({ kind: fc.constant('set' as const), key, value: fc.nat({ max: 9 }) }),
)

it('keeps the most recently used values', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(use), (capacity, uses) => {
      const kept = new RecentlyUsed<number>(capacity)
      // The most recently used value comes first.
      let model: readonly (readonly [string, number])[] = []
      for (const one of uses) {
        const present = model.find(([name]) => name === one.key)
        if (one.kind === 'get') expect(kept.get(one.key)).toBe(present?.[1])
        else kept.set(one.key, one.value)
        const value = one.kind === 'set' ? one.value : present?.[1]
        if (value === undefined) continue
        model = [[one.key, value] as const, ...model.filter(([name]) => name !== one.key)].slice(0, capacity)
      }
    }),
    { numRuns: 50 * scale },
  )
})
