import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createChance } from './chance.js'

it('draws the same values for the same seed and topic, and others for another seed or topic', () => {
  const draw = (seed: number, topic: string) => {
    const chance = createChance(seed, topic)
    return Array.from({ length: 8 }, () => chance.integer(0, 1_000_000))
  }
  expect(draw(7, 'person')).toEqual(draw(7, 'person'))
  expect(draw(7, 'person')).not.toEqual(draw(8, 'person'))
  expect(draw(7, 'person')).not.toEqual(draw(7, 'policy'))
  expect(draw(7, 'person')).toEqual([681_540, 166_715, 389_637, 66_652, 856_045, 672_299, 826_850, 259_805])
})

it('shuffles without losing an item', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0 }), fc.array(fc.integer()), (seed, items) => {
      const shuffled = createChance(seed, 'order').shuffle(items)
      expect(shuffled.toSorted()).toEqual(items.toSorted())
    }),
  )
})

it('throws when it has to pick from an empty list', () => {
  expect(() => createChance(1, 'x').pick([])).toThrow(RangeError)
})
