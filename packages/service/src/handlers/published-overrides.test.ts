import { expect, it } from 'vitest'
import { createTwoOrganizations } from '../testing/two-organizations.js'

it('rejects overrides that make a configuration invalid, when publishing', async () => {
  const { under, own } = await createTwoOrganizations()
  const call = (method: string, target: string, body?: unknown) => under.call(own.organizationKey, method, target, body)
  const target = `/benchmarks/${own.ids.benchmark_id}`
  const publish = async (simulators: object) => {
    expect((await call('PATCH', target, { overrides: { simulators } })).status).toBe(200)
    // Without its rules the payer approves nothing, so no solution solves the task.
    return call('POST', `${target}/versions`, { allow_findings: true })
  }
  const listed = (await call('GET', '/simulators')).body.data as { id: string; type: string }[]
  const payer = listed.find(({ type }) => type === 'Payer')?.id ?? ''
  for (const patch of [{ determinations: 5 }, { unknown: 1 }, { determinations: [{ status: 'dance' }] }]) {
    const refused = await publish({ [payer]: patch })
    expect([refused.status, refused.body]).toMatchObject([409, { error: { code: 'CONFLICT' } }])
    expect(refused.text).toContain(`/overrides/simulators/${payer}`)
  }
  expect((await publish({ sim_none: {} })).status).toBe(409)
  // Null removes a member, which restores the default.
  expect((await publish({ [payer]: { determinations: null } })).status).toBe(201)
})
