import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createManualClock, formatInstant, systemClock } from './clock.js'

it('stops a manual clock until it is advanced, and never sets it back', () => {
  const clock = createManualClock(1000)
  expect([clock.now(), clock.now()]).toEqual([1000, 1000])
  clock.advance(0)
  clock.advance(500)
  expect(clock.now()).toBe(1500)
  for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY]) expect(() => clock.advance(wrong)).toThrow(RangeError)
  expect(clock.now()).toBe(1500)
  expect(formatInstant(createManualClock().now())).toBe('2026-01-05T09:00:00.000Z')
})

it('returns milliseconds from the system clock', () => {
  expect(systemClock.now()).toBeGreaterThan(Date.UTC(2020, 0))
})

it('formats an instant in UTC with milliseconds', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }), (date) => {
      const text = formatInstant(date.getTime())
      expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(Date.parse(text)).toBe(date.getTime())
    }),
  )
})

it('formats times as a Date does, whatever was formatted before', () => {
  const time = fc.oneof(
    fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 }),
    fc.double({ min: -130_000, max: 130_000, noNaN: true }),
    fc.constantFrom(0, -0, -1, 59_999, 60_000, 8.64e15, -8.64e15),
  )
  fc.assert(
    fc.property(fc.array(time, { minLength: 1, maxLength: 20 }), (times) => {
      expect(times.map(formatInstant)).toEqual(times.map((one) => new Date(one).toISOString()))
    }),
  )
  expect(formatInstant(8.64e15)).toBe('+275760-09-13T00:00:00.000Z')
  for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1, -8.64e15 - 1])
    expect(() => formatInstant(wrong)).toThrow(RangeError)
})
