import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { explainStatement, type Shortfall } from './explanation.js'
import { compileFact, type Fact } from './fact.js'
import { readStatement } from './statement.js'

const potassium: Fact = { quantity: 6.4, unit: 'mmol/L' }
const approved: Fact = { words: ['approved', 'authorized', 'granted'] }

function explain(text: string, all: readonly Fact[], none: readonly Fact[] = []): readonly Shortfall[] {
  return explainStatement(text, { all: all.map(compileFact), none: none.map(compileFact) })
}

const plain = { passage: undefined, instead: [] }

describe('an explanation', () => {
  it.each<[string, readonly Fact[], readonly Fact[], readonly Partial<Shortfall>[]]>([
    ['K 6.4 mmol/L', [potassium], [], []],
    [
      'Potassium is 4.6 mmol/L, creatinine 1.1 mg/dL.',
      [potassium],
      [],
      [{ what: 'not-said', fact: '6.4 mmol/L', passage: undefined, instead: ['4.6 mmol/L'] }],
    ],
    [
      'The potassium was about 6.4 mmol/L today.',
      [potassium],
      [],
      [{ what: 'open', fact: '6.4 mmol/L', passage: 'potassium was about 6.4 mmol/L', instead: [] }],
    ],
    [
      'It was not approved by the payer.',
      [approved],
      [],
      [{ what: 'not-said', fact: '"approved" or "authorized" or 1 synonym', passage: 'not approved by the payer' }],
    ],
    [
      'All values are normal.',
      [potassium],
      [{ words: ['normal'] }],
      [
        { what: 'not-said', fact: '6.4 mmol/L', ...plain },
        { what: 'said', fact: '"normal"', passage: 'normal' },
      ],
    ],
    ['Approved? 4.6 mmol/L', [approved, potassium], [], [{ what: 'not-said', fact: '6.4 mmol/L' }]],
    ['Born 05/06/1970', [{ date: '1968-05-14' }], [], [{ fact: '1968-05-14', instead: ['05/06/1970'] }]],
    ['It costs $5.', [{ quantity: 6, unit: 'USD' }], [], [{ fact: '6 USD', instead: ['$5'] }]],
    ['M17.12', [{ code: 'M17.11' }], [], [{ fact: 'code M17.11', ...plain }]],
    ['x'.repeat(100_001), [], [{ words: ['normal'] }], [{ what: 'open', fact: '"normal"', ...plain }]],
  ])('of %j', (text, all, none, expected) => {
    expect(explain(text, all, none)).toMatchObject(expected)
    expect(explain(text, all, none)).toHaveLength(expected.length)
  })

  it('exists exactly if a text does not fulfil its statement', () => {
    const words = fc.array(
      fc.constantFrom('approved', 'not', ',', '?', '.', 'about', '6.4', 'mmol/L', '4.6', 'normal', 'but', 'no', '\n'),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(words, (list) => {
        const text = list.join(' ')
        const statement = { all: [approved, potassium].map(compileFact), none: [compileFact({ words: ['normal'] })] }
        const shortfalls = explainStatement(text, statement)
        const truth = readStatement(text, statement)
        expect(shortfalls.length === 0).toBe(truth === true)
        expect(shortfalls.every(({ what }) => (what === 'open') === (truth === undefined))).toBe(true)
      }),
      { numRuns: 200 * inject('scale') },
    )
  })
})
