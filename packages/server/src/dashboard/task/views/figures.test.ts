import { expect, it } from 'vitest'
import { describeCap, formatChance } from './figures.js'

it.each([
  [0.5, 0.91, ['a', 'b'], '0.50, capped by “a”, “b”; 0.91 before'],
  [0.5, null, ['a'], '0.50, capped by “a”'],
  [0.24, 0.24, ['a'], null],
  [0.2401, 0.2403, ['a'], null],
  [1, 1, [], null],
])('says that the score %d of %s is capped by %j only if it is lower: %s', (score, rawScore, cappedBy, text) => {
  expect(describeCap({ score, rawScore, cappedBy })).toBe(text)
})

it('prints no p-value for fewer than six tasks or families', () => {
  expect(formatChance(0.03, 6)).toBe('p = 0.030')
  expect(formatChance(0.06, 5)).toBe('no p-value: 5 tasks of both, at least 6 are needed for one')
  expect(formatChance(0.06, 1, 'family')).toBe('no p-value: 1 family of both, at least 6 are needed for one')
  expect(formatChance(0.06, 2, 'family')).toBe('no p-value: 2 families of both, at least 6 are needed for one')
})
