import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RetryPolicy } from './retry-policy.js'

const away = { status: 503, retryAfter: null }

describe('the delay', () => {
  it('doubles, up to the maximum, and is random within its upper half', () => {
    const least = new RetryPolicy({ retries: 5, baseDelay: 100, maxDelay: 300, random: () => 0 })
    const most = new RetryPolicy({ retries: 5, baseDelay: 100, maxDelay: 300, random: () => 1 })
    expect([1, 2, 3, 4].map((attempt) => least.delayAfter(attempt, away))).toEqual([50, 100, 150, 150])
    expect([1, 2, 3, 4].map((attempt) => most.delayAfter(attempt, away))).toEqual([100, 200, 300, 300])
  })

  it.each([
    ['7', 7000],
    [' 2 ', 2000],
    ['0', 50],
    ['soon', 50],
    ['-3', 50],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 50],
  ])('with retry-after %j is %d ms', (retryAfter, expected) => {
    const policy = new RetryPolicy({ baseDelay: 100, random: () => 0 })
    expect(policy.delayAfter(1, { status: 429, retryAfter })).toBe(expected)
  })
})

it.each([null, 429, 502, 503, 504])('retries after %s', (status) => {
  expect(new RetryPolicy().delayAfter(1, { status, retryAfter: null })).not.toBeNull()
})

it.each([200, 204, 301, 400, 401, 404, 409, 413, 500, 501])('does not retry after %s', (status) => {
  expect(new RetryPolicy().delayAfter(1, { status, retryAfter: '1' })).toBeNull()
})

it('ends after the given number of retries', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 }), (retries) => {
      const policy = new RetryPolicy({ retries })
      let attempt = 1
      while (policy.delayAfter(attempt, away) !== null) attempt++
      expect(attempt).toBe(retries + 1)
    }),
  )
})

it('never exceeds its budget', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(200, 503, 404, 429), { maxLength: 400 }), (statuses) => {
      const policy = new RetryPolicy({ retries: 10 })
      let retried = 0
      let answered = 0
      for (const status of statuses) {
        if (policy.delayAfter(1, { status, retryAfter: null }) !== null) retried++
        else if (status !== 503 && status !== 429) answered++
      }
      expect(retried).toBeLessThanOrEqual(20 + answered * 0.1 + 1e-9)
    }),
  )
  const policy = new RetryPolicy()
  for (let count = 0; count < 20; count++) expect(policy.delayAfter(1, away)).not.toBeNull()
  expect(policy.delayAfter(1, away)).toBeNull()
  for (let count = 0; count < 10; count++) policy.delayAfter(1, { status: 200, retryAfter: null })
  expect(policy.delayAfter(1, away)).not.toBeNull()
})

it.each([{ retries: -1 }, { retries: 1.5 }, { retries: 11 }, { baseDelay: -1 }, { maxDelay: Number.NaN }])(
  'refuses %j',
  (options) => {
    expect(() => new RetryPolicy(options)).toThrow(RangeError)
  },
)
