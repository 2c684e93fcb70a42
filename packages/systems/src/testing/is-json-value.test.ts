import { expect, it } from 'vitest'
import { isJsonValue } from './is-json-value.js'

it('accepts only what JSON preserves', () => {
  for (const value of [null, 0, '', [], {}, { constructor: { a: [1] } }, JSON.parse('{"__proto__":1}')]) {
    expect(isJsonValue(value)).toBe(true)
  }
  for (const value of [
    undefined,
    -0,
    Number.NaN,
    { a: undefined },
    [undefined],
    new Date(0),
    new Map(),
    new Array(2),
    () => 1,
  ]) {
    expect(isJsonValue(value)).toBe(false)
  }
})
