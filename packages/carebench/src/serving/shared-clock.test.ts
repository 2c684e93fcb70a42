import { createManualClock } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { createSharedClock } from './shared-clock.js'

it('follows the shared time, whatever the clock of the machine shows, and continues between readings', async () => {
  for (const skew of [-90_000, 0, 90_000]) {
    const [shared, own] = [createManualClock(), createManualClock()]
    own.advance(100_000 + skew)
    shared.advance(100_000)
    const { clock, stop } = await createSharedClock(async () => shared.now(), { own })
    expect(clock.now()).toBe(shared.now())
    own.advance(70)
    expect(clock.now()).toBe(shared.now() + 70)
    stop()
  }
})

it('is never ahead of the shared time, however long a reading takes, \
and not behind the latest known time', async () => {
  const own = createManualClock()
  const start = own.now()
  let latestKnown = 0
  const read = async () => {
    const read = own.now()
    own.advance(40)
    return read
  }
  const { clock, stop } = await createSharedClock(read, { own, latestKnown: () => latestKnown })
  expect(clock.now()).toBe(start)
  latestKnown = start + 39.5
  expect(clock.now()).toBe(start + 39)
  latestKnown = 0
  expect(clock.now()).toBe(start + 39)
  stop()
})

it('never goes back', async () => {
  let now = 1000
  const { clock, stop } = await createSharedClock(async () => now, { own: { now: () => now } })
  expect(clock.now()).toBe(1000)
  now = 900
  expect(clock.now()).toBe(1000)
  now = 1001
  expect(clock.now()).toBe(1001)
  stop()
})
