import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { absent, each, either, filled, findFaults, near, orNull, type Pattern, same } from './pattern.js'

describe('a pattern', () => {
  it.each<[Pattern, unknown, boolean]>([
    [1, 1, true],
    [1, '1', false],
    [null, undefined, false],
    [null, null, true],
    [{ a: 1 }, { a: 1, b: 2 }, true],
    [{ a: 1 }, { b: 2 }, false],
    [{ a: absent }, { b: 2 }, true],
    [{ toString: absent }, {}, true],
    [[1, 2], [1, 2], true],
    [[1], [1, 2], false],
    [/^a/, 'abc', true],
    [/^a/, 5, false],
    [each({ id: filled }, 1), [], false],
    [each({ id: filled }), [{ id: 'x' }], true],
    [orNull(filled), null, true],
    [either('a', 'b'), 'c', false],
    [near(0.1 + 0.2), 0.3, true],
    [same({ a: [1, { b: null }] }), { a: [1, { b: null }] }, true],
    [same({ a: 1 }), { a: 1, b: 2 }, false],
  ])('%o matches %o: %s', (pattern, actual, holds) => {
    expect(findFaults(actual, pattern).length === 0).toBe(holds)
  })

  it('reports the place, the expected and the actual value', () => {
    expect(findFaults({ data: [{ 'a/b': 1 }] }, { data: [{ 'a/b': 2 }] })).toEqual([
      { path: '/data/0/a~1b', expected: '2', actual: '1' },
    ])
  })

  it('of the same JSON matches only equal JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (first, other) => {
        expect(findFaults(first, same(first))).toEqual([])
        if (JSON.stringify(first) !== JSON.stringify(other)) {
          const isEqual = findFaults(other, same(first)).length === 0
          if (isEqual) expect(JSON.parse(JSON.stringify(other))).toEqual(JSON.parse(JSON.stringify(first)))
        }
      }),
    )
  })
})
