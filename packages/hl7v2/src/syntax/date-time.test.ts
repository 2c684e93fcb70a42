import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDateTime, parseDateTime } from './date-time.js'

describe('parseDateTime', () => {
  it.each([
    ['2026', Date.UTC(2026, 0), 'year'],
    ['202602', Date.UTC(2026, 1), 'month'],
    ['20260228', Date.UTC(2026, 1, 28), 'day'],
    ['2026022813', Date.UTC(2026, 1, 28, 13), 'hour'],
    ['202602281330', Date.UTC(2026, 1, 28, 13, 30), 'minute'],
    ['20260228133001', Date.UTC(2026, 1, 28, 13, 30, 1), 'second'],
    ['20260228133001.2567', Date.UTC(2026, 1, 28, 13, 30, 1, 256), 'fraction'],
    ['20260228133001-0530', Date.UTC(2026, 1, 28, 19, 0, 1), 'second'],
  ])('reads %s', (text, time, precision) => expect(parseDateTime(text)).toEqual({ time, precision }))

  it.each([
    '',
    '26',
    '20261301',
    '20260231',
    '2026022824',
    '20260228T1330',
    '2026-02-28',
    '20260228+2500',
    '202602281',
  ])('rejects %j', (text) => expect(parseDateTime(text)).toBeUndefined())
})

describe('formatDateTime', () => {
  it('writes text from which parseDateTime reads the same time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 250_000_000_000 }), (seconds) => {
        expect(parseDateTime(formatDateTime(seconds * 1000))?.time).toBe(seconds * 1000)
      }),
    )
    for (const time of [Date.UTC(20_000, 0), Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => formatDateTime(time)).toThrow(expect.objectContaining({ name: 'Hl7Error', code: 'invalid-value' }))
    }
  })
})

it.each([
  ['20260228+1400', true],
  ['20260228-1200', true],
  ['20260228+1459', true],
  ['20260228+1500', false],
  ['20260228+0060', false],
  ['20260228+00', false],
])('validates the offset of %s', (text, isOne) => expect(parseDateTime(text) !== undefined).toBe(isOne))
