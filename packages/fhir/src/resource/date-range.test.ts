import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDateRange, readDateRanges } from './date-range.js'

function range(start: string, end: string) {
  return { start: Date.parse(start), end: Date.parse(end) }
}

describe('parseDateRange', () => {
  it.each<[string, string, string]>([
    ['2026', '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    ['2026-12', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    ['2024-02-29', '2024-02-29T00:00:00Z', '2024-03-01T00:00:00Z'],
    ['2026-01-05T09:30', '2026-01-05T09:30:00Z', '2026-01-05T09:31:00Z'],
    ['2026-01-05T09:30:15Z', '2026-01-05T09:30:15Z', '2026-01-05T09:30:16Z'],
    ['2026-01-31T09:30:15Z', '2026-01-31T09:30:15Z', '2026-01-31T09:30:16Z'],
    ['2026-01-05T09:30:15-05:00', '2026-01-05T14:30:15Z', '2026-01-05T14:30:16Z'],
    ['2026-01-05T09:30:15.250Z', '2026-01-05T09:30:15.250Z', '2026-01-05T09:30:15.251Z'],
    ['2026-01-05T09:30:15.2+05:30', '2026-01-05T04:00:15.200Z', '2026-01-05T04:00:15.300Z'],
    ['0099', '0099-01-01T00:00:00Z', '0100-01-01T00:00:00Z'],
  ])('reads %s', (text, start, end) => {
    expect(parseDateRange(text)).toEqual(range(start, end))
  })

  it.each([
    '',
    '26',
    '2026-13',
    '2026-00-01',
    '2026-02-29',
    '2026-01-05T24:00:00Z',
    '2026-01-05T09:60:00Z',
    '2026-01-05 09:00:00Z',
    '20260105',
    '2026-01-05T09:00:00+25:00',
  ])('rejects "%s"', (text) => {
    expect(parseDateRange(text)).toBeUndefined()
  })

  it('agrees with the calendar on every second', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          const text = date.toISOString()
          const second = text.replace(/\.\d+Z$/, 'Z')
          expect(parseDateRange(text)).toEqual({ start: date.getTime(), end: date.getTime() + 1 })
          expect(parseDateRange(second)).toEqual({ start: Date.parse(second), end: Date.parse(second) + 1000 })
        },
      ),
    )
  })
})

describe('readDateRanges', () => {
  it('reads periods, also open ones, and timings', () => {
    expect(readDateRanges({ start: '2026', end: '2026-02' })).toEqual([
      range('2026-01-01T00:00:00Z', '2026-03-01T00:00:00Z'),
    ])
    expect(readDateRanges({ start: '2026' })).toEqual([
      { start: Date.parse('2026-01-01'), end: Number.POSITIVE_INFINITY },
    ])
    expect(readDateRanges({ event: ['2026'], repeat: { boundsPeriod: { end: '2026' } } })).toHaveLength(2)
  })

  it.each([[null], [3], [{}], ['soon'], [{ start: 'soon' }], [{ event: 'x' }]])('finds none in %j', (value) => {
    expect(readDateRanges(value)).toEqual([])
  })
})
