import { expect, it } from 'vitest'
import { readTokens } from '../tokens/token.js'
import { readStances } from './stance.js'

/** The stance of every X in a text: + affirmed, - negated, ? open, ! retracted. */
function writeStances(text: string): string {
  const standings = readStances(readTokens(text))
  const signs = { affirmed: '+', negated: '-', open: '?', retracted: '!' }
  return readTokens(text)
    .map((token, index) => (token.raw === 'X' ? signs[standings[index]?.stance ?? 'affirmed'] : ''))
    .join('')
}

it.each([
  ['X, not X', '+-'],
  ['not X, X', '-+'],
  ['not X but X', '-+'],
  ['not X because of X', '-+'],
  ['not only X', '+'],
  ['no doubt X', '+'],
  ['no X, X, or X; X', '---+'],
  ['no X, X, X', '-??'],
  ['denies X, X, and X', '---'],
  ['neither X nor X', '--'],
  ['no X and X', '-?'],
  ['no X and she has X', '-+'],
  ['not without X', '+'],
  ['X rather than X', '+-'],
  ['no evidence of X. X', '-+'],
  ['X: no', '-'],
  ['X? No.', '-'],
  ['X? Yes.', '+'],
  ['X?', '?'],
  ['X was ruled out', '-'],
  ['ruled out X', '-'],
  ['X not detected', '-'],
  ['No. 5 X', '+'],
  ['may X', '?'],
  ['should X', '?'],
  ['you should X', '+'],
  ['you should not X', '-'],
  ['if you should X', '?'],
  ['could not X', '-'],
  ['may not X', '?'],
  ['if X, X', '?+'],
  ['was not\nX', '-'],
  ['not (yet) X', '-'],
  ['was not, however, X', '-'],
  ['No, X', '+'],
  ['patient denied X', '-'],
  ['payer denied X', '+'],
  ['X 5 mL. Not X', '+-'],
  ['nobody said X', '-'],
  ['none of the X', '-'],
  ['nothing but X', '+'],
  ['anything but X', '-'],
  ['it is false that X', '-'],
  ['X was not reported in error', '+'],
  ['do not ignore X', '+'],
  ['seen by Dr. A. Moss, no X', '-'],
])('reads %j as %s', (text, stances) => {
  expect(writeStances(text)).toBe(stances)
})
