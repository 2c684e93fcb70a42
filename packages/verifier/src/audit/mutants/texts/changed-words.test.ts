import { expect, it } from 'vitest'
import { describeChangedWords } from './changed-words.js'

it.each([
  [
    'The potassium of Ana is critical today, call her.',
    'The potassium of Ana is normal today, call her.',
    '"…Ana is critical today,…" → "…Ana is normal today,…"',
  ],
  ['It was sent.', 'It was not sent.', '"It was sent." → "It was not sent."'],
  ['Call us.', 'Call us. None of this is true.', '"Call us." → "Call us. None of this is true."'],
  ['a', 'b', '"a" → "b"'],
  ['x x', 'x x x', '"x x" → "x x x"'],
  [
    'high 1 2 3 4 5 6 7 8 9 10 11 12 13 low',
    'low 1 2 3 4 5 6 7 8 9 10 11 12 13 high',
    '"high 1 2 3 4 5 6 7 8 9 10 11…" → "low 1 2 3 4 5 6 7 8 9 10 11…"',
  ],
])('describes the change of %j to %j', (text, other, shown) => {
  expect(describeChangedWords(text, other)).toBe(shown)
})
