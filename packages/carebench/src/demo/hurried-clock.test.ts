import { createManualClock } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { createHurriedClock } from './hurried-clock.js'

it('skips waiting times, and continues', async () => {
  const clock = createManualClock(1000)
  const hurried = createHurriedClock(clock)
  await hurried.wait(250)
  await hurried.wait(250)
  expect(hurried.now()).toBe(1500)
  clock.advance(10)
  expect([hurried.now(), clock.now()]).toEqual([1510, 1010])
})
