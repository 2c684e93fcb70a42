import { expect, it } from 'vitest'
import { readTokens } from '../tokens/token.js'
import { splitParts } from './part.js'
import { readRetractions } from './retraction.js'
import { readStances } from './stance.js'

/** The stance of every XX and 7 in a text: + affirmed, - negated, ? open, ! taken back; in brackets for values only. */
function writeStances(text: string): string {
  const tokens = readTokens(text)
  const standings = readRetractions(tokens, splitParts(tokens), readStances(tokens))
  const signs = { affirmed: '+', negated: '-', open: '?', retracted: '!' }
  return tokens
    .map(({ raw }, index) => {
      if (raw !== 'XX' && raw !== '7') return ''
      const { stance, valuesOnly } = standings[index] ?? { stance: 'affirmed' }
      return valuesOnly === true ? `(${signs[stance]})` : signs[stance]
    })
    .join('')
}

it.each([
  ['XX. XX. That is not so. XX.', '+!+'],
  ['XX. XX. None of this is true. XX.', '!!+'],
  ['XX, XX, not true, XX', '!!+'],
  ['XX. Not true. Please disregard. XX.', '?+'],
  ['not XX. That is false.', '?'],
  ['XX. Is this an error?', '?'],
  ['XX. Is this an error? No.', '+'],
  ['XX. This may be a mistake.', '?'],
  ['XX 7 was reported in error.', '(-)(-)'],
  ['XX was reported in error.', '-'],
  ['XX 7 is wrong.', '(!)(!)'],
  ['XX 7 is not wrong.', '++'],
  ['XX 7 may be wrong.', '(?)(?)'],
  ['XX 7 (scratch that, 8)', '++'],
  ['XX. Correction: Y.', '!'],
  ['XX. Correction of the number: Y.', '+'],
  ['XX. I meant Y.', '!'],
  ['The following is false: XX. XX.\n\nXX.', '--+'],
  ['This is false: XX. XX.', '!+'],
  ['If you are not the recipient, disregard this message. XX', '+'],
  ['XX. If this was received in error, please disregard this message.', '+'],
  ['XX. Do not disregard this.', '+'],
])('reads %j as %s', (text, stances) => {
  expect(writeStances(text)).toBe(stances)
})
