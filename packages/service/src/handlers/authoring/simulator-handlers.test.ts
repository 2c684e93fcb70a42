import { describe, expect, it } from 'vitest'
import { callAsOrganization } from '../../testing/call-as-organization.js'

describe('changing a simulator', () => {
  it('replaces its configuration entirely, validated by the schema of its type \
[simulators.config-checked]', async () => {
    const { call, create } = await callAsOrganization()
    const id = await create('/simulators', { type: 'Payer', name: 'Plan', config: { determinations: [] } })
    const before = (await call('GET', `/simulators/${id}`)).body
    expect((await call('PATCH', `/simulators/${id}`)).body).toEqual(before)
    const config = { default_determination: { status: 'denied' } }
    const changed = await call('PATCH', `/simulators/${id}`, { name: 'Another', config })
    expect([changed.status, changed.body]).toEqual([200, { ...before, name: 'Another', config }])
    for (const [body, path] of [
      [{ config: { unknown: 1 } }, '/config/unknown'],
      [{ config: { determinations: [{ status: 'dance' }] } }, '/config/determinations/0/status'],
      [{ config: null }, '/config'],
      [{ type: 'FHIR' }, '/type'],
    ] as const) {
      const refused = await call('PATCH', `/simulators/${id}`, body)
      expect([refused.status, refused.body]).toMatchObject([400, { error: { errors: [{ path }] } }])
    }
    expect((await call('GET', `/simulators/${id}`)).body).toEqual({ ...before, name: 'Another', config })
  })
})

describe('deleting a simulator', () => {
  it('is rejected while it is linked to an environment; the message names the environment', async () => {
    const { call, ids, own, under } = await callAsOrganization()
    const target = `/simulators/${ids.simulator_id}`
    const refused = await call('DELETE', target)
    expect([refused.status, refused.body]).toMatchObject([409, { error: { code: 'CONFLICT' } }])
    expect(refused.text).toContain(ids.environment_id)
    expect((await call('DELETE', `/environments/${ids.environment_id}${target}`)).status).toBe(204)
    const deleted = await call('DELETE', target)
    expect([deleted.status, deleted.text]).toEqual([204, ''])
    for (const method of ['GET', 'PATCH', 'DELETE']) expect((await call(method, target)).status).toBe(404)
    // The published version has a copy.
    const run = await under.createRun(own.reference)
    const started = await under.call(run.bearer_token, 'POST', run.task_runs[0]?.start_url ?? '')
    expect(started.body.sandboxes).toHaveLength(2)
  })

  it('and linking it concurrently leaves no unresolved link', async () => {
    const { call, create } = await callAsOrganization()
    for (let round = 0; round < 5; round++) {
      const id = await create('/simulators', { type: 'FHIR', name: 's' })
      const environment = await create('/environments', { name: 'e' })
      const [linked, deleted] = await Promise.all([
        call('POST', `/environments/${environment}/simulators/${id}`),
        call('DELETE', `/simulators/${id}`),
      ])
      expect([
        [200, 409],
        [404, 204],
      ]).toContainEqual([linked?.status, deleted?.status])
    }
  })
})
