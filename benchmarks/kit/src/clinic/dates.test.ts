import { expect, it } from 'vitest'
import { dayFromToday, workingAges, workingDays } from './dates.js'

it('workingDays skips weekends and federal holidays, away from today in either direction', () => {
  const days = Array.from({ length: 400 }, (_, index) => index - 200)
  const found = days.map((day) => dayFromToday(workingDays(day)))
  expect(found.filter((date) => new Date(date).getUTCDay() % 6 === 0)).toEqual([])
  for (const holiday of ['2025-11-11', '2025-11-27', '2026-01-19', '2026-02-16', '2026-06-19'])
    expect(found).not.toContain(holiday)
  expect(days.filter((day) => Math.abs(workingDays(day)) < Math.abs(day))).toEqual([])
  expect(days.filter((day) => Math.abs(workingDays(day) - day) > 4)).toEqual([])
})

it('workingAges returns the working days of a period, the latest first', () => {
  // Today is a Monday: the weekend before it, a week, and the holiday in February.
  expect(workingAges(1, 7)).toEqual([3, 4, 5, 6, 7])
  expect(workingAges(13, 15)).toEqual([13])
  expect(workingAges(1, 2)).toEqual([1, 2])
  expect(workingAges(5, 4)).toEqual([5])
})
