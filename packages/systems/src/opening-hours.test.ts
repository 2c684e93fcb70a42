import { describe, expect, it } from 'vitest'
import { type HoursConfig, nextOpening } from './opening-hours.js'

const office: HoursConfig = {
  time_zone: 'America/Chicago',
  hours: [
    { days: ['mon', 'tue', 'wed', 'thu', 'fri'], open: '08:10', close: '12:00' },
    { days: ['mon'], open: '13:00', close: '17:00' },
  ],
  holidays: ['2026-01-06'],
}

describe('nextOpening', () => {
  it.each([
    ['within the hours', '2026-01-05T15:00:01.000Z', '2026-01-05T15:00:01.000Z'],
    ['before them', '2026-01-05T09:00:00.000Z', '2026-01-05T14:10:00.000Z'],
    ['in a break', '2026-01-05T18:00:00.000Z', '2026-01-05T19:00:00.000Z'],
    ['before a holiday', '2026-01-05T23:00:00.000Z', '2026-01-07T14:10:00.000Z'],
    ['before a weekend', '2026-01-09T18:00:00.000Z', '2026-01-12T14:10:00.000Z'],
    ['when the clocks change', '2026-03-06T20:00:00.000Z', '2026-03-09T13:10:00.000Z'],
  ])('%s', (_, at, next) => expect(nextOpening(office, at)).toBe(next))

  it('is undefined if it never opens', () => {
    expect(nextOpening({ hours: [] }, '2026-01-05T09:00:00.000Z')).toBeUndefined()
  })

  it('is at once without hours', () => {
    expect(nextOpening({}, '2026-01-05T09:00:00.000Z')).toBe('2026-01-05T09:00:00.000Z')
  })
})
