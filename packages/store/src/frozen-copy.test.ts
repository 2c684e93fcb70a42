import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { frozenCopy, frozenCopyInSteps, frozenInPlace } from './frozen-copy.js'

const made = [
  ['freezes a copy', frozenCopy],
  ['freezes the value itself', frozenInPlace],
] as const

describe.each(made)('a value that %s', (_, freeze) => {
  it('is the same JSON, frozen deeply, and is not copied again', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        const frozen = freeze(JSON.parse(text))
        expect(JSON.stringify(frozen)).toBe(text)
        expect(isFrozen(frozen)).toBe(true)
        expect(frozenCopy(frozen)).toBe(frozen)
        expect(frozenInPlace(frozen)).toBe(frozen)
      }),
    )
  })

  it.each([
    ['NaN', '/a/1/b/c', { a: [1, { 'b/c': Number.NaN }] }],
    ['() => 1', '/a/1', { a: [1, () => 1] }],
    ['undefined', '/a/0', { a: [undefined] }],
    ['Date', '/a/b', { a: { b: new Date(0) } }],
    ['10', 'the root', 10n],
  ])('rejects %s at %s', (got, place, value) => {
    expect(() => freeze(value)).toThrow(`got ${got} at ${place}.`)
  })
})

it('omits undefined members from a copy, and rejects them in place', () => {
  expect(Object.keys(frozenCopy({ a: undefined, b: 1 }))).toEqual(['b'])
  expect(() => frozenCopy({ a: undefined, b: [undefined] })).toThrow('got undefined at /b/0.')
  expect(() => frozenInPlace({ a: undefined, b: 1 })).toThrow('got undefined at /a.')
})

it('does not change the copied value', () => {
  const value = { a: [{ b: 1 }] }
  expect(frozenCopy(value)).not.toBe(value)
  expect(isFrozen(value)).toBe(false)
})

function isFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isFrozen)
}

describe('a copy in steps', () => {
  it.each([
    [
      'members',
      Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`k${at}`, { list: [at, undefined].slice(0, 1) }])),
    ],
    ['elements', Array.from({ length: 3000 }, (_, at) => ({ list: [at] }))],
  ])('pauses between many %s, and returns the same JSON', (_, many) => {
    const value = { call: { body: { json: { many, none: undefined } } } }
    const steps = frozenCopyInSteps(value)
    let pauses = 0
    let step = steps.next()
    for (; step.done !== true; step = steps.next()) pauses++
    expect(pauses).toBeGreaterThan(3000)
    expect(step.value).toEqual(frozenCopy(value))
    expect(isFrozen(step.value)).toBe(true)
  })
})
