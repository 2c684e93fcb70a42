import { expect, it } from 'vitest'
import { createRequest } from '../request.js'
import { createServiceUnderTest, serviceOn } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

it('ends though the log of a playground went on at another service', async () => {
  const under = await createServiceUnderTest()
  const run = await under.createRun(await under.publish(smallBenchmark()))
  await under.call(run.bearer_token, 'POST', String(run.task_runs[0]?.start_url))
  const fhir = `/v1/benchmark-runs/${run.benchmark_run_id}/fhir`
  // This read waits here for the next write, which goes elsewhere.
  expect((await under.call(run.bearer_token, 'GET', `${fhir}/Patient`)).status).toBe(200)
  const other = serviceOn(under.store, { clock: under.clock })
  const body = new TextEncoder().encode(JSON.stringify({ resourceType: 'Basic', code: { text: 'note' } }))
  const headers = { authorization: `Bearer ${run.bearer_token}`, 'content-type': 'application/fhir+json' }
  expect((await other.handle(createRequest('POST', `${fhir}/Basic`, headers, body))).status).toBe(201)

  await expect(under.service.close()).resolves.toBeUndefined()
  const read = await under.call(run.bearer_token, 'GET', `${fhir}/Basic`)
  expect(read.body.total).toBe(1)
})
