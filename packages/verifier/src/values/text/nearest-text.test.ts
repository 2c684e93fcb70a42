import type { JsonValue } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { describeNearest } from './nearest-text.js'

it.each<[JsonValue, readonly JsonValue[], string | undefined]>([
  ['12', ['x', 12], 'The nearest is 12, of another type.'],
  [1, ['1'], 'The nearest is "1", of another type.'],
  ['PA-12 ', ['PA-99', 'pa 12'], 'The nearest is "pa 12", which differs in case, spaces or punctuation.'],
  ['M-1042', ['M-2042', 'M-10421', 'M-9'], 'The nearest is "M-2042".'],
  ['M-1042', ['M-8888', 'N-1043'], 'The nearest is "N-1043".'],
  ['M-1042', ['M-0142', 'M-9942'], 'The nearest is "M-0142".'],
  ['M-1042', ['X-8888', 'x'.repeat(500), null], undefined],
  ['ab', ['cd'], undefined],
  [1, [2], undefined],
])('finds the nearest text to %j among %j', (wanted, values, sentence) => {
  expect(describeNearest(wanted, values)).toBe(sentence)
})
