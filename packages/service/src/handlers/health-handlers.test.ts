import { StoreUnavailableError } from '@carebench/store'
import { expect, it, vi } from 'vitest'
import { createServiceUnderTest } from '../testing/service-under-test.js'

it('reports without a token that the service is alive and ready [open.healthz, open.readyz]', async () => {
  const { call } = await createServiceUnderTest()
  for (const target of ['/healthz', '/readyz']) {
    const answer = await call(null, 'GET', target)
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }])
    expect(answer.headers['cache-control']).toBe('no-store')
    // Tokens are ignored.
    expect((await call('vk_wrong', 'GET', target)).status).toBe(200)
    expect((await call(null, 'POST', target)).status).toBe(405)
  }
})

it('is alive but not ready while its storage is unavailable [errors.code-unavailable]', async () => {
  const { call, store } = await createServiceUnderTest()
  const away = vi.spyOn(store, 'ping').mockRejectedValue(new StoreUnavailableError('away'))
  expect((await call(null, 'GET', '/healthz')).status).toBe(200)
  const refused = await call(null, 'GET', '/readyz')
  expect([refused.status, refused.body]).toMatchObject([503, { error: { code: 'UNAVAILABLE' } }])
  expect(refused.headers['retry-after']).toBeDefined()
  away.mockRestore()
  expect((await call(null, 'GET', '/readyz')).status).toBe(200)
})

it.each(['ping', 'get', 'commit'] as const)(
  'is not ready while %s of its storage fails, for whatever reason',
  async (name) => {
    const { call, store, clock } = await createServiceUnderTest()
    expect((await call(null, 'GET', '/readyz')).status).toBe(200)
    clock.advance(1000)
    const failing = vi.spyOn(store, name).mockRejectedValue(new Error('invalid page in block 0'))
    const refused = await call(null, 'GET', '/readyz')
    expect([refused.status, refused.body]).toMatchObject([503, { error: { code: 'UNAVAILABLE' } }])
    failing.mockRestore()
    expect((await call(null, 'GET', '/readyz')).status).toBe(200)
  },
)

it('is not ready after the storage had no space for a request, until a large probe fits', async () => {
  const { call, store, organizationKey } = await createServiceUnderTest()
  const commit = store.commit.bind(store)
  // A small change finds room where something was removed.
  const full = vi.spyOn(store, 'commit').mockImplementation(async (writes = [], appends) => {
    const text = JSON.stringify(writes)
    if (text.includes('"Clinic"') || text.length > 10_000) throw new StoreUnavailableError('No space left on device')
    return commit(writes, appends)
  })
  expect((await call(null, 'GET', '/readyz')).status).toBe(200)
  expect((await call(organizationKey, 'POST', '/environments', { name: 'Clinic' })).status).toBe(503)
  expect((await call(null, 'GET', '/readyz')).status).toBe(503)
  expect((await call(null, 'GET', '/readyz')).status).toBe(503)
  full.mockRestore()
  expect((await call(null, 'GET', '/readyz')).status).toBe(200)
})

it('writes at most once a second, however often it is requested', async () => {
  const { call, store, clock } = await createServiceUnderTest()
  const writes = vi.spyOn(store, 'commit')
  await Promise.all(Array.from({ length: 20 }, () => call(null, 'GET', '/readyz')))
  expect(writes).toHaveBeenCalledTimes(1)
  clock.advance(1000)
  await call(null, 'GET', '/readyz')
  expect(writes).toHaveBeenCalledTimes(2)
})

it('writes again after its clock was set back', async () => {
  const { call, store, clock } = await createServiceUnderTest()
  await call(null, 'GET', '/readyz')
  const writes = vi.spyOn(store, 'commit')
  vi.spyOn(clock, 'now').mockReturnValue(clock.now() - 3_600_000)
  await call(null, 'GET', '/readyz')
  expect(writes).toHaveBeenCalledTimes(1)
})
