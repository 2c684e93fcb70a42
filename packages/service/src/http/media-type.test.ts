import { describe, expect, it } from 'vitest'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'
import { assertUtf8 } from './media-type.js'

describe('a body with a content-encoding', () => {
  it.each(['gzip', 'br', 'gzip, identity'])('%s is rejected', async (encoding) => {
    const under = await createServiceUnderTest()
    await under.publish(smallBenchmark())
    const headers = { 'content-encoding': encoding }
    const made = await under.call(under.organizationKey, 'POST', '/environments', { name: 'x' }, headers)
    expect(made).toMatchObject({ status: 415, headers: { 'accept-encoding': 'identity' } })
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

describe('a charset', () => {
  it.each([
    undefined,
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; Charset = utf8 ; version=1',
    'application/json; note="; charset=latin1"; charset=utf-8',
    'multipart/form-data; boundary=charset',
  ])('of UTF-8, or none, is accepted: %s', (type) => {
    expect(() => assertUtf8(type)).not.toThrow()
  })

  it.each([
    'application/json; charset=latin1',
    'application/json; CHARSET="utf-16"',
    'application/json; charset=',
    'application/json; version=1; charset=utf-8; charset=us-ascii',
    'application/json; note="a\\"; b"; charset=x',
  ])('of another name is rejected: %s', (type) => {
    expect(() => assertUtf8(type)).toThrow(/charset of the body must be UTF-8/)
  })

  it('is open for a file, but rejected for a message [errors.charset]', async () => {
    const under = await createServiceUnderTest()
    const { environment } = smallBenchmark()
    const simulators = [...environment.simulators, { type: 'Files', name: 'f' }, { type: 'HL7', name: 'h' }]
    await under.publish(smallBenchmark({ environment: { ...environment, simulators } }))
    const run = await under.createRun('small@1')
    await under.call(run.bearer_token, 'POST', run.task_runs[0]?.start_url ?? '')
    const headers = { 'content-type': 'text/plain; charset=iso-8859-1' }
    const base = `/v1/benchmark-runs/${run.benchmark_run_id}`
    const file = await under.call(run.bearer_token, 'PUT', `${base}/files/outbound/a.txt`, 'x', headers)
    expect(file.status).toBe(201)
    const message = await under.call(run.bearer_token, 'POST', `${base}/hl7/outbound`, 'MSH|^~\\&|A', headers)
    expect([message.status, message.body]).toMatchObject([415, { error: { code: 'UNSUPPORTED_MEDIA_TYPE' } }])
  })
})
