import { expect, it } from 'vitest'
import { smallBenchmark } from '../../packages/service/src/testing/small-benchmark.js'
import { createContractTestbed, textAt } from './contract-testbed.js'

it('the FHIR record of a run takes and returns the bytes of a Binary', async () => {
  const testbed = await createContractTestbed()
  const run = await testbed.createRun(await testbed.publish(smallBenchmark()))
  await run.start()
  const path = `/v1/benchmark-runs/${run.id}/fhir/Binary`
  const bytes = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0xff, 0x00])
  const made = await run.call('POST', path, bytes, { 'content-type': 'application/pdf' })
  expect([made.status, made.body]).toMatchObject([201, { contentType: 'application/pdf', data: 'JVBERv8A' }])
  const target = `${path}/${textAt(made.body, 'id')}`
  const read = await run.call('GET', target, undefined, { accept: 'application/pdf, */*;q=0.1' })
  expect([read.status, read.headers['content-type'], read.text]).toEqual([200, 'application/pdf', '%PDF\ufffd\0'])
  const resource = await run.call('GET', target, undefined, { accept: 'application/fhir+json' })
  expect(resource.body).toEqual(made.body)
})
