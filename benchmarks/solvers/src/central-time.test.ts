import { expect, it } from 'vitest'
import { centralTime, daysIn, sayMoment } from './central-time.js'

it('is six hours behind UTC until 7 March 2026, and five hours from 8 March on', () => {
  expect(centralTime('2026-03-08T05:59:00Z')).toMatchObject({ day: '2026-03-07', time: '23:59', weekday: 'Saturday' })
  expect(centralTime('2026-03-09T14:00:00Z')).toMatchObject({ day: '2026-03-09', time: '09:00', weekday: 'Monday' })
})

it('writes times as HL7 does', () => {
  expect(centralTime('2026-03-02T14:05:09Z').hl7).toBe('20260302080509-0600')
  expect(centralTime('2026-03-12T14:00:00Z').hl7).toBe('20260312090000-0500')
})

it('writes out times with a.m. and p.m.', () => {
  expect(sayMoment('2026-03-12T14:30:00Z')).toBe('Thursday, March 12, 2026, at 9:30 a.m.')
  expect(sayMoment('2026-03-12T17:00:00Z')).toBe('Thursday, March 12, 2026, at 12:00 p.m.')
  expect(sayMoment('2026-03-12T18:15:00Z')).toBe('Thursday, March 12, 2026, at 1:15 p.m.')
})

it.each([
  ['between Thursday, March 5 and Monday, March 16, 2026', ['2026-03-05', '2026-03-16']],
  ['the 3rd of April, or 4/9/2026', ['2026-04-03', '2026-04-09']],
  ['born Sept. 1, 1970, and 1971-02-03', ['1970-09-01', '1971-02-03']],
  ['in March, at 9', []],
])('reads the days of "%s"', (text, days) => expect(daysIn(text, '2026')).toEqual(days))
