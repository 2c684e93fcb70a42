import { expect, it } from 'vitest'
import { keys } from '../documents/collections/access.js'
import { createServiceUnderTest } from '../testing/service-under-test.js'

it('returns one organization with the same keys until one is revoked', async () => {
  const { service, store, call } = await createServiceUnderTest()
  // A known key gets as far as the body, which is wrong.
  const statusOf = async (key: string) => (await call(key, 'POST', '/v1/benchmark-runs', {})).status
  const first = await service.openOwnOrganization('Ours')
  expect(await service.openOwnOrganization('Ours')).toEqual(first)
  const own = await call(first.organizationKey, 'GET', '/solvers')
  expect([own.status, own.body]).toMatchObject([200, { data: [{ id: first.solverId }] }])
  expect(await statusOf(first.solverKey)).toBe(400)

  const { docs } = await store.page(keys, { filter: { name: 'solver', value: first.solverId }, limit: 2 })
  expect(docs).toHaveLength(1)
  const revoked = await call(first.organizationKey, 'DELETE', `/solvers/${first.solverId}/api-keys/${docs[0]?.id}`)
  expect(revoked.status).toBeLessThan(300)
  const renewed = await service.openOwnOrganization('Ours')
  expect(renewed).toMatchObject({ organizationId: first.organizationId, solverId: first.solverId })
  expect(renewed.solverKey).not.toBe(first.solverKey)
  expect(await statusOf(first.solverKey)).toBe(401)
  expect(await statusOf(renewed.solverKey)).toBe(400)
  expect(await service.openOwnOrganization('Ours')).toEqual(renewed)
})
