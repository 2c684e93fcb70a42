import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findQuantity, WrittenText } from '../written/written-text.js'
import { parseExpectedUnit } from '../written/written-unit.js'
import { foldText } from './fold-text.js'
import { withoutMarkup } from './markup.js'

function readStance(text: string, value: number, unit?: string): string | undefined {
  const wanted = { value, unit: unit === undefined ? undefined : parseExpectedUnit(unit) }
  return findQuantity(new WrittenText(text), wanted)[0]?.stance
}

describe('a number and its unit', () => {
  it.each([
    'Potassium **6.7** mmol/L',
    'Potassium *6.7* mmol/L',
    'Potassium __6.7__ mmol/L',
    'Potassium _6.7_ mmol/L',
    'Potassium `6.7` mmol/L',
    'Potassium **6.7**mmol/L',
    '**Potassium `6.7` mmol/L**',
    '***Potassium: 6.7*** mmol/L',
    'Potassium <b>6.7</b> mmol/L',
    'Potassium <strong class="x">6.7</strong>&nbsp;mmol/L'.replace('&nbsp;', ' '),
    '<td>Potassium</td><td>6.7</td><td>mmol/L</td>',
    '| Potassium | 6.7 | mmol/L |',
    '| Potassium | **6.7** | mmol/L |',
    'Potassium 6.7\nmmol/L',
    'Potassium 6.7<br>mmol/L',
    'Potassium $6.7$ mmol/L',
    'Potassium $6.7\\,\\text{mmol/L}$',
    'Potassium 6\u200b.7 mm\u200dol/L',
  ])('are one amount in %s', (text) => {
    expect(readStance(text, 6.7, 'mmol/L')).toBe('affirmed')
    expect(readStance(text, 7.6, 'mmol/L')).toBeUndefined()
  })

  it('are not joined over a line break with a word, and asterisks in factors of ten are no emphasis', () => {
    expect(readStance('There were 5\nD. Alvarez called.', 5, 'd')).toBe('open')
    expect(readStance('Platelets 10*3/uL, white cells 4*10^9/L', 4e9, '/L')).toBe('affirmed')
  })
})

it.each([
  ['10*3/uL and 4*2', '10*3/uL and 4*2'],
  ['snake_case_name', 'snake_case_name'],
  ['It costs $5 or $6.', 'It costs $5 or $6.'],
  ['~~denied~~ <del>denied</del>', '~~denied~~ <del>denied</del>'],
  ['10<sup>9</sup>/L', '10^9/L'],
  ['5 < 6 and 7 > 6', '5 < 6 and 7 > 6'],
])('reads %s as %s', (text, plain) => {
  expect(withoutMarkup(text)).toBe(plain)
})

it('changes nothing of a text without such signs, and no letter or digit of any', () => {
  const letters = (text: string) => text.replace(/[^a-z0-9]/g, '')
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-f0-9 .|]{0,20}$/),
      fc.stringMatching(/^[a-f0-9 *_`$.]{0,30}$/),
      (plain, marked) => {
        expect(withoutMarkup(plain)).toBe(plain)
        expect(letters(withoutMarkup(marked))).toBe(letters(marked))
      },
    ),
  )
})

it.each([
  ['C$1,200', 'CAD'],
  ['CA$ 1,200', 'CAD'],
  ['A$1,200', 'AUD'],
  ['AU$1,200', 'AUD'],
  ['MX$1,200', 'MXN'],
  ['$1,200 CAD', 'CAD'],
  ['1,200 Canadian dollars', 'CAD'],
  ['US$1,200', 'USD'],
  ['USD $1,200', 'USD'],
  ['it is $1,200', 'USD'],
  ['$1,200 USD', 'USD'],
])('%s is an amount in %s', (text, currency) => {
  for (const one of ['USD', 'CAD', 'AUD', 'MXN']) {
    expect(readStance(text, 1200, one)).toBe(one === currency ? 'affirmed' : undefined)
  }
})

describe('a code that is also a medical abbreviation', () => {
  it.each([
    'INR 4.2, high',
    'PT/INR 4.2',
    'INR 4.2 today',
    '4.2 INR',
    'INR was 4.2 and the copay is $40',
    'The copay is $40; INR 4.2',
    'CHF 4.2',
    'CAD, 4.2',
    'AUD: 4.2',
    '| inr | 4.2 |',
  ])('is no currency in %s', (text) => {
    expect(readStance(text, 4.2)).toBe('affirmed')
  })

  it.each(['The copay is CAD 4.20', 'She paid 4.20 CAD', 'CAD 4.20 per visit fee', 'Fee (CAD): 4.20', '$4.20 CAD'])(
    'is a currency in %s',
    (text) => {
      expect(readStance(text, 4.2, 'CAD')).toBe('affirmed')
      expect(readStance(text, 4.2)).toBeUndefined()
    },
  )

  it('leaves a fact in its currency open without words about money', () => {
    expect(readStance('CAD 4.20', 4.2, 'CAD')).toBe('open')
  })
})

it.each(['HK$1,200', 'NZ$1,200', 'R$1,200', 'S$1,200', 'NT$1,200', 'XQ$1,200'])('%s is no amount in USD', (text) => {
  expect(readStance(text, 1200, 'USD')).toBeUndefined()
})

it('removes invisible characters', () => {
  expect(foldText('ap\u200bproved\u2060')).toBe('approved')
})
