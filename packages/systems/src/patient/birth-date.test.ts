import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { datesSaid, sayDate } from './birth-date.js'

describe('datesSaid', () => {
  it.each([
    '1985-03-04',
    'It is 1985/3/4, right?',
    '03/04/1985',
    '3-4-1985',
    '3.4.1985',
    '03041985',
    '19850304',
    'born March 4, 1985',
    'March 4th 1985.',
    'MARCH THE 4TH, 1985',
    'Mar. 4 1985',
    '4 March 1985',
    'the 4th of March, 1985',
    '4th of mar 1985',
    '3/4/85',
  ])('reads %j', (text) => expect(datesSaid(text)).toContain('1985-03-04'))

  it('swaps day and month if there is no such month', () => {
    expect(datesSaid('31/10/1985')).toEqual(['1985-10-31'])
  })

  it.each([
    '',
    'May I ask',
    '13/13/1985',
    '2/30/1985',
    '555-010-0142',
    '+15550100142',
    '1985',
    'March 1985',
    '123/4/1985',
  ])('reads no date in %j', (text) => expect(datesSaid(text)).toEqual([]))

  it('reads every date in spoken and written form, within a sentence', () => {
    const aDay = fc
      .date({ min: new Date('1901-01-01'), max: new Date('2025-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    const aWay = fc.constantFrom<(date: string) => string>(
      (date) => date,
      sayDate,
      (date) => date.replaceAll('-', ''),
      (date) => date.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1'),
    )
    fc.assert(
      fc.property(
        aDay,
        aWay,
        fc.constantFrom('', 'Your date of birth is '),
        fc.constantFrom('', '.', ', is it?'),
        (day, way, before, after) => {
          expect(datesSaid(`${before}${way(day)}${after}`)).toContain(day)
        },
      ),
      { numRuns: 60 * inject('scale') },
    )
  })

  it('reads any text in bounded time, and returns only dates', () => {
    const noisy = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: fc.constantFrom(...'0123456789/. -'), maxLength: 60 }),
    )
    fc.assert(
      fc.property(noisy, (text) => {
        for (const date of datesSaid(text)) expect(new Date(date).toISOString().slice(0, 10)).toBe(date)
      }),
      { numRuns: 60 * inject('scale') },
    )
  })
})
