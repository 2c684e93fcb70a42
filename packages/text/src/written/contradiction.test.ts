import { expect, it } from 'vitest'
import { findRevisions } from './contradiction.js'
import { WrittenText } from './written-text.js'

/** The values of a text that it takes back (!) or leaves open (?), where K is the subject. */
function writeRevisions(text: string): string {
  const written = new WrittenText(text)
  const subjects = written.tokens.flatMap(({ raw }, index) => (raw === 'K' ? [index] : []))
  const signs = { retracted: '!', open: '?' }
  return [...findRevisions(written, new Set(subjects))]
    .sort(([a], [b]) => a - b)
    .map(([start, { stance }]) => `${written.tokens[start]?.text}${signs[stance]}`)
    .join(' ')
}

it.each([
  ['K 1. Actually 2.', '1!'],
  ['K 1. Actually 1.', ''],
  ['K 1, Na 3. Actually 2.', '1? 3!'],
  ['K 1, Na 3. Actually, K is 2.', '1!'],
  ['K 1. Na is actually 2.', ''],
  ['K 1 mg. Actually 2 mL.', ''],
  ['K 1. Actually 2 doses.', ''],
  ['K 1, not actually 2', ''],
  ['K 1 (should be 2)', '1!'],
  ['K 1. K should be 2.', ''],
  ['K May 1, 2024, correction: May 2, 2024', 'may!'],
  ['K 1. K 2.', '1! 2!'],
  ['K 1 mg, 3 mL. K 2 mg.', '1! 2!'],
  ['K 1. Repeat K 2.', ''],
  ['K 1. K 2 yesterday.', ''],
  ['Visit 3: K 1. Visit 4: K 2.', ''],
  ['Labs: K 1. K 2.', '1! 2!'],
  ['K 1 paid. K 2 denied.', ''],
])('finds in %j: %s', (text, revisions) => {
  expect(writeRevisions(text)).toBe(revisions)
})
