import { createManualClock, createSeededRandom } from '@carebench/protocol'
import { createMemoryStore, insert, type Store, StoreUnavailableError } from '@carebench/store'
import { expect, it } from 'vitest'
import { createCountingStore } from '../testing/counting-store.js'
import { makeCalls, serviceOn } from '../testing/service-under-test.js'
import { organizations } from './collections/access.js'
import { createIdSource } from './id-source.js'
import { assertSystemClock, openStoredClock, WrongClockError } from './testing-clock.js'

const first = createManualClock().now()
const nothing = { commit: 0, time: 0 }

/** Returns the store as one that several processes use: it has `latest`, as a store that numbers its commits. */
function shared(store: Store): Store {
  return { ...createCountingStore(store), latest: () => nothing }
}

it('is one clock for all services on a store, even if they advance it at the same time', async () => {
  const store = shared(createMemoryStore())
  const [one, other] = await Promise.all([openStoredClock(store), openStoredClock(store)])
  expect([one.now(), other.now()]).toEqual([first, first])
  await Promise.all([one.advance(1000), other.advance(20), one.advance(3), other.advance(0)])
  await Promise.all([one.catchUp?.(), other.catchUp?.()])
  expect([one.now(), other.now()]).toEqual([first + 1023, first + 1023])
  await expect(one.advance(-1)).rejects.toThrow(RangeError)
  expect((await openStoredClock(store)).now()).toBe(first + 1023)
})

it('continues after a restart with a later time if the store does not number its commits, \
so that later ids are greater', async () => {
  const store = createMemoryStore()
  let latest = ''
  for (let seed = 1; seed <= 5; seed++) {
    const ids = createIdSource(await openStoredClock(store), createSeededRandom(seed))
    for (let count = 0; count < 3; count++) {
      const id = ids.next('run')
      expect(id > latest).toBe(true)
      latest = id
    }
  }
})

it('rejects a store that began with the system clock, and the other way round', async () => {
  const begun = createMemoryStore()
  await begun.commit([insert(organizations, { id: 'org', created_at: '2026-11-01T00:00:00.000Z', name: 'Clinic' })])
  await assertSystemClock(begun)
  await expect(openStoredClock(begun)).rejects.toThrow(WrongClockError)
  await assertSystemClock(begun)

  const manual = createMemoryStore()
  await openStoredClock(manual)
  await manual.commit([insert(organizations, { id: 'org', created_at: '2026-11-01T00:00:00.000Z', name: 'Clinic' })])
  await openStoredClock(manual)
  await expect(assertSystemClock(manual)).rejects.toThrow('--clock manual')
})

it('ignores an unavailable storage, which the requests that need it report', async () => {
  const store = shared(createMemoryStore())
  let isDown = false
  const get: Store['get'] = async (collection, id) => {
    if (isDown) throw new StoreUnavailableError('It is down.')
    return store.get(collection, id)
  }
  const clock = await openStoredClock({ ...store, get })
  await (await openStoredClock(store)).advance(5)
  isDown = true
  await clock.catchUp?.()
  expect(clock.now()).toBe(first)
  isDown = false
  await clock.catchUp?.()
  expect(clock.now()).toBe(first + 5)
})

it('shows the time that one service has advanced at the other', async () => {
  const store = shared(createMemoryStore())
  const [clock, others] = await Promise.all([openStoredClock(store), openStoredClock(store)])
  const service = serviceOn(store, { clock })
  const { organizationKey: key, solverKey } = await service.provisionOrganization('Clinic')
  const [under, other] = [makeCalls(service, solverKey), makeCalls(serviceOn(store, { clock: others }), solverKey)]
  const advanced = await under.call(key, 'POST', '/testing/clock', { advance_seconds: 3600 })
  expect([advanced.status, advanced.body.now]).toEqual([200, '2026-01-05T10:00:00.000Z'])
  const made = await other.call(key, 'POST', '/environments', { name: 'E' })
  expect(made.body.created_at).toBe('2026-01-05T10:00:00.000Z')
  expect((await other.call(key, 'POST', '/testing/clock', { advance_seconds: 60 })).body.now).toBe(
    '2026-01-05T10:01:00.000Z',
  )
  expect((await under.call(key, 'POST', '/testing/clock', { advance_seconds: 0 })).body.now).toBe(
    '2026-01-05T10:01:00.000Z',
  )
})
