import type { JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { callAsOrganization, type OrganizationCalls } from '../../testing/call-as-organization.js'

/** Returns a resource of each kind that can be changed, by its path. */
async function resources({ call, create, ids }: OrganizationCalls): Promise<readonly string[]> {
  const environment = await create('/environments', { name: 'Two faxes' })
  for (const key of ['front', 'imaging']) {
    const simulator = await create('/simulators', { type: 'Fax', name: key })
    expect((await call('POST', `/environments/${environment}/simulators/${simulator}`, { key })).status).toBe(200)
  }
  return [
    `/environments/${environment}`,
    `/environments/${ids.environment_id}`,
    `/simulators/${ids.simulator_id}`,
    `/datasets/${ids.dataset_id}`,
    `/benchmarks/${ids.benchmark_id}`,
    `/tasks/${ids.task_id}`,
    `/criteria/${ids.criterion_id}`,
    `/solvers/${await create('/solvers', { alias: 'me', name: 'Me' })}`,
  ]
}

describe('a PATCH', () => {
  it('accepts a resource as it was read, and changes nothing [json.patch-as-read]', async () => {
    const world = await callAsOrganization()
    for (const target of await resources(world)) {
      const { body: read } = await world.call('GET', target)
      const patched = await world.call('PATCH', target, read)
      expect([target, patched.status, patched.text]).toEqual([target, 200, expect.any(String)])
      const { body: again } = await world.call('GET', target)
      expect({ ...again, updated_at: read.updated_at }).toEqual(read)
    }
  })

  it('rejects another value of a member that it cannot change, with its path, and changes nothing \
[json.patch-as-read]', async () => {
    const world = await callAsOrganization()
    for (const target of await resources(world)) {
      const { body: read } = await world.call('GET', target)
      for (const name of ['id', 'created_at']) {
        for (const value of ['other', null, [read[name]]]) {
          const refused = await world.call('PATCH', target, {
            ...read,
            ...('name' in read ? { name: 'Changed' } : {}),
            [name]: value,
          })
          expect([target, refused.status]).toEqual([target, 400])
          expect(refused.body).toMatchObject({ error: { errors: [{ path: `/${name}` }] } })
        }
      }
      expect((await world.call('GET', target)).body).toEqual(read)
    }
  })

  it('also splits elements of lists, and does not hide errors about unknown members and resources', async () => {
    const world = await callAsOrganization()
    const [target = ''] = await resources(world)
    const { body: read } = await world.call('GET', target)
    const [first, second] = read.simulators as readonly JsonObject[]
    const change = (simulators: readonly unknown[]) => world.call('PATCH', target, { ...read, simulators })
    const config = { numbers: {} }
    const edited = await change([{ ...second, config }, first])
    expect([edited.status, edited.body.simulators]).toMatchObject([200, [first, { ...second, config }]])
    const renamed = await change([first, { ...second, type: 'Voice', key: 'x', config }])
    expect([renamed.status, renamed.body]).toMatchObject([
      400,
      { error: { errors: [{ path: '/simulators/1/type' }, { path: '/simulators/1/key' }] } },
    ])
    const unknown = await change([{ ...first, nme: 'x' }])
    expect(unknown.body).toMatchObject({ error: { errors: [{ path: '/simulators/0/nme' }] } })
    const missing = { id: 'env_none', created_at: read.created_at }
    expect((await world.call('PATCH', '/environments/env_none', missing)).status).toBe(404)
  })
})
