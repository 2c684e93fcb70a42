import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { compileFact, type Fact, FactError } from './fact.js'
import { readStatement, type Truth } from './statement.js'

/** Characters of a hostile text: in the soak, as many as a text may have. */
const length = Math.min(100_000, 10_000 * inject('scale'))

function says(text: string, ...all: readonly Fact[]): Truth {
  return readStatement(text, { all: all.map(compileFact), none: [] })
}

const facts: readonly Fact[] = [
  { words: ['approved', 'not denied'] },
  { words: ['Zoe Desai', 'pain, low back', 'potassium'] },
  { quantity: 6.7, unit: 'mmol/L' },
  { quantity: 1 },
  { date: '2024-05-06' },
  { time: '14:30' },
  { code: 'M17.11' },
]

const parts = [
  'not',
  'no',
  'approved',
  'denied',
  ',',
  '.',
  '?',
  ':',
  '(',
  ')',
  '-',
  '\n',
  ' ',
  '6.7',
  'mmol/L',
  '1,250',
  '05/06/2024',
  'May',
  '2:30',
  'pm',
  'before',
  'M17.11',
  'and',
  'or',
  'x10^9/L',
  'Zoe',
  'Desai',
  '½',
  '$',
  'thousand',
  'is',
  'negative',
  '≠',
  '²',
  '\u0338',
  '\ud800',
  'actually',
  'that is false',
  'disregard the above',
  'scratch that',
  'none of this is true',
  'potassium',
  '☐',
  '[ ]',
  '~~',
  '<del>',
  '</del>',
  'to be',
  '&gt;',
]
const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...parts), { maxLength: 60 }).map((list) => list.join(' ')),
  fc.array(fc.constantFrom(...parts), { maxLength: 60 }).map((list) => list.join('')),
)

describe('a statement', () => {
  it('is read from any text, always with the same result', () => {
    fc.assert(
      fc.property(anything, (text) => {
        for (const fact of facts) expect(says(text, fact)).toBe(says(text, fact))
      }),
      { numRuns: 40 * inject('scale') },
    )
  })

  it('does not depend on the order of the facts', () => {
    fc.assert(
      fc.property(anything, fc.shuffledSubarray([...facts]), (text, some) => {
        expect(says(text, ...some)).toBe(says(text, ...some.toReversed()))
      }),
      { numRuns: 30 * inject('scale') },
    )
  })

  it('does not depend on the case of words', () => {
    const words = fc.array(fc.constantFrom('approved', 'not', 'denied', ',', 'no', 'but', 'and', 'is', 'may be'), {
      maxLength: 12,
    })
    const fact: Fact = { words: ['approved'] }
    fc.assert(
      fc.property(words, (list) => {
        const text = list.join(' ')
        expect(says(text.toUpperCase(), fact)).toBe(says(text, fact))
      }),
      { numRuns: 40 * inject('scale') },
    )
  })

  it('is undecided for texts that are too long', () => {
    expect(says('approved '.repeat(11_000), { words: ['approved'] })).toBe(true)
    expect(says('approved '.repeat(12_000), { words: ['approved'] })).toBeUndefined()
  })

  it.each([
    'no a, ',
    'not ',
    '1/',
    '1 1/2 ',
    '(',
    'a: no, ',
    'and ',
    'one hundred and ',
    '1,',
    '\n',
    'May 1 ',
    '5 mg/',
    'no (',
    'is ',
    'Not true. ',
    'that is false: ',
    'None of this is true. ',
    'the following is false: ',
    'actually 1, ',
    'potassium is 1. ',
    'was reported in error ',
    'May 1, actually May 2, ',
    '2:30 to ',
    'before ',
    '☐ a ',
    'approved [ ] ',
    '[ ] | ',
    '~~a ',
    '<del>',
    '<s>a</s> ',
    '0 of ',
    'to be ',
    'approved in error ',
    'Not:\n- ',
    'March 1, 2, ',
    'a b c ',
    'po-\nsi',
    '&#111;',
    'a\u0336',
    'at least 1, ',
  ])('reads %j, repeated, as it reads any other text', (part) => {
    const text = part.repeat(Math.floor(length / part.length))
    for (const fact of facts) expect([true, false, undefined]).toContain(says(text, fact))
  })
})

it.each<[Fact, string]>([
  [{ words: ['ok', '?!'] }, 'words'],
  [{ quantity: Number.NaN }, 'quantity'],
  [{ quantity: 1, unit: 'furlong' }, 'unit'],
  [{ date: '2024-13' }, 'date'],
  [{ date: '05/06/2024' }, 'date'],
  [{ time: '24:00' }, 'time'],
  [{ code: '-' }, 'code'],
])('the fact %j is refused for its %s', (fact, member) => {
  expect(() => compileFact(fact)).toThrow(expect.objectContaining({ name: FactError.name, member }))
})
