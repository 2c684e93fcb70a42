import { expect, it } from 'vitest'
import { FailedLogins } from './failed-logins.js'

it('bars an address from one account for the rest of the minute, and delays its other logins', () => {
  let now = 0
  const failures = new FailedLogins(2, () => now)
  failures.add('a', 'one')
  expect([failures.isBarred('a', 'one'), failures.isSlowed('a')]).toEqual([false, false])
  failures.add('a', 'one')
  expect([failures.isBarred('a', 'one'), failures.isSlowed('a')]).toEqual([true, true])
  expect([failures.isBarred('a', 'two'), failures.isBarred('b', 'one'), failures.isSlowed('b')]).toEqual([
    false,
    false,
    false,
  ])
  now = 60_000
  expect([failures.isBarred('a', 'one'), failures.isSlowed('a')]).toEqual([false, false])
  failures.add('a', 'one')
  expect(failures.isBarred('a', 'one')).toBe(false)
})

it('delays the logins of an address that tries unknown names, but bars it from no account', () => {
  const failures = new FailedLogins(2, () => 0)
  failures.add('a', undefined)
  failures.add('a', undefined)
  expect([failures.isSlowed('a'), failures.isBarred('a', 'one')]).toEqual([true, false])
})
