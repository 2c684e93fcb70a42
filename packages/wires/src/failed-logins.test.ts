import { expect, it } from 'vitest'
import { FailedLogins } from './failed-logins.js'

it('bars an address for the rest of the minute, and no other', () => {
  let now = 0
  const failures = new FailedLogins(2, () => now)
  failures.add('a')
  expect(failures.isBarred('a')).toBe(false)
  failures.add('a')
  expect([failures.isBarred('a'), failures.isBarred('b')]).toEqual([true, false])
  now = 60_000
  expect(failures.isBarred('a')).toBe(false)
  failures.add('a')
  expect(failures.isBarred('a')).toBe(false)
})
