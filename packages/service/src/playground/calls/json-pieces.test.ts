import { expect, it } from 'vitest'
import { jsonPieces } from './json-pieces.js'

const long = 'x"\n'.repeat(1_000_000)

it.each([
  ['a long text', long],
  ['few long texts', { a: [long, { b: long }], c: 1 }],
  ['many texts', Array.from({ length: 50_000 }, (_, number) => `${number}`.repeat(20))],
  ['many values', Array.from({ length: 100_000 }, (_, number) => ({ number }))],
  ['what JSON omits', { a: undefined, b: [undefined, {}], c: [] }],
])('writes %s as JSON.stringify does, in pieces of less than 2,000,000 characters', (_, value) => {
  const pieces = [...jsonPieces(value)]
  expect(pieces.join('') === JSON.stringify(value)).toBe(true)
  expect(pieces.every(({ length }) => length < 2_000_000)).toBe(true)
})
