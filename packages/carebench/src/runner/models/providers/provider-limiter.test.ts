import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scriptedPace } from '../../../testing/scripted-pace.js'
import type { Release } from '../../agent.js'
import { ProviderLimiter } from './provider-limiter.js'

async function fill(limiter: ProviderLimiter): Promise<Release[]> {
  const held: Release[] = []
  while (limiter.active < limiter.limit) held.push(await limiter.acquire())
  return held
}

describe('ProviderLimiter', () => {
  it('allows four requests at first, and makes others wait in their order', async () => {
    const limiter = new ProviderLimiter({ pace: scriptedPace() })
    const held = await fill(limiter)
    expect(held).toHaveLength(4)
    const order: number[] = []
    const waiting = [1, 2].map((number) => limiter.acquire().then(() => order.push(number)))
    await Promise.resolve()
    expect(order).toEqual([])
    held[0]?.()
    held[0]?.()
    await waiting[0]
    expect(order).toEqual([1])
    expect(limiter.active).toBe(4)
    held[1]?.()
    await waiting[1]
    expect(order).toEqual([1, 2])
  })

  it('grows by one after a full round of successes, and only while it is full', async () => {
    const limiter = new ProviderLimiter({ pace: scriptedPace() })
    const held = await fill(limiter)
    for (let count = 0; count < 3; count++) limiter.succeeded()
    expect(limiter.limit).toBe(4)
    limiter.succeeded()
    expect(limiter.limit).toBe(5)
    for (const release of held) release()
    for (let count = 0; count < 50; count++) limiter.succeeded()
    expect(limiter.limit).toBe(5)
  })

  it('shrinks to four fifths on a rate limit, once in a cooldown, never below one', async () => {
    const pace = scriptedPace()
    const limiter = new ProviderLimiter({ pace, cooldown: 10_000 })
    for (const expected of [5, 6, 7, 8, 9, 10]) {
      await fill(limiter)
      while (limiter.limit < expected) limiter.succeeded()
    }
    limiter.rateLimited()
    limiter.rateLimited()
    expect(limiter.limit).toBe(8)
    pace.advance(10_000)
    limiter.rateLimited()
    expect(limiter.limit).toBe(6)
    for (let count = 0; count < 30; count++) {
      pace.advance(10_000)
      limiter.rateLimited()
    }
    expect(limiter.limit).toBe(1)
  })

  it('starts no request before the end of a requested wait', async () => {
    const pace = scriptedPace()
    const limiter = new ProviderLimiter({ pace })
    limiter.rateLimited(7000)
    const began = pace.now()
    await limiter.acquire()
    expect(pace.now() - began).toBe(7000)
  })

  it('does not shrink after other failures, which restart its growth', async () => {
    const limiter = new ProviderLimiter({ pace: scriptedPace() })
    await fill(limiter)
    for (let count = 0; count < 3; count++) limiter.succeeded()
    limiter.failed()
    limiter.succeeded()
    expect(limiter.limit).toBe(4)
  })

  it('keeps a fixed limit', async () => {
    const limiter = new ProviderLimiter({ pace: scriptedPace(), connections: 2 })
    await fill(limiter)
    for (let count = 0; count < 9; count++) limiter.succeeded()
    limiter.rateLimited()
    expect(limiter.limit).toBe(2)
  })

  it('stops waiting when the trial ends', async () => {
    const limiter = new ProviderLimiter({ pace: scriptedPace(), connections: 1 })
    const release = await limiter.acquire()
    const trial = new AbortController()
    const waiting = limiter.acquire(trial.signal)
    trial.abort(new Error('The trial ended.'))
    await expect(waiting).rejects.toThrow('The trial ended.')
    release()
    await limiter.acquire()
  })

  it('rejects all requests after a stop', async () => {
    const limiter = new ProviderLimiter({ pace: scriptedPace(), connections: 1 })
    await limiter.acquire()
    const waiting = limiter.acquire()
    limiter.stop(new Error('The key is wrong.'))
    await expect(waiting).rejects.toThrow('The key is wrong.')
    await expect(limiter.acquire()).rejects.toThrow('The key is wrong.')
  })

  it('never exceeds its limit, and leaves no request waiting below it', async () => {
    const step = fc.constantFrom('acquire', 'release', 'succeed', 'limited', 'failed')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const limiter = new ProviderLimiter({ pace: scriptedPace(), cooldown: 0 })
        const held: Release[] = []
        let waiting = 0
        for (const one of steps) {
          if (one === 'acquire') {
            waiting++
            const take = limiter.acquire().then((release) => {
              expect(limiter.active).toBeLessThanOrEqual(limiter.limit)
              waiting--
              held.push(release)
            })
            take.catch(() => undefined)
          }
          if (one === 'release') held.shift()?.()
          if (one === 'succeed') limiter.succeeded()
          if (one === 'limited') limiter.rateLimited()
          if (one === 'failed') limiter.failed()
          await new Promise(setImmediate)
          expect(limiter.active).toBe(held.length)
          expect(limiter.limit).toBeGreaterThanOrEqual(1)
          expect(waiting === 0 || limiter.active >= limiter.limit).toBe(true)
        }
      }),
    )
  })
})
