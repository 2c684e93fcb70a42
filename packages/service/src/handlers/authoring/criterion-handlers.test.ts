import { describe, expect, it } from 'vitest'
import { callAsOrganization } from '../../testing/call-as-organization.js'

async function begin() {
  const calls = await callAsOrganization()
  return { ...calls, target: `/criteria/${calls.ids.criterion_id}` }
}

describe('changing a criterion', () => {
  it('keeps absent members, clears members that are null and replaces the assertion entirely', async () => {
    const { call, ids, target } = await begin()
    const before = (await call('GET', target)).body
    expect((await call('PATCH', target)).body).toEqual(before)
    const changes = {
      label: 'Another',
      assertion: {
        assert: 'portal-state-match',
        correlate_by: { resource: 'prior_auth_requests', key: 'patient_member_id', value: 'M1' },
        assertions: [{ path: 'status', expected: 'approved' }],
      },
      weight: 0,
      axis: null,
      guard: true,
      input_entity_id: ids.entity_id,
    }
    const changed = await call('PATCH', target, changes)
    expect([changed.status, changed.body]).toEqual([200, { ...before, ...changes }])
    expect((await call('GET', target)).body).toEqual({ ...before, ...changes })
    expect((await call('PATCH', target, { input_entity_id: null })).body.input_entity_id).toBe(null)
  })

  it('validates the assertion against the schema of its kind [criteria.assertion-checked]', async () => {
    const { call, target } = await begin()
    const before = (await call('GET', target)).body
    const refused = await call('PATCH', target, { label: 'New', assertion: { assert: 'fhir-resource-state' } })
    expect([refused.status, refused.body]).toMatchObject([400, { error: { code: 'INVALID_REQUEST' } }])
    const { errors } = refused.body.error as { errors: { path: string }[] }
    for (const { path } of errors) expect(path).toMatch(/^\/assertion/)
    expect(errors.length).toBeGreaterThan(0)
    expect((await call('PATCH', target, { task_id: 'task_1' })).status).toBe(400)
    expect((await call('GET', target)).body).toEqual(before)
  })

  it('affects the next version, not earlier ones', async () => {
    const { call, ids, own, under, target } = await begin()
    const labelsOf = async (reference: string) => {
      const run = await under.createRun(reference)
      const { body } = await call('GET', `/task-runs/${run.task_runs[0]?.id}`)
      const { task } = body.snapshot as { task: { criteria: { label: string }[] } }
      return task.criteria.map(({ label }) => label)
    }
    const before = await labelsOf('own@1')
    await call('PATCH', target, { label: 'Changed' })
    expect(await labelsOf('own@1')).toEqual(before)
    expect((await under.publishNext(`/benchmarks/${ids.benchmark_id}/versions`)).body.version).toBe(2)
    expect(await labelsOf('own@2')).toContain('Changed')
    expect(own.reference).toBe('own@1')
  })
})

describe('deleting a criterion', () => {
  it('removes it from its task', async () => {
    const { call, ids, target } = await begin()
    const idsOf = async () => {
      const { body } = await call('GET', `/tasks/${ids.task_id}`)
      return (body.criteria as { id: string }[]).map(({ id }) => id)
    }
    const before = await idsOf()
    expect((await call('DELETE', target)).status).toBe(204)
    for (const method of ['GET', 'DELETE', 'PATCH']) expect((await call(method, target)).status).toBe(404)
    expect(await idsOf()).toEqual(before.filter((id) => id !== ids.criterion_id))
  })

  it('does not break runs of published versions', async () => {
    const { call, ids, own, under, target } = await begin()
    await call('DELETE', target)
    const completed = await under.call(own.runToken, 'POST', `/v1/task-runs/${ids.task_run_id}/complete`)
    expect(completed.body.checks).toMatchObject([{}, {}])
    expect(completed.text).toContain(ids.criterion_id)
  })
})
