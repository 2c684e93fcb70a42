import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Delimiters, standardDelimiters } from './delimiters.js'
import { escapeText, unescapeText } from './escape.js'

const standard = { delimiters: standardDelimiters, charset: 'utf-8' } as const
const odd: Delimiters = { field: '$', component: '*', repetition: '@', escape: '!', subcomponent: '%', truncation: '#' }

describe('unescapeText', () => {
  it.each([
    ['plain', 'plain'],
    ['\\F\\\\S\\\\T\\\\R\\\\E\\', '|^&~\\'],
    ['\\X41\\', 'A'],
    ['\\XC3A9\\', 'é'],
    ['\\Xc3a9\\', 'é'],
    ['\\XE9\\', 'é'],
    ['\\X0D0A\\', '\r\n'],
    ['\\X4\\', '\\X4\\'],
    ['\\X\\', '\\X\\'],
    ['a\\.br\\b\\H\\c\\N\\', 'a\\.br\\b\\H\\c\\N\\'],
    ['\\.br\\T\\.br\\', '\\.br\\T\\.br\\'],
    ['C:\\dir\\T\\', 'C:\\dir&'],
    ['end\\', 'end\\'],
    ['\\P\\', '\\P\\'],
  ])('turns %j into %j', (raw, text) => expect(unescapeText(raw, standard)).toBe(text))

  it('reads changed long texts again, each in its own encoding', () => {
    const [one, other] = ['\\X41\\'.repeat(5000), '\\XC3A9\\'.repeat(5000)]
    const latin = { ...standard, charset: 'iso-8859-1' } as const
    for (let round = 0; round < 2; round++) {
      expect(unescapeText(one, standard) === 'A'.repeat(5000)).toBe(true)
      expect(unescapeText(other, standard) === 'é'.repeat(5000)).toBe(true)
      expect(unescapeText(other, latin) === 'Ã©'.repeat(5000)).toBe(true)
    }
  })

  it('unescapes a long text once, however often it is read', () => {
    let reads = 0
    const watched: typeof standard = {
      ...standard,
      get delimiters() {
        reads++
        return standard.delimiters
      },
    }
    const long = '\\X41\\'.repeat(5000)
    unescapeText(long, watched)
    const first = reads
    expect(first).toBeGreaterThan(0)
    unescapeText(long, watched)
    expect(reads).toBe(first)
  })

  it('decodes hexadecimal in the character set of the message', () => {
    expect(unescapeText('\\XC3A9\\', { ...standard, charset: 'iso-8859-1' })).toBe('Ã©')
  })
})

describe('escapeText', () => {
  it('writes two quotes in hexadecimal, and rejects characters that it cannot write', () => {
    expect(escapeText('""', standardDelimiters)).toBe('\\X2222\\')
    expect(escapeText('a^b', { ...standardDelimiters, escape: '' })).toBeUndefined()
    expect(escapeText('a b', { ...standardDelimiters, escape: '' })).toBe('a b')
  })

  it('writes text without delimiters, line ends and frame bytes, which unescapeText restores', () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom(...'|^~\\&$*@!%#"FSTREX\r\n\v\x1c'), fc.string({ unit: 'binary', maxLength: 1 })),
    })
    fc.assert(
      fc.property(text, fc.constantFrom(standardDelimiters, odd), (value, delimiters) => {
        const escaped = escapeText(value, delimiters) ?? ''
        expect(unescapeText(escaped, { delimiters, charset: 'utf-8' })).toBe(value)
        for (const one of [
          delimiters.field,
          delimiters.component,
          delimiters.repetition,
          delimiters.subcomponent,
          '\r',
          '\n',
          '\v',
          '\x1c',
        ]) {
          expect(escaped).not.toContain(one)
        }
      }),
    )
  })
})
