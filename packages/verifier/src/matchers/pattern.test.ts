import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import { compileNextPattern, compilePattern, estimateSize, maxPatternWork, patternLimits } from './pattern.js'

describe('a pattern', () => {
  it.each([
    'PA-[0-9]{8}',
    '(?i)\\s*(?:left|right)\\s+(?:knee|hip)\\b.*',
    '\\pL{1,100}',
    `(?:${Array.from({ length: 250 }, (_, index) => `name${index}`).join('|')})`,
    '\\Qa{1000}\\E',
    '[[:alpha:]\\]{1000}]{2}',
    'a{',
  ])('of a size that people write compiles: %s', (text) => {
    expect(compilePattern(text)).toBeInstanceOf(RE2JS)
  })

  it.each([
    ['a'.repeat(patternLimits.characters + 1), 'it has 2001 characters; the maximum is 2000'],
    ['(a{1,10}){1,99}'.repeat(100), 'instructions; the maximum is 1000'],
    ['(?i)\\pL'.repeat(200), 'instructions; the maximum is 1000'],
    ['[\\pL\\pN]'.repeat(200), 'instructions; the maximum is 1000'],
    ['(?:(?:a{1,10}){1,10}){1,10}', 'it compiles to'],
    ['\\pL'.repeat(400), 'instructions; the maximum is 1000'],
  ])('beyond a limit is rejected with the limit: %.20s', (text, message) => {
    expect(() => compilePattern(text)).toThrow(message)
  })

  it('with a syntax error is rejected', () => {
    expect(() => compilePattern('(')).toThrow('missing closing )')
  })

  it.each([
    ['that compile', (n: number) => `${'a'.repeat(900)}${n}`],
    ['that are short', (n: number) => `a${n}`],
    ['that are refused one by one', (n: number) => `(a{1,10}){1,99}b${n}`],
  ])('of an assertion with many %s is rejected before they take long together', (_, patternOf) => {
    const spent = { patternWork: 0 }
    let tried = 0
    while (spent.patternWork <= maxPatternWork) {
      try {
        compileNextPattern(patternOf(tried++), spent)
      } catch (error) {
        expect(String(error)).toContain('instructions')
      }
    }
    expect(tried).toBeLessThan(2500)
    expect(() => compileNextPattern('a', spent)).toThrow('the maximum of one assertion')
    expect(compileNextPattern('a', { patternWork: 0 })).toBeInstanceOf(RE2JS)
  })

  it('may have other limits', () => {
    expect(() => compilePattern('abc', 0, { characters: 2, instructions: 9 })).toThrow('the maximum is 2')
    expect(() => compilePattern('abc', 0, { characters: 9, instructions: 2 })).toThrow('the maximum is 2')
  })
})

it.each(['(a{1,10}){1,99}', '((ab|c)+d?){9}', '\\x{41}{50}', '[^{}]{3,7}', '(?P<n>x{9})*', '.{5,}', 'a|b|c'])(
  'the estimate of %s is not far below the size',
  (text) => {
    expect(2 * estimateSize(text, 50) + 10).toBeGreaterThanOrEqual(RE2JS.compile(text).programSize() / 2)
  },
)
