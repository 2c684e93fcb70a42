import { createSeededRandom } from '@carebench/protocol'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { misread } from './misreading.js'
import { asPrinted } from './printable.js'

const numRuns = 50 * inject('scale')
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: fc.constantFrom(...'015O8SlIBhemrnc .,-é'), maxLength: 8 }),
      fc.constantFrom('\f', '\n'),
    ),
    {
      maxLength: 30,
    },
  )
  .map((words) => words.join(' '))

describe('a poor copy', () => {
  it('is read deterministically by seed, and exactly if nothing is misread', () => {
    const letter = 'Referral of Ada Okafor, MRN 90020018, born 1985-10-01, 10 mg of lisinopril'
    expect(misread(letter, 0, createSeededRandom(1))).toBe(letter)
    expect(misread(letter, 0.5, createSeededRandom(1))).toBe(misread(letter, 0.5, createSeededRandom(1)))
    expect(misread(letter, 1, createSeededRandom(1))).not.toBe(misread(letter, 1, createSeededRandom(2)))
    expect(misread(letter, 1, createSeededRandom(1))).not.toBe(letter)
  })

  it('misreads a single letter in a word of a million letters', () => {
    const read = misread('h'.repeat(1_000_000), 1, createSeededRandom(1))
    expect([read.length, read.replaceAll('h', '')]).toEqual([1_000_000, 'b'])
  })

  it('never shows a number that the text does not have, and keeps lines and pages', () => {
    fc.assert(
      fc.property(text, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(), (original, share, seed) => {
        const read = misread(original, share, createSeededRandom(seed))
        const numbers = (said: string) => said.split(/\s+/).filter((word) => /^[\d.,-]*\d[\d.,-]*$/.test(word))
        const known = new Set(numbers(original))
        expect(numbers(read).filter((number) => !known.has(number))).toEqual([])
        expect(read.replace(/[^\n\f]/g, '')).toBe(original.replace(/[^\n\f]/g, ''))
      }),
      { numRuns },
    )
  })
})

it('replaces characters that a fax cannot show with question marks', () => {
  expect(asPrinted('cafe\u0301 ≥ 5 µg – “x”\f€\u0007')).toBe('café ? 5 µg – “x”\f€?')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (said) => {
      const printed = asPrinted(said)
      expect(asPrinted(printed)).toBe(printed)
      expect(printed).toMatch(/^[\t\n\f\r -~\u00a0-\u00ff\u0100-\u02ff\u2010-\u20ff\u2122]*$/)
    }),
    { numRuns },
  )
})
