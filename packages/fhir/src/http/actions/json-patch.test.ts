import { finish, type JsonValue } from '@carebench/protocol/wire'
import fc from 'fast-check'
import * as rfc6902 from 'rfc6902'
import { describe, expect, inject, it } from 'vitest'
import { FhirError } from '../../resource/fhir-error.js'
import { applyPatch, parsePatch } from './json-patch.js'

function run(value: JsonValue, patch: JsonValue): JsonValue {
  return finish(applyPatch(value, parsePatch(patch)))
}

/** Returns the status and the reason with which a patch is rejected. */
function refusal(value: JsonValue, patch: JsonValue): { readonly status: number; readonly message: string } {
  try {
    run(value, patch)
  } catch (error) {
    if (error instanceof FhirError) return error
    throw error
  }
  throw new Error(`Expected ${JSON.stringify(patch)} to be refused.`)
}

describe('JSON Patch', () => {
  it.each<[string, JsonValue, JsonValue, JsonValue]>([
    ['adds a member', { a: 1 }, [{ op: 'add', path: '/b', value: [null] }], { a: 1, b: [null] }],
    [
      'removes before it locates the target of a move',
      { a: [1, { b: 2 }, {}] },
      [{ op: 'move', from: '/a/0', path: '/a/1/c' }],
      { a: [{ b: 2 }, { c: 1 }] },
    ],
    ['adds over a member', { a: 1 }, [{ op: 'add', path: '/a', value: 2 }], { a: 2 }],
    ['inserts into a list', { a: [1, 3] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2, 3] }],
    ['appends at the length', { a: [1] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2] }],
    ['appends at the dash', { a: [1] }, [{ op: 'add', path: '/a/-', value: 2 }], { a: [1, 2] }],
    [
      'removes',
      { a: [1, 2], b: 1 },
      [
        { op: 'remove', path: '/a/0' },
        { op: 'remove', path: '/b' },
      ],
      { a: [2] },
    ],
    ['replaces', { a: [1, 2] }, [{ op: 'replace', path: '/a/1', value: { b: 0 } }], { a: [1, { b: 0 }] }],
    ['replaces the whole', { a: 1 }, [{ op: 'replace', path: '', value: [1] }], [1]],
    ['moves', { a: { b: 1 }, c: [] }, [{ op: 'move', from: '/a/b', path: '/c/0' }], { a: {}, c: [1] }],
    ['moves to itself', { a: 1 }, [{ op: 'move', from: '/a', path: '/a' }], { a: 1 }],
    ['moves within a list', [1, 2, 3], [{ op: 'move', from: '/0', path: '/2' }], [2, 3, 1]],
    ['copies', { a: { b: 1 } }, [{ op: 'copy', from: '/a', path: '/c' }], { a: { b: 1 }, c: { b: 1 } }],
    [
      'reads escapes',
      { 'a/b': 1, 'm~n': 2, '': 3 },
      [
        { op: 'remove', path: '/a~1b' },
        { op: 'remove', path: '/m~0n' },
        { op: 'test', path: '/', value: 3 },
      ],
      { '': 3 },
    ],
    ['reads ~01 as ~1', { '~1': 1 }, [{ op: 'remove', path: '/~01' }], {}],
    [
      'tests members in any order',
      { a: { b: 1, c: [1, null] } },
      [{ op: 'test', path: '/a', value: { c: [1, null], b: 1.0 } }],
      { a: { b: 1, c: [1, null] } },
    ],
    ['passes over what it does not know', { a: 1 }, [{ op: 'remove', path: '/a', from: '/x', value: 1, xyz: 1 }], {}],
    ['knows digits as members', { a: { 0: 1 } }, [{ op: 'replace', path: '/a/0', value: 2 }], { a: { 0: 2 } }],
  ])('%s', (_what, value, patch, expected) => {
    const before = JSON.stringify(value)
    expect(run(value, patch)).toEqual(expected)
    expect(JSON.stringify(value)).toBe(before)
  })

  it('keeps copies independent', () => {
    const patch = [
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'add', path: '/b/0', value: 1 },
      { op: 'add', path: '/c', value: [] },
      { op: 'add', path: '/c/-', value: 1 },
    ]
    expect(run({ a: [] }, patch)).toEqual({ a: [], b: [1], c: [1] })
    expect(patch[2]?.value).toEqual([])
  })

  it.each<[string, JsonValue, JsonValue, string]>([
    ['a missing member', { a: 1 }, { op: 'remove', path: '/b' }, '"/b"'],
    ['a missing parent', { a: 1 }, { op: 'add', path: '/b/c', value: 1 }, '"/b"'],
    ['a parent that is a scalar', { a: 1 }, { op: 'add', path: '/a/c', value: 1 }, '"c"'],
    ['an index beyond the end', { a: [1] }, { op: 'add', path: '/a/2', value: 1 }, '"2"'],
    ['an index that is missing', { a: [1] }, { op: 'replace', path: '/a/1', value: 1 }, '"1"'],
    ['a leading zero', { a: [1] }, { op: 'test', path: '/a/00', value: 1 }, '"00"'],
    ['an index with more after it', { a: [1, 2] }, { op: 'remove', path: '/a/1e0' }, '"1e0"'],
    ['a negative index', { a: [1, 2] }, { op: 'remove', path: '/a/-1' }, '"-1"'],
    ['a dash where something is to be', { a: [1] }, { op: 'replace', path: '/a/-', value: 1 }, '"-"'],
    ['an inherited name', { a: 1 }, { op: 'test', path: '/toString', value: 1 }, 'toString'],
    ['the length of a list', { a: [1] }, { op: 'test', path: '/a/length', value: 1 }, 'length'],
    ['a move into itself', { a: { b: 1 } }, { op: 'move', from: '/a', path: '/a/b' }, 'itself'],
    ['a move from nowhere', { a: 1 }, { op: 'move', from: '/b', path: '/a' }, '"/b"'],
    ['a test of another value', { a: 1 }, { op: 'test', path: '/a', value: '1' }, 'expected "1"'],
    ['a test of another type', { a: [] }, { op: 'test', path: '/a', value: {} }, 'expected'],
    ['a test of one item more', { a: [1] }, { op: 'test', path: '/a', value: [1, 1] }, 'expected'],
    ['a test of one member more', { a: { b: 1 } }, { op: 'test', path: '/a', value: { b: 1, c: 1 } }, 'expected'],
  ])('rejects %s with 422', (_what, value, operation, message) => {
    const error = refusal(value, [{ op: 'test', path: '', value }, operation])
    expect(error.status).toBe(422)
    expect(error.message).toContain('Operation 1 (')
    expect(error.message).toContain(message)
  })

  it.each<[string, JsonValue, string]>([
    ['no list', { op: 'remove', path: '/a' }, 'array of operations'],
    ['no object', [1], 'operation 0'],
    ['an unknown op', [{ op: 'spam', path: '/a' }], 'one of add, remove'],
    ['an inherited op', [{ path: '/a' }], 'operation 0, op'],
    ['no path', [{ op: 'remove' }], 'operation 0, path'],
    ['a path without a slash', [{ op: 'remove', path: 'a' }], 'JSON Pointer'],
    ['a broken escape', [{ op: 'remove', path: '/a~2' }], 'JSON Pointer'],
    ['no value', [{ op: 'add', path: '/a' }], 'operation 0, value'],
    ['no from', [{ op: 'copy', path: '/a' }], 'operation 0, from'],
    ['a prototype', [{ op: 'add', path: '/__proto__/x', value: 1 }], '__proto__'],
    ['a constructor', [{ op: 'add', path: '/constructor', value: 1 }], 'constructor'],
    ['a prototype to copy', [{ op: 'copy', from: '/prototype', path: '/a' }], 'prototype'],
  ])('rejects %s with 400', (_what, patch, message) => {
    const error = refusal({ a: 1 }, patch)
    expect(error.status).toBe(400)
    expect(error.message).toContain(message)
  })

  it('is rejected early if it handles too many values', () => {
    const doubling = Array.from({ length: 100 }, () => ({ op: 'copy', from: '/a', path: '/a/-' }))
    expect(refusal({ a: [1] }, doubling).status).toBe(413)
    const nesting = Array.from({ length: 100 }, () => ({ op: 'copy', from: '/a', path: '/a/b' }))
    expect(refusal({ a: { b: 1 } }, nesting)).toMatchObject({ status: 422, message: expect.stringContaining('deeper') })
    const wide = Array.from({ length: 1000 }, (_, index) => ({ op: 'copy', from: '/a', path: `/b${index}` }))
    expect(refusal({ a: Array.from({ length: 10_000 }, () => 1) }, wide).status).toBe(413)
    const moving = wide.map((_, index) => ({
      op: 'move',
      from: index % 2 ? '/b' : '/a',
      path: index % 2 ? '/a' : '/b',
    }))
    expect(refusal({ a: Array.from({ length: 10_000 }, () => 1) }, moving).status).toBe(413)
    const testing = wide.map(() => ({ op: 'test', path: '/a', value: Array.from({ length: 10_000 }, () => 1) }))
    expect(refusal({ a: Array.from({ length: 10_000 }, () => 1) }, testing).status).toBe(413)
    expect(
      refusal(
        {},
        Array.from({ length: 1001 }, () => ({ op: 'test', path: '', value: {} })),
      ).status,
    ).toBe(413)
  })
})

describe('the limits of a JSON Patch', () => {
  const nested = (levels: number): JsonValue => (levels === 0 ? 1 : [nested(levels - 1)])

  it('allow a body to nest a hundred levels in total, and no more', () => {
    expect(run({}, [{ op: 'add', path: '/a', value: nested(99) }])).toEqual({ a: nested(99) })
    expect(refusal({}, [{ op: 'add', path: '/a', value: nested(100) }])).toMatchObject({ status: 422 })
    expect(run({ a: nested(97) }, [{ op: 'move', from: '/a', path: '/b' }])).toEqual({ b: nested(97) })
    const within = { a: nested(97), b: [[]] }
    expect(run(within, [{ op: 'copy', from: '/a', path: '/b/0/0' }])).toEqual({ a: nested(97), b: [[nested(97)]] })
    const deeper = { a: nested(98), b: [[]] }
    expect(refusal(deeper, [{ op: 'copy', from: '/a', path: '/b/0/0' }])).toMatchObject({ status: 422 })
  })

  it('let it have a thousand operations, and no more', () => {
    const tests = (count: number): JsonValue =>
      Array.from({ length: count }, () => ({ op: 'test', path: '', value: 1 }))
    expect(run(1, tests(1000))).toBe(1)
    expect(refusal(1, tests(1001))).toMatchObject({ status: 413, code: 'too-long' })
  })

  it('let it handle a quarter of a million values, and no more', () => {
    // Each copy handles the list and its items: 1000 values; the first thousand is the value itself.
    const value = { a: Array.from({ length: 998 }, () => 0), b: 0 }
    const spent = 1 + 999 + 1
    const copies = Array.from({ length: 248 }, () => ({ op: 'replace', path: '/b', value: value.a }))
    const left = 250_000 - spent - 248 * 999
    const last = (length: number) => [{ op: 'replace', path: '/b', value: Array.from({ length: length - 1 }, () => 0) }]
    const half = Math.floor(left / 2)
    expect(run(value, [...copies, ...last(half), ...last(left - half)])).toMatchObject({ a: value.a })
    const rejected = refusal(value, [...copies, ...last(half), ...last(left - half + 1)])
    expect(rejected).toMatchObject({ status: 413, code: 'too-costly' })
  })

  it('let it copy sixteen million characters, the patched value included, and no more', () => {
    const text = 'x'.repeat(1024 * 1024)
    const copies = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ op: 'copy', from: '/a', path: `/${at}` }))
    expect(Object.keys(run({ a: text }, copies(15)) as object)).toHaveLength(16)
    expect(refusal({ a: text }, copies(16))).toMatchObject({ status: 413, code: 'too-costly' })
  })

  it('let a pointer have four thousand characters, and no more', () => {
    const pointer = (length: number): JsonValue => [{ op: 'add', path: `/${'a'.repeat(length - 1)}`, value: 1 }]
    expect(run({}, pointer(4000))).toEqual({ ['a'.repeat(3999)]: 1 })
    expect(refusal({}, pointer(4001))).toMatchObject({ status: 400, code: 'structure' })
    const from: JsonValue = [{ op: 'move', from: '/a'.repeat(5000), path: '/b' }]
    expect(refusal({}, from).message.length).toBeLessThan(1000)
  })

  it('let it pause between operations that handle many values', () => {
    const value = { a: Array.from({ length: 998 }, () => 0) }
    const copies: JsonValue = Array.from({ length: 200 }, () => ({ op: 'copy', from: '/a', path: '/b' }))
    expect([...applyPatch(value, parsePatch(copies))].length).toBeGreaterThan(5)
  })

  it('charge in thousands, from the first value on', () => {
    const paid = (count: number): number => {
      let sum = 0
      const patch = parsePatch([{ op: 'add', path: '/a', value: Array.from({ length: count }, () => 0) }])
      finish(
        applyPatch({}, patch, (values) => {
          sum += values
        }),
      )
      return sum
    }
    expect([paid(0), paid(997), paid(998), paid(999), paid(5000)]).toEqual([1000, 1000, 1000, 2000, 6000])
  })
})

describe('JSON Patch, compared with another implementation', () => {
  const key = fc.constantFrom('a', 'b', '0', '1', 'x/y', 'm~n', '')
  const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom<JsonValue>(null, true, 0, 1, '', 'a'),
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(key, tie('json'), { maxKeys: 4 }).map((value) => ({ ...value })),
    ),
  }))
  const plain = json.map((value): JsonValue => JSON.parse(JSON.stringify(value)))

  it('applies a difference, so that one value becomes the other', () => {
    fc.assert(
      fc.property(plain, plain, (from, to) => {
        const patch: JsonValue = JSON.parse(JSON.stringify(rfc6902.createPatch(from, to)))
        expect(run(from, patch)).toEqual(to)
      }),
      { numRuns: 100 * inject('scale') },
    )
  })

  it('produces the same results, except that it rejects a missing target', () => {
    const token = fc.oneof({ weight: 4, arbitrary: key }, { weight: 1, arbitrary: fc.constantFrom('-', '2', '00') })
    const tokens = fc.array(token, { maxLength: 3 })
    const steps = fc.oneof(
      fc.record({ op: fc.constantFrom('add', 'replace', 'test', 'remove'), from: fc.constant([]), path: tokens }),
      fc.record({ op: fc.constantFrom('move', 'copy'), from: tokens, path: tokens }),
    )
    const formatPointer = (path: readonly string[]) =>
      ['root', ...path].map((each) => `/${each.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
    const seen = { done: 0, rejected: 0 }
    fc.assert(
      fc.property(plain, plain, steps, (inner, value, { op, from, path }) => {
        const root: JsonValue = { root: inner }
        const operation = { op, path: formatPointer(path), from: formatPointer(from), value }
        let ours: JsonValue | undefined
        try {
          ours = run(root, [operation])
        } catch (error) {
          if (!(error instanceof FhirError)) throw error
        }
        if (ours !== undefined) {
          const other = JSON.parse(JSON.stringify(root))
          // The other implementation resolves the target of a move before removing; the standard removes first.
          const moved = find(inner, from)
          const steps =
            op === 'move' && moved !== undefined
              ? [
                  { op: 'remove', path: operation.from },
                  { op: 'add', path: operation.path, value: moved },
                ]
              : [operation]
          const errors = rfc6902.applyPatch(other, JSON.parse(JSON.stringify(steps)))
          expect(errors.filter((error) => error !== null)).toEqual([])
          expect(ours).toEqual(other)
          seen.done++
        } else seen.rejected++
        const target = find(inner, path)
        if (op === 'remove' || op === 'replace') expect(ours === undefined).toBe(target === undefined)
        if (op === 'test') expect(ours === undefined).toBe(!isDeepStrictEqual(target, value))
        if (op === 'add') expect(ours === undefined).toBe(!canHold(inner, path))
        if (op === 'copy') expect(ours === undefined).toBe(find(inner, from) === undefined || !canHold(inner, path))
      }),
      { numRuns: 200 * inject('scale') },
    )
    expect(Math.min(seen.done, seen.rejected)).toBeGreaterThan(5 * inject('scale'))
  })

  const find = (value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined => {
    const [first, ...rest] = path
    if (first === undefined) return value
    if (typeof value !== 'object' || value === null) return undefined
    // The keys of a list are its indexes as JSON Patch writes them.
    const member = new Map(Object.entries(value)).get(first)
    return member === undefined ? undefined : find(member, rest)
  }

  const canHold = (value: JsonValue, path: readonly string[]): boolean => {
    const last = path.at(-1)
    if (last === undefined) return true
    const parent = find(value, path.slice(0, -1))
    if (Array.isArray(parent))
      return last === '-' || last === String(parent.length) || Object.keys(parent).includes(last)
    return typeof parent === 'object' && parent !== null
  }

  const isDeepStrictEqual = (left: JsonValue | undefined, right: JsonValue): boolean =>
    left !== undefined && rfc6902.createPatch(left, right).length === 0
})
