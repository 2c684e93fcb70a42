import { finish } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { keptSize } from './kept-size.js'

function size(value: unknown): number {
  return finish(keptSize(value))
}

it('counts the memory of empty objects, not their two characters', () => {
  const empties = Array.from({ length: 1000 }, () => ({}))
  expect(size(empties)).toBeGreaterThan(20 * JSON.stringify(empties).length)
})

it('counts every character of strings, but repeated long strings once', () => {
  expect(size('x'.repeat(5000)) - size('')).toBe(5000)
  expect(size(['x'.repeat(500), 'x'.repeat(500)]) - size(['', ''])).toBe(1000)
  expect(size(['x'.repeat(5000), { a: ['x'.repeat(5000)] }]) - size(['', { a: [''] }])).toBe(5000)
})

it('counts values of any depth', () => {
  const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
  expect(size(deep)).toBe(5000 * size([]))
  expect(size(null)).toBe(size(12))
})
