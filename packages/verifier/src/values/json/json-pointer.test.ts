import fc from 'fast-check'
import jsonPointer from 'json-pointer'
import { expect, inject, it, vi } from 'vitest'
import { compileJsonPath } from '../paths/json-path.js'
import { PathSyntaxError } from '../paths/parse-json-path.js'
import { findPointerFault, maxPointerLength, namesOfPointer, pointerOfNames } from './json-pointer.js'

const prototypes = ['__proto__', 'constructor', 'prototype']
const names = fc.oneof(fc.string(), fc.constantFrom(...prototypes, '~1', '/', 'a'.repeat(3000)))

it('reads own members by any name, passes no prototype name to the library, and rejects long pointers', () => {
  const unescaping = vi.spyOn(jsonPointer, 'unescape')
  fc.assert(
    fc.property(fc.array(names, { minLength: 1, maxLength: 4 }), (drawn) => {
      const text = drawn.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
      const isFit = text.length <= maxPointerLength
      expect(findPointerFault(text) === undefined).toBe(isFit)
      expect(pointerOfNames(drawn)).toBe(isFit ? text : undefined)
      if (!isFit) {
        expect(namesOfPointer(text)).toBeUndefined()
        expect(() => compileJsonPath(text)).toThrow(PathSyntaxError)
        return
      }
      expect(namesOfPointer(text)).toEqual(drawn)
      const document = JSON.parse(drawn.reduceRight((inner, name) => `{${JSON.stringify(name)}:${inner}}`, '"found"'))
      expect(compileJsonPath(text).read(document)).toBe('found')
      expect(compileJsonPath(text).read({})).toBeUndefined()
    }),
    { numRuns: 100 * inject('scale') },
  )
  expect(unescaping.mock.calls.filter(([name]) => prototypes.includes(name))).toEqual([])
  unescaping.mockRestore()
})

it('reports the position of an error in a pointer', () => {
  expect(() => compileJsonPath('/a/~b')).toThrow(/"~0" \(for "~"\) or "~1" \(for "\/"\) at position 4 .*for example/)
})
