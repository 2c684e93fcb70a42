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
      for (const used of uses) {
        const present = model.find(([name]) => name === used.key)
        if (used.kind === 'get') expect(kept.get(used.key)).toBe(present?.[1])
        else kept.set(used.key, used.value)
        const value = used.kind === 'set' ? used.value : present?.[1]
        if (value === undefined) continue
        model = [[used.key, value] as const, ...model.filter(([name]) => name !== used.key)].slice(0, capacity)
      }
    }),
    { numRuns: 50 * scale },
  )
})
