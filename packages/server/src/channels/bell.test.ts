import { expect, it } from 'vitest'
import { Bell } from './bell.js'

const forever = 1_000_000
const never = new AbortController().signal

it('ends exactly one wait, even one that begins after the ring', async () => {
  const bell = new Bell()
  bell.ring()
  await bell.wait(forever, never)
  const waiting = bell.wait(forever, never)
  bell.ring()
  await waiting
  let hasEnded = false
  const stop = new AbortController()
  const last = bell.wait(forever, stop.signal).then(() => {
    hasEnded = true
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(hasEnded).toBe(false)
  stop.abort()
  await last
})
