import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { alignLists } from './align-lists.js'

it('aligns common elements, and keeps every element once and in order', () => {
  const keys = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 })
  fc.assert(
    fc.property(keys, keys, (before, after) => {
      const pairs = alignLists(before, after)
      expect(pairs.flatMap((pair) => pair.before ?? [])).toEqual(before.map((_, index) => index))
      expect(pairs.flatMap((pair) => pair.after ?? [])).toEqual(after.map((_, index) => index))
      const common = pairs.filter((pair) => pair.before !== null && pair.after !== null)
      for (const pair of common) expect(before[pair.before as number]).toBe(after[pair.after as number])
      expect(common).toHaveLength(longestCommon(before, after))
    }),
    { numRuns: 50 * inject('scale') },
  )
})

function longestCommon(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0
  if (a[0] === b[0]) return 1 + longestCommon(a.slice(1), b.slice(1))
  return Math.max(longestCommon(a.slice(1), b), longestCommon(a, b.slice(1)))
}

it('aligns only the equal ends of lists that are too long', () => {
  const long = (name: string) => ['first', ...Array.from({ length: 3000 }, (_, index) => `${name}${index}`), 'last']
  const pairs = alignLists(long('a'), long('b'))
  expect(pairs).toHaveLength(6002)
  expect([pairs[0], pairs.at(-1)]).toEqual([
    { before: 0, after: 0 },
    { before: 3001, after: 3001 },
  ])
})
