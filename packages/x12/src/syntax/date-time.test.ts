import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isDate, isDateRange, isTime } from './date-time.js'

it.each([
  ['20240229', true],
  ['20230229', false],
  ['19000229', false],
  ['20000229', true],
  ['22000229', false],
  ['20260431', false],
  ['20261301', false],
  ['20260100', false],
  ['2026011', false],
])('%s is a date: %s', (text, expected) => {
  expect(isDate(text)).toBe(expected)
})

it('accepts only dates that exist in the calendar', () => {
  const range = { min: new Date(Date.UTC(1000, 0, 1)), max: new Date(Date.UTC(9999, 11, 31)), noInvalidDate: true }
  fc.assert(
    fc.property(fc.date(range), (date) => {
      expect(isDate(date.toISOString().slice(0, 10).replaceAll('-', ''))).toBe(true)
    }),
  )
  fc.assert(
    fc.property(
      fc.integer({ min: 1900, max: 2100 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
      (year, month, day) => {
        const text = `${year}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`
        const date = new Date(Date.UTC(year, month - 1, day))
        expect(isDate(text)).toBe(date.toISOString().slice(0, 10).replaceAll('-', '') === text)
      },
    ),
  )
})

it('reads ranges and times', () => {
  expect(isDateRange('20260101-20261231')).toBe(true)
  expect(isDateRange('20260101-20261331')).toBe(false)
  expect(isDateRange('20260101')).toBe(false)
  expect(['0000', '2359', '235959', '23595912', '1', '2400', '1260', '12345'].map(isTime)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
