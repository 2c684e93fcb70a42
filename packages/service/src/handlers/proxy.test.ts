import { describe, expect, it } from 'vitest'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

const oru = [
  'MSH|^~\\&|LAB|EAST|EHR|WEST|||ORU^R01^ORU_R01|L1|P|2.5.1',
  'PID|1||MRN1^^^HOSP^MR||Okafor^Ada',
  'OBR|1|||718-7^Hemoglobin^LN',
  'OBX|1|NM|718-7^Hemoglobin^LN||13.1|g/dL|||||F',
].join('\r')

async function startRun() {
  const under = await createServiceUnderTest()
  const { environment } = smallBenchmark()
  const reference = await under.publish(
    smallBenchmark({
      environment: {
        ...environment,
        simulators: [
          ...environment.simulators,
          { type: 'HL7', name: 'Interface' },
          { type: 'Files', name: 'Exchange' },
        ],
        datasets: [
          ...environment.datasets,
          { type: 'HL7', name: 'results', config: { messages: [oru] } },
          { type: 'Files', name: 'files', config: { files: [{ path: 'inbox/a.csv', content: 'a,b\n1,2\n' }] } },
        ],
      },
      tasks: [
        {
          name: 'pass on the result',
          criteria: [
            {
              label: 'The result was sent on',
              assertion: {
                assert: 'hl7-structural',
                correlate_by: { 'PID.3.1': 'MRN1' },
                fields: [{ path: 'OBX.5', expected: '13.1' }],
              },
            },
            {
              label: 'The list was handed in',
              assertion: { assert: 'sftp-file-present', path: 'outbound/a.json', fields: [] },
            },
          ],
        },
      ],
    }),
  )
  const run = await under.createRun(reference)
  const [taskRun] = run.task_runs
  const token = run.bearer_token
  await under.call(token, 'POST', taskRun?.start_url ?? '')
  return { under, run, token, taskRun }
}

describe('the groups of a run', () => {
  it('reach the HL7 interface and the file exchange, whose traces are verified \
[create-run.endpoints, public.hl7-outbound]', async () => {
    const { under, run, token, taskRun } = await startRun()
    expect(Object.keys(run.endpoints).sort()).toEqual(['fhir', 'files', 'hl7', 'payer', 'portal'])
    const inbox = await under.call(token, 'GET', `${run.endpoints.hl7}/inbox`)
    const [message] = inbox.body.data as { payload: string }[]
    const sent = await under.call(token, 'POST', `${run.endpoints.hl7}/outbound`, { payload: message?.payload })
    expect([sent.status, sent.body.ack_code]).toEqual([201, 'AA'])
    const read = await under.call(token, 'GET', `${run.endpoints.files}/inbox/a.csv`)
    expect([read.status, read.headers['content-type']]).toEqual([200, 'text/csv'])
    const put = await under.call(token, 'PUT', `${run.endpoints.files}/outbound/a.json`, { kept: 1.0 })
    expect(put.status).toBe(201)
    expect((await under.call(token, 'GET', `${run.endpoints.files}/../inbox/a.csv`)).status).toBe(400)
    const completed = await under.call(token, 'POST', taskRun?.complete_url ?? '')
    expect(completed.body).toMatchObject({ verdict: 'pass', score: 1 })
  })

  it('patch a resource of the chart, and return its versions [create-run.endpoints]', async () => {
    const { under, run, token } = await startRun()
    const fhir = run.endpoints.fhir
    const type = { 'content-type': 'application/json-patch+json' }
    await under.call(token, 'PUT', `${fhir}/Patient/q`, { resourceType: 'Patient', id: 'q' })
    const operations = [{ op: 'add', path: '/active', value: true }]
    const patched = await under.call(token, 'PATCH', `${fhir}/Patient/q`, operations, type)
    expect(patched).toMatchObject({ status: 200, body: { active: true } })
    const version = `${fhir}/Patient/q/_history/2`
    expect(patched.headers).toMatchObject({ location: version, 'content-location': version })
    expect((await under.call(token, 'GET', version)).body).toEqual(patched.body)
    expect((await under.call(token, 'GET', `${fhir}/Patient/q/_history`)).body).toMatchObject({ total: 2 })
    const since = { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }
    expect((await under.call(token, 'GET', `${fhir}/Patient/q`, undefined, since)).status).toBe(304)
    expect(await under.call(token, 'HEAD', version)).toMatchObject({ status: 200, headers: { etag: 'W/"2"' } })
  })

  it('answer 404 where the environment has no such system [systems.absent-group]', async () => {
    const under = await createServiceUnderTest()
    const run = await under.createRun(await under.publish(smallBenchmark()))
    await under.call(run.bearer_token, 'POST', run.task_runs[0]?.start_url ?? '')
    const target = `/v1/benchmark-runs/${run.benchmark_run_id}/hl7/inbox`
    expect((await under.call(run.bearer_token, 'GET', target)).body).toMatchObject({
      error: { code: 'RESOURCE_NOT_FOUND' },
    })
  })
})
