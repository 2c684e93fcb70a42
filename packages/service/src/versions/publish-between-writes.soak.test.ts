import { expect, it } from 'vitest'
import { type BenchmarkDoc, benchmarks, versions } from '../documents/collections/authoring.js'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

it('publishes the state of one moment, whatever is written between the steps', async () => {
  const under = await createServiceUnderTest({ knownAudits: [] })
  await under.publish(smallBenchmark())
  const [benchmark] = (await under.store.page(benchmarks, { limit: 1 })).docs as [BenchmarkDoc]
  const organization = (method: string, target: string, body?: unknown) =>
    under.call(under.organizationKey, method, target, body)
  const environments = (await organization('GET', '/environments')).body.data as {
    id: string
    simulators: { id: string; type: string }[]
  }[]
  const { id: environmentId, simulators = [] } = environments[0] ?? {}
  const payer = simulators.find(({ type }) => type === 'Payer')
  const record = simulators.find(({ type }) => type === 'FHIR')
  const [task] = (await organization('GET', `/tasks?benchmark_id=${benchmark.id}`)).body.data as { id: string }[]
  let isDone = false
  const publishing = Array.from({ length: 3 }, () => organization('POST', `/benchmarks/${benchmark.id}/versions`))
  const ended = Promise.allSettled(publishing).then(() => {
    isDone = true
  })
  // Each round changes two simulators in one request and adds a criterion with its number; every second one deletes
  // the criterion again.
  for (let mark = 1; !isDone && mark <= 12; mark++) {
    const config = {
      accept_unknown_members: true,
      default_determination: { status: 'denied', reason: `mark ${mark}` },
    }
    const edits = [
      { id: payer?.id, config },
      { id: record?.id, config: { dangling_references: mark % 2 === 0 ? 'accept' : 'refuse' } },
    ]
    const patched = await organization('PATCH', `/environments/${environmentId}`, { simulators: edits })
    expect(patched.text).not.toContain('error')
    const made = await organization('POST', '/criteria', {
      task_id: task?.id,
      label: `mark ${mark}`,
      assertion: { assert: 'fhir-resource-state', resource_type: 'Task', search: {} },
    })
    if (mark % 2 === 0) await organization('DELETE', `/criteria/${made.body.id}`)
    for (let turn = 0; turn < mark; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  await ended
  await under.service.finishAudits()
  const listed = await organization('GET', `/benchmarks/${benchmark.id}/versions`)
  for (const { version } of listed.body.data as { version: number }[]) {
    const found = await under.store.getByUnique(versions, 'number', `${benchmark.id}/${version}`)
    if (found === undefined) throw new Error(`Expected version ${version} to be stored.`)
    const configs = found.doc.simulators.map(({ type, config }) => [type, config] as const)
    const marked = /mark (\d+)/.exec(JSON.stringify(configs))?.[1]
    const expected = marked === undefined ? undefined : Number(marked) % 2 === 0 ? 'accept' : 'refuse'
    const fhir = configs.find(([type]) => type === 'FHIR')?.[1] as { dangling_references?: string }
    expect(fhir.dangling_references).toBe(expected)
    // A version that has the criterion of a mark has its configuration or a later one.
    const criteria = found.doc.tasks.flatMap(({ criteria }) => criteria.map(({ label }) => label))
    const latest = Math.max(0, ...criteria.map((label) => Number(/^mark (\d+)$/.exec(label)?.[1] ?? 0)))
    expect(latest).toBeLessThanOrEqual(Number(marked ?? 0))
    expect(Number(marked ?? 0) - latest).toBeLessThanOrEqual(2)
  }
  for (const { status } of await Promise.all(publishing)) expect([201, 503]).toContain(status)
})
