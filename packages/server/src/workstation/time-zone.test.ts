import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readTime, readZone, showTime, showTimes, timeToEnter } from './time-zone.js'

const chicago = 'America/Chicago'

it.each([
  ['2026-03-07T14:30:00Z', '2026-03-07 08:30 CST'],
  ['2026-03-09T16:30:00.000Z', '2026-03-09 11:30 CDT'],
  ['2026-03-09T11:30:05-05:00', '2026-03-09 11:30:05 CDT'],
  ['2026-03-09', '2026-03-09'],
  ['at 2026-03-09T16:30:00Z', 'at 2026-03-09T16:30:00Z'],
])('shows %s as %s in the time zone of the clinic', (text, shown) => {
  expect(showTime(text, chicago)).toBe(shown)
})

it('converts the instants in a line, and leaves them unchanged without a zone', () => {
  const line = 'from 2026-03-09T16:30:00Z until 2026-03-09T17:30:00Z'
  expect(showTimes(line, chicago)).toBe('from 2026-03-09 11:30 CDT until 2026-03-09 12:30 CDT')
  expect(showTimes(line, '')).toBe(line)
})

it('uses the zone in the inputs of a task, if there is such a zone', () => {
  expect(readZone({ inputs: { time_zone: chicago } })).toBe(chicago)
  expect(readZone({ inputs: { time_zone: 'Mars/Olympus' } })).toBe('UTC')
  expect(readZone({})).toBe('UTC')
})

it('reads the text that a field has shown as the same instant, before and after a change of the offset', () => {
  const seconds = fc.integer({ min: Date.parse('2026-01-01T00:00:00Z') / 1000, max: Date.parse('2026-10-01') / 1000 })
  fc.assert(
    fc.property(seconds, fc.constantFrom(chicago, 'UTC', 'Asia/Kolkata'), (second, zone) => {
      const instant = new Date(second * 1000).toISOString().replace('.000Z', 'Z')
      expect(readTime(timeToEnter(instant, zone), zone)).toBe(instant)
    }),
  )
})
