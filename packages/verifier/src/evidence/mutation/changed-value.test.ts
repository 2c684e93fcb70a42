import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextCode, otherTextThan, otherValue, shiftDate } from './changed-value.js'

it.each<[string, string | undefined]>([
  ['2026-02-28', '2026-03-01'],
  ['2024-02-28', '2024-02-29'],
  ['2026-12-31', '2027-01-01'],
  ['2026-03-02T23:30:00.000Z', '2026-03-03T23:30:00.000Z'],
  ['2026-03-02T09:00:00+02:00', '2026-03-03T09:00:00+02:00'],
  ['2026-03', undefined],
  ['2026-13-01', undefined],
  ['9999-12-31', undefined],
  ['20260302', undefined],
  ['on 2026-03-02', undefined],
])('shifts %s by a day if it is a date: %s', (text, expected) => {
  expect(shiftDate(text)).toBe(expected)
})

it.each<[string, string | undefined]>([
  ['20260228', '20260301'],
  ['202602282315', '202603012315'],
  ['20260228231501.5+0100', '20260301231501.5+0100'],
  ['2026022', undefined],
  ['18991231', undefined],
  ['20261301', undefined],
  ['2026-02-28', '2026-03-01'],
])('shifts %s of a message by a day if it is a date: %s', (text, expected) => {
  expect(shiftDate(text, true)).toBe(expected)
})

it.each([
  ['72148', '72149'],
  ['M54.19', 'M54.10'],
  ['final', 'finam'],
  ['Z', 'A'],
  ['a/z?', 'a/a?'],
  ['', 'x'],
  ['*', '*x'],
])('turns the code %j into %j', (text, expected) => {
  expect(nextCode(text)).toBe(expected)
})

it.each([
  [true, { verb: 'change', how: 'to false', value: false }],
  [7.5, { verb: 'change', how: 'to 8.5', value: 8.5 }],
  [1e300, { verb: 'change', how: 'to 0', value: 0 }],
  ['1974-08-19', { verb: 'shift', how: 'by a day', value: '1974-08-20' }],
  ['final', { verb: 'change', how: 'to "finam"', value: 'finam' }],
  ['two words', { verb: 'change', how: 'to another text', value: otherTextThan('two words') }],
])('changes %j', (value, expected) => {
  expect(otherValue(value)).toEqual(expected)
})

describe('any value', () => {
  const value = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
  )

  it('becomes another value of its type, deterministically', () => {
    fc.assert(
      fc.property(value, fc.boolean(), (original, compact) => {
        const changed = otherValue(original, compact)
        expect(changed.value).not.toBe(original)
        expect(typeof changed.value).toBe(typeof original)
        expect(otherValue(original, compact)).toEqual(changed)
      }),
    )
  })

  it('stays a valid date if it was one', () => {
    const date = fc.date({ min: new Date('1900-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(date, (original) => {
        const shifted = shiftDate(original.toISOString()) ?? ''
        expect(Date.parse(shifted) - original.getTime()).toBe(86_400_000)
        const day = original.toISOString().slice(0, 10).replaceAll('-', '')
        expect(shiftDate(day, true)).toBe(shifted.slice(0, 10).replaceAll('-', ''))
      }),
    )
  })
})

it('returns a different text for every text', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.constant(otherTextThan(''))), (text) => otherTextThan(text) !== text))
})
