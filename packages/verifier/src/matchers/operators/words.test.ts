import type { JsonValue } from '@carebench/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Findings } from '../../values/finding.js'
import { compileMatcher } from '../compile-matcher.js'
import { withoutCourtesies } from './courtesies.js'

function isCourtesy(word: string): boolean {
  return withoutCourtesies(word).trim() === ''
}

function makeMatcher(words: JsonValue) {
  const matcher = compileMatcher({ $words: words }, '', { findings: new Findings(), entityPaths: [] })
  return (text: unknown) => matcher?.(text as string, { entity: undefined })
}

it('accepts texts of only these words, and numbers in digits [matchers.words]', () => {
  const takes = makeMatcher(["St. Mary's", 'Núñez, born', 'on a.m.', 'th PA'])
  for (const text of [
    '',
    "ST MARY'S, on 12th: 9:30 a.m. (Nunez) —",
    'born 2026-03-12\non 1.5',
    'PA12345678',
    'St. Mary’s',
  ]) {
    expect(takes(text), text).toBe(true)
  }
  for (const text of ['on St. Mary x', 'onborn', 'twelve', '12x', 'о', '$5', 'on 💊', '½', 'on = 5', 5, null]) {
    expect(takes(text), String(text)).toBe(false)
  }
})

it('accepts only the given numbers, if there are any', () => {
  const takes = makeMatcher({ texts: ['born on', 'am'], numbers: ['1970-01-31', '9:30'] })
  for (const text of ['born 01/31/1970', 'on 1.31.1970 09:30 am']) expect(takes(text), text).toBe(true)
  for (const text of ['born 1971-01-31', 'on 9:45 am', 'on 930']) expect(takes(text), text).toBe(false)
})

it('leaves out whole phrases of greeting, thanks and farewell, and no part of them', () => {
  const takes = makeMatcher(['the desk', 'is', 'booked'])
  for (const text of [
    'Good morning, doctor. The desk.',
    'Hello, thank you for taking my call. Is the desk booked',
    "Good morning, ma'am. Booked. Thanks a lot.",
    'Thank you so much. Much appreciated. Goodbye.',
    'Dear Sir or Madam,\nThe desk is booked.\nMany thanks in advance,\nSincerely,\nthe desk',
    'Dear records department, booked. With kind regards, Signed: the desk',
    'Could you repeat that, please?',
  ]) {
    expect(takes(text), text).toBe(true)
  }
  for (const text of [
    'Thanks for nothing.',
    'Thank you for your lies',
    'Good for booked',
    'morning',
    'Dear Ada',
    'best',
  ]) {
    expect(takes(text), text).toBe(false)
  }
})

it('requires texts', () => {
  for (const $words of ['on', [], [5], {}, { texts: ['on'] }, { texts: ['on'], numbers: [5] }]) {
    const findings = new Findings()
    expect(compileMatcher({ $words }, '', { findings, entityPaths: [] })).toBeUndefined()
    expect(findings.list).toHaveLength(1)
  }
})

it('rejects any other word in any position', () => {
  const known = ['this', 'is', 'the', 'desk']
  const takes = makeMatcher(['this is', 'the desk'])
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...known, '12', ',')),
      fc.stringMatching(/^[a-z]{1,8}$/),
      fc.nat(),
      (words, other, at) => {
        expect(takes(words.join(' '))).toBe(true)
        const place = at % (words.length + 1)
        const text = [...words.slice(0, place), other, ...words.slice(place)].join(' ')
        expect(takes(text)).toBe(known.includes(other) || isCourtesy(other))
      },
    ),
  )
})
