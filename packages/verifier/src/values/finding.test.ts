import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pointerTo } from './finding.js'

it('escapes characters with a meaning in pointers', () => {
  expect(pointerTo('', 'a')).toBe('/a')
  expect(pointerTo('/a', '~/~1')).toBe('/a/~0~1~01')
})

it('can be read back', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (names) => {
      const pointer = names.reduce(pointerTo, '')
      const read = pointer
        .split('/')
        .slice(1)
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
      expect(read).toEqual(names)
    }),
  )
})
