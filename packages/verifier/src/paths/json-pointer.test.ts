import fc from 'fast-check'
import jsonPointer from 'json-pointer'
import { expect, inject, it, vi } from 'vitest'
import { compileJsonPath } from './json-path.js'
import { findPointerFault, longestPointer, namesOfPointer, pointerOfNames } from './json-pointer.js'
import { PathSyntaxError } from './parse-json-path.js'

const names = fc.oneof(
  fc.string(),
  fc.constantFrom('__proto__', 'constructor', 'prototype', '~1', '/', 'a'.repeat(3000)),
)
function isForbidden(name: string): boolean {
  return ['__proto__', 'constructor', 'prototype'].includes(name)
}

it('gives the library no pointer with a name that leads to a prototype, and none that is too long', () => {
  const parse = vi.spyOn(jsonPointer, 'parse')
  fc.assert(
    fc.property(fc.array(names, { maxLength: 4 }), (drawn) => {
      const text = drawn.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
      const isFit = !drawn.some(isForbidden) && text.length <= longestPointer
      expect(findPointerFault(text) === undefined).toBe(isFit)
      expect(pointerOfNames(drawn)).toBe(isFit ? text : undefined)
      if (isFit) expect(namesOfPointer(text)).toEqual(drawn)
      else {
        expect(() => namesOfPointer(text)).toThrow(TypeError)
        expect(() => compileJsonPath(text)).toThrow(PathSyntaxError)
      }
    }),
    { numRuns: 100 * inject('scale') },
  )
  for (const [pointer] of parse.mock.calls) {
    expect(pointer.length).toBeLessThanOrEqual(longestPointer)
    expect(pointer.split('/').some(isForbidden)).toBe(false)
  }
  parse.mockRestore()
})

it('says which name a pointer must not have, and where', () => {
  expect(() => compileJsonPath('/a/__proto__/b')).toThrow(/another name than "__proto__" at position 4 .*for example/)
})
