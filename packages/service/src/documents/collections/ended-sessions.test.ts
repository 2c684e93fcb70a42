import { createMemoryStore } from '@carebench/store'
import { expect, it } from 'vitest'
import { forgetExpired } from '../forget-expired.js'
import { createEndedSessions, endedSessions } from './ended-sessions.js'

it('is known to every process on the store until it expires, and forgotten then', async () => {
  const store = createMemoryStore()
  const [one, other] = [createEndedSessions(store), createEndedSessions(store)]
  await one.end('session_a', 5000)
  await other.end('session_a', 5000)
  expect([await other.hasEnded('session_a'), await other.hasEnded('session_b')]).toEqual([true, false])
  await forgetExpired({ store, clock: { now: () => 4999 } })
  expect(await one.hasEnded('session_a')).toBe(true)
  await forgetExpired({ store, clock: { now: () => 5000 } })
  expect(await store.get(endedSessions, 'session_a')).toBeUndefined()
})
