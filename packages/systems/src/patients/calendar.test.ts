import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths, ageAt, DAY, officeTime, toDate, toDateTime, toDay } from './calendar.js'

function at(text: string) {
  return Date.parse(text)
}

test('ageAt counts birthdays', () => {
  expect(ageAt(at('1990-06-15'), at('2026-06-14'))).toBe(35)
  expect(ageAt(at('1990-06-15'), at('2026-06-15'))).toBe(36)
  expect(ageAt(at('2000-02-29'), at('2001-02-28'))).toBe(0)
})

test('addMonths keeps the day and the time', () => {
  expect(toDateTime(addMonths(at('2024-11-05T10:20:00Z'), 3))).toBe('2025-02-05T10:20:00.000Z')
  expect(toDate(addMonths(at('2024-03-05'), -12))).toBe('2023-03-05')
  expect(toDate(toDay(2024, 13, 1))).toBe('2025-01-01')
})

test('officeTime never falls on a weekend, a holiday or outside the hours, and never goes back', () => {
  expect(toDateTime(officeTime(at('2025-12-25T03:00:00Z'), 5))).toBe('2025-12-26T15:15:00.000Z')
  expect(toDateTime(officeTime(at('2026-11-21'), 0))).toBe('2026-11-23T14:00:00.000Z')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30_000 }), fc.nat(100), (day, quarter) => {
      const moment = officeTime(day * DAY, quarter)
      const date = new Date(moment)
      expect([1, 2, 3, 4, 5]).toContain(date.getUTCDay())
      expect(date.getUTCHours()).toBeGreaterThanOrEqual(14)
      expect(date.getUTCHours()).toBeLessThan(22)
      expect(moment).toBeGreaterThanOrEqual(day * DAY)
      expect(moment).toBeLessThan((day + 5) * DAY)
    }),
  )
})
