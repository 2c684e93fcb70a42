import type { JsonValue } from '@carebench/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileJsonPath } from './json-path.js'
import { PathSyntaxError } from './parse-json-path.js'

const root = JSON.parse(
  '{"name":[{"given":["Ana","Maria"]},{"family":"Rivera"}],"a/b":{"~":1},"x.y":2,"n":null,"e":"","0":"zero","list":[],\
"__proto__":{"own":1}}',
) as JsonValue

describe('compileJsonPath', () => {
  it.each<[string, JsonValue | undefined]>([
    ['', root],
    ['name[0].given[1]', 'Maria'],
    ['name.0.given.1', 'Maria'],
    ['/name/0/given/1', 'Maria'],
    ['/a~1b/~0', 1],
    ['/x.y', 2],
    ['n', null],
    ['e', ''],
    ['0', 'zero'],
    ['[0]', 'zero'],
    ['missing', undefined],
    ['n.x', undefined],
    ['e.length', undefined],
    ['name.length', undefined],
    ['name[2]', undefined],
    ['name.-1', undefined],
    ['name.00', undefined],
    ['name.given', undefined],
    ['constructor', undefined],
    ['toString', undefined],
    ['__proto__.own', 1],
    ['name.0.__proto__', undefined],
    ['name[*].given[0]', 'Ana'],
    ['list[*]', undefined],
  ])('reads %j [paths.pointer, paths.dotted, paths.whole, paths.any-element, paths.own-members]', (path, value) => {
    expect(compileJsonPath(path).read(root)).toEqual(value)
  })

  it('reads all elements with [*], with a gap for each that has no value', () => {
    expect(compileJsonPath('name[*].given[*]').readAll(root)).toEqual(['Ana', 'Maria', undefined])
    expect(compileJsonPath('name[*].family').readAll(root)).toEqual([undefined, 'Rivera'])
    expect(compileJsonPath('list[*].x').readAll(root)).toEqual([undefined])
    expect(compileJsonPath('n[*]').readAll(root)).toEqual([undefined])
    expect(compileJsonPath('e').readAll(root)).toEqual([''])
  })

  it.each(['.', 'a.', '.a', 'a..b', 'a[', 'a[]', 'a[x]', 'a[-1]', 'a[01]', 'a[0]b', 'a]b', 'a.[0]', '/a~', '/~2'])(
    'rejects %j with position and example',
    (path) => {
      expect(() => compileJsonPath(path)).toThrow(PathSyntaxError)
      expect(() => compileJsonPath(path)).toThrow(/position \d+ .*for example/)
    },
  )

  it('resolves the pointer of any value, and throws only PathSyntaxError', () => {
    const key = fc.oneof(fc.string(), fc.constantFrom('a', '__proto__', 'constructor', '~1', '/', '0'))
    fc.assert(
      fc.property(fc.array(key, { maxLength: 5 }), fc.string(), (keys, text) => {
        const value = keys.reduceRight<JsonValue>(
          (inner, name) => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(inner)}}`),
          7,
        )
        const pointer = keys.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
        expect(compileJsonPath(pointer).read(value)).toBe(7)
        try {
          compileJsonPath(text).readAll(value)
        } catch (error) {
          expect(error).toBeInstanceOf(PathSyntaxError)
        }
      }),
    )
  })
})
