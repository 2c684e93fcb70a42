import { expect, it } from 'vitest'
import { InvalidLimitError, parseLimit } from './limit.js'

it('parses a limit', () => {
  expect(parseLimit(undefined)).toBe(20)
  expect(parseLimit(null)).toBe(20)
  expect(parseLimit('1')).toBe(1)
  expect(parseLimit('100')).toBe(100)
  expect(parseLimit('101')).toBe(100)
  expect(parseLimit('9'.repeat(400))).toBe(100)
  expect(parseLimit(7)).toBe(7)
  expect(parseLimit(1000)).toBe(100)
})

it('rejects anything but an integer of at least 1', () => {
  for (const value of ['', '0', '-1', '1.0', '1e2', ' 5', '+5', '0x10', 'ten', '٣', 0, -3, 1.5, Number.NaN]) {
    expect(() => parseLimit(value), String(value)).toThrow(InvalidLimitError)
  }
})
