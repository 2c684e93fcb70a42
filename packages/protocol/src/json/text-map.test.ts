import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TextMap } from './text-map.js'

const long = fc
  .tuple(fc.constantFrom(20_000, 20_001), fc.array(fc.tuple(fc.nat(5), fc.constantFrom('b', 'c')), { maxLength: 4 }))
  .map(([length, marks]) => {
    const characters = Array.from({ length }, () => 'a')
    for (const [position, mark] of marks) characters[position * 3999] = mark
    return characters.join('')
  })

it('behaves like a Map, also for long texts with common beginnings', () => {
  const key = fc.oneof(long, fc.constantFrom('a', 'b', undefined))
  const step = fc.tuple(fc.constantFrom('set', 'set', 'delete'), key)
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
      const [map, model] = [new TextMap<string | undefined, number>(), new Map<string | undefined, number>()]
      steps.forEach(([what, text], number) => {
        if (what === 'set') {
          map.set(text, number)
          model.set(text, number)
        } else {
          map.delete(text)
          model.delete(text)
        }
        for (const [, asked] of steps) {
          expect(map.has(asked)).toBe(model.has(asked))
          expect(map.get(asked)).toBe(model.get(asked))
        }
      })
    }),
  )
})
