import { finish } from '@carebench/protocol/wire'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { sortTexts } from './sort-texts.js'

it('sorts texts as the engine does, in steps', () => {
  const texts = fc.array(fc.string({ unit: 'binary', maxLength: 3 }), { maxLength: 9 })
  fc.assert(
    fc.property(texts, fc.constantFrom(0, 1, 4095, 4096, 4097, 9000, 20_000), (drawn, count) => {
      const all = [
        ...drawn,
        ...Array.from({ length: count }, (_, number) => String((number * 7919) % 10_007)),
        ...drawn,
      ]
      expect(finish(sortTexts(all))).toEqual([...all].sort())
      const steps = sortTexts(all)
      let pauses = 0
      while (steps.next().done !== true) pauses++
      expect(pauses).toBeGreaterThanOrEqual(Math.floor(all.length / 4096))
    }),
    { numRuns: 10 * inject('scale') },
  )
})
