import { expect, it } from 'vitest'
import { createRequest, type RequestFacts } from '../http/request.js'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

it('counts the token of a run and the access tokens of its systems for the run, \
each other token for itself', async () => {
  const under = await createServiceUnderTest()
  const { environment, tasks } = smallBenchmark()
  const research = { type: 'FHIR', key: 'research', name: 'Research' }
  const definition = smallBenchmark({
    tasks: tasks.slice(0, 1),
    environment: { ...environment, simulators: [...environment.simulators, research] },
  })
  const run = await under.createRun(await under.publish(definition, { allowFindings: true }))
  const started = await under.call(run.bearer_token, 'POST', String(run.task_runs[0]?.start_url))
  const holders: unknown[] = []
  const noted: RequestFacts[] = []
  const read = async (token: string, target: string) => {
    const request = createRequest('GET', target, { authorization: `Bearer ${token}` })
    const { status } = await under.service.handle({
      ...request,
      accept: (holder) => holders.push(holder),
      note: (facts) => noted.push(facts),
    })
    return status
  }
  const statuses = [
    await read(run.bearer_token, `/v1/benchmark-runs/${run.benchmark_run_id}`),
    await read(run.bearer_token, '/v1/benchmark-runs/run_other'),
    await read(under.organizationKey, '/benchmarks'),
    await read(`${under.organizationKey.slice(0, -1)}!`, '/benchmarks'),
  ]
  expect(statuses).toEqual([200, 401, 200, 401])
  const holder = `run ${run.benchmark_run_id}`
  expect(holders.splice(0)).toEqual([holder, holder, null])
  const records = (
    started.body.sandboxes as { id: string; type: string; credentials: Record<string, string> }[]
  ).filter(({ type }) => type === 'FHIR')
  for (const { id, credentials } of records) {
    const form =
      `grant_type=client_credentials&client_id=${credentials.client_id}&client_secret=` + `${credentials.client_secret}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const asked = createRequest('POST', `/sandboxes/${id}/fhir/auth/token`, headers, new TextEncoder().encode(form))
    const { body } = await under.service.handle(asked)
    expect(await read(JSON.parse(String(body)).access_token, `/sandboxes/${id}/fhir/Patient`)).toBe(200)
  }
  expect(holders).toEqual([holder, holder])
  const { organizationId } = under
  const ofRun = { organizationId, runId: run.benchmark_run_id }
  expect(noted.filter((facts) => 'organizationId' in facts)).toEqual([ofRun, ofRun, { organizationId }, ofRun, ofRun])
})
