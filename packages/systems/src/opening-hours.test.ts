import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
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

  it.each([
    [
      'a day that is an hour shorter',
      { days: ['sun'], open: '00:00', close: '00:15' },
      '2026-03-29',
      '2026-03-28T23:00',
    ],
    [
      'a day that is an hour longer',
      { days: ['sun'], open: '00:00', close: '00:15' },
      '2026-10-25',
      '2026-10-24T22:00',
    ],
    [
      'the day after the shorter one',
      { days: ['mon'], open: '00:00', close: '00:15' },
      '2026-03-30',
      '2026-03-29T22:00',
    ],
    ['an hour that is skipped', { days: ['sun'], open: '02:20', close: '03:30' }, '2026-03-29', '2026-03-29T01:00'],
  ] as const)('opens on %s', (_, hours, day, next) => {
    const config: HoursConfig = { time_zone: 'Europe/Berlin', hours: [{ ...hours, days: [...hours.days] }] }
    const before = `${new Date(Date.parse(day) - 4 * 86_400_000).toISOString().slice(0, 10)}T12:07:00.000Z`
    expect(nextOpening(config, before)).toBe(`${next}:00.000Z`)
  })

  it('looks through holidays for a month', () => {
    const holidays = (days: number) =>
      Array.from({ length: days }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10))
    expect(nextOpening({ holidays: holidays(31) }, '2026-01-01T09:00:00.000Z')).toBe('2026-02-01T00:00:00.000Z')
    expect(nextOpening({ holidays: holidays(60) }, '2026-01-01T09:00:00.000Z')).toBeUndefined()
  })

  it('is undefined if it never opens', () => {
    expect(nextOpening({ hours: [] }, '2026-01-05T09:00:00.000Z')).toBeUndefined()
  })

  it('returns the same time without opening hours', () => {
    expect(nextOpening({}, '2026-01-05T09:00:00.000Z')).toBe('2026-01-05T09:00:00.000Z')
  })

  it('does not depend on earlier calls', () => {
    const configs: readonly HoursConfig[] = [
      office,
      { holidays: ['2026-01-06', '2026-02-10'] },
      {
        hours: [{ days: ['wed'], open: '09:07', close: '09:20' }],
        holidays: ['2026-01-07', '2026-01-14', '2026-01-21', '2026-01-28', '2026-02-04'],
        time_zone: 'Asia/Kathmandu',
      },
      { hours: [{ days: ['sun'], open: '02:30', close: '03:10' }], time_zone: 'America/New_York' },
    ]
    const from = Date.UTC(2026, 0, 1)
    fc.assert(
      fc.property(fc.array(fc.nat(100 * 24 * 60), { maxLength: 12 }), (minutes) => {
        for (const config of configs) {
          for (const after of minutes) {
            const at = new Date(from + after * 60_000).toISOString()
            expect(nextOpening(config, at)).toBe(nextOpening({ ...config }, at))
          }
        }
      }),
      { numRuns: 10 * inject('scale') },
    )
  })
})
