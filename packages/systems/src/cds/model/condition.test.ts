import { finish, type JsonObject, type JsonValue } from '@carebench/protocol'
import { jsonEqual } from '@carebench/verifier/kinds'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { type CardWhen, compileCardWhen } from './condition.js'
import { parseValuePath } from './value-path.js'

const numRuns = 60 * inject('scale')

function values(prefetch: JsonObject, context: JsonObject = {}) {
  return { prefetch, context }
}

function holds(when: CardWhen, prefetch: JsonObject) {
  return finish(compileCardWhen(when, 'when')(values(prefetch)))
}

describe('a path', () => {
  const data = values({ a: [{ b: 1 }, { b: [2, 3] }, 'x', { c: null }], 'd-e_1': { 0: 'zero', length: 5 } })
  it.each<[string, JsonValue[]]>([
    ['prefetch.a[*].b', [1, [2, 3]]],
    ['prefetch.a[*].b[*]', [2, 3]],
    ['prefetch.a[1].b[0]', [2]],
    ['prefetch.a[9]', []],
    ['prefetch.a[*].c', [null]],
    ['prefetch.a.length', []],
    ['prefetch.d-e_1.0', ['zero']],
    ['prefetch.d-e_1[0]', []],
    ['prefetch.d-e_1.length', [5]],
    ['prefetch.constructor', []],
    ['prefetch.__proto__', []],
    ['context.a', []],
  ])('%s', (path, found) => expect(parseValuePath(path, 'x')(data)).toEqual(found))

  it.each([
    '',
    'prefetch',
    'context.',
    'prefetch..a',
    'prefetch.a[-1]',
    'prefetch.a[',
    'x.a',
    'prefetch.a b',
    'prefetch.*',
  ])('%j is invalid', (path) => expect(() => parseValuePath(path, 'here')).toThrow('here: expected a path'))
})

describe('a condition', () => {
  const a: JsonObject = { n: [1, 5], t: 'Penicillin V', o: { x: [1, 2], y: null }, z: null }
  it.each<[CardWhen, boolean]>([
    [{ path: 'prefetch.n[*]', equals: 5 }, true],
    [{ path: 'prefetch.n[*]', equals: '5' }, false],
    [{ path: 'prefetch.o', equals: { y: null, x: [1, 2] } }, true],
    [{ path: 'prefetch.o', equals: { x: [2, 1], y: null } }, false],
    [{ path: 'prefetch.z', equals: null }, true],
    [{ path: 'prefetch.none', equals: null }, false],
    [{ path: 'prefetch.t', oneOf: ['x', 'Penicillin V'] }, true],
    [{ path: 'prefetch.t', contains: 'cillin' }, true],
    [{ path: 'prefetch.t', contains: 'CILLIN' }, false],
    [{ path: 'prefetch.n', contains: 5 }, true],
    [{ path: 'prefetch.n[*]', contains: 5 }, false],
    [{ path: 'prefetch.n[*]', gt: 4, lt: 6 }, true],
    // A single value has to satisfy all of it.
    [{ path: 'prefetch.n[*]', gt: 1, lt: 5 }, false],
    [{ path: 'prefetch.n[*]', gte: 5 }, true],
    [{ path: 'prefetch.n[*]', lte: 0 }, false],
    [{ path: 'prefetch.t', gt: 0 }, false],
    [{ path: 'prefetch.z', lte: 0 }, false],
    [{ path: 'prefetch.z', exists: true }, true],
    [{ path: 'prefetch.none', exists: false }, true],
    [{ path: 'prefetch.z', exists: false }, false],
    [
      [
        { path: 'prefetch.t', exists: true },
        { path: 'prefetch.n[0]', equals: 1 },
      ],
      true,
    ],
    [
      [
        { path: 'prefetch.t', exists: true },
        { path: 'prefetch.n[0]', equals: 2 },
      ],
      false,
    ],
    [
      {
        any: [
          { path: 'prefetch.u', exists: true },
          { path: 'prefetch.n[0]', equals: 1 },
        ],
      },
      true,
    ],
    [{ any: [{ path: 'prefetch.u', exists: true }] }, false],
    [
      {
        none: [
          { path: 'prefetch.u', exists: true },
          { path: 'prefetch.n[0]', equals: 1 },
        ],
      },
      false,
    ],
    [{ none: [{ path: 'prefetch.u', exists: true }] }, true],
  ])('%j: %s', (when, wanted) => expect(holds(when, a)).toBe(wanted))
})

describe('equal JSON', () => {
  const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>
  /** Members sorted and serialized: an independent way to the same result. */
  const canonical = (value: JsonValue): string =>
    JSON.stringify(value, (_, member) =>
      typeof member === 'object' && member !== null && !Array.isArray(member)
        ? ['members', ...Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1))]
        : Array.isArray(member)
          ? ['elements', ...member]
          : member,
    )

  it('has the same serialization once members are sorted', () => {
    fc.assert(
      fc.property(json, json, (left, right) => {
        const isSame = canonical(left) === canonical(right)
        expect(jsonEqual(left, right)).toBe(isSame)
        expect(jsonEqual(left, JSON.parse(JSON.stringify(left)))).toBe(true)
      }),
      { numRuns },
    )
  })

  it.each<[JsonValue, JsonValue]>([
    [[], {}],
    [null, {}],
    [[null], []],
    [{ a: null }, {}],
    [{ a: null }, { b: null }],
    [0, false],
    ['', null],
  ])('%j is not %j', (left, right) => {
    expect([jsonEqual(left, right), jsonEqual(right, left)]).toEqual([false, false])
  })
})
