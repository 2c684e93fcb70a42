import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { foldForms, foldInSteps, foldText } from './fold-text.js'

const step = 64 * 1024

describe('foldText', () => {
  it.each([
    ['  Müller-Lüdenscheidt,  ANN ', 'muller ludenscheidt ann'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδος', 'οδοσ'],
    ['İstanbul', 'istanbul'],
    [' .-', ''],
  ])('folds %j', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  it.each([
    ["O'Brien", ['o brien', 'obrien']],
    ['D’Angelo-Smith', ['d angelo smith', 'dangelosmith', 'dangelo smith']],
    ['St. John  Ann', ['st john ann', 'stjohn ann']],
    ['Ann  Doe', ['ann doe']],
    ['İpek—Ömer', ['ipek omer', 'ipekomer']],
  ])('folds %j in the forms %j', (text, forms) => {
    expect(foldForms(text)).toEqual(forms)
  })

  it('folds a long text as its words, wherever it is cut', () => {
    const words = ['  Ann', 'é', 'Σ', '𐐀', ' ', '-']
    for (const word of words) {
      for (const before of ['', 'x', ' ']) {
        const text = `${before.padStart(step - 1, 'b')}${word}${word} end`
        const parts = [text.slice(0, 1000), text.slice(1000)].map((part) => `b${part}b`)
        const [first = '', second = ''] = parts.map((part) => foldText(part).slice(1, -1))
        expect(foldText(text)).toBe(first + second)
      }
    }
  })

  it('folds the beginning of a text as that of the whole', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'B', 'é', 'Σ', ' ', '-', '\u0301', '𐐀'), maxLength: 400 })
    fc.assert(
      fc.property(
        text,
        fc.nat({ max: 80 }),
        fc.constantFrom('spaced' as const, 'joined' as const, 'elided' as const),
        (whole, most, form) => {
          expect(foldText(whole, most, form)).toBe(foldText(whole, undefined, form).slice(0, most))
        },
      ),
      { numRuns: 40 * inject('scale') },
    )
  })

  it('takes a step for each 64 Ki characters', () => {
    const steps = foldInSteps('ab'.repeat(step))
    let count = 0
    for (let next = steps.next(); next.done !== true; next = steps.next()) count++
    expect(count).toBe(1)
  })
})
