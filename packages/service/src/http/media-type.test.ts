import { describe, expect, it } from 'vitest'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

describe('a body with a content-encoding', () => {
  it.each(['gzip', 'br', 'gzip, identity'])('%s is refused', async (encoding) => {
    const under = await createServiceUnderTest()
    await under.publish(smallBenchmark())
    const headers = { 'content-encoding': encoding }
    const made = await under.call(under.organizationKey, 'POST', '/environments', { name: 'x' }, headers)
    expect(made.status).toBe(415)
    const run = await under.createRun('small@1')
    await under.call(run.bearer_token, 'POST', run.task_runs[0]?.start_url ?? '')
    const target = `/v1/benchmark-runs/${run.benchmark_run_id}/fhir/Basic`
    const sent = await under.call(
      run.bearer_token,
      'POST',
      target,
      { resourceType: 'Basic', code: { text: 'Note' } },
      headers,
    )
    expect(sent.body).toMatchObject({ error: { code: 'UNSUPPORTED_MEDIA_TYPE' } })
  })

  it.each(['identity', 'Identity'])('%s is accepted', async (encoding) => {
    const under = await createServiceUnderTest()
    const headers = { 'content-encoding': encoding }
    expect((await under.call(under.organizationKey, 'POST', '/environments', { name: 'x' }, headers)).status).toBe(201)
  })
})
