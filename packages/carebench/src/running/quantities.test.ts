import { expect, it } from 'vitest'
import { parseNumber } from './quantities.js'

it('reads numbers as run files write them, including very small ones', () => {
  expect(['12.5', '0', '1e-9', String(0.1 + 0.2)].map(parseNumber)).toEqual([12.5, 0, 1e-9, 0.1 + 0.2])
  for (const text of ['', '-1', '1e999', 'Infinity', '0x10'])
    expect(() => parseNumber(text)).toThrow('Expected a number')
})
