import type { BenchmarkDefinition, JsonObject, VersionAudit } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

type Task = BenchmarkDefinition['tasks'][number]

/** Returns the findings of a task whose only criterion is that a request was sent, in time or at any time. */
async function listFindings(within: JsonObject | undefined) {
  const [, approval] = smallBenchmark().tasks as [Task, Task]
  const where: JsonObject = within === undefined ? {} : { where: { at: { $within: within } } }
  const assertion = { assert: 'event-order', events: [{ type: 'prior_auth.submitted', ...where }] }
  const under = await createServiceUnderTest({ knownAudits: [] })
  const task = { ...approval, starts_at: '2026-03-02T15:00:00Z', criteria: [{ label: 'It was asked for', assertion }] }
  const definition = { ...smallBenchmark({ tasks: [task] }), overrides: { clock: 'stepped' } }
  await under.publish(definition as BenchmarkDefinition).catch(() => undefined)
  const call = (target: string) => under.call(under.organizationKey, 'GET', target)
  const [benchmark] = (await call('/benchmarks')).body.data as [{ id: string }]
  const { tasks } = (await call(`/benchmarks/${benchmark.id}/versions/1`)).body.audit as VersionAudit
  return tasks[0]?.findings ?? []
}

it('warns of a solution that passes however late it is begun, until a criterion has a deadline', async () => {
  const late = (await listFindings(undefined)).find(({ code }) => code === 'late-unnoticed')
  expect(late).toMatchObject({ severity: 'warning', evidence: { solutions: ['ask and wait'] } })
  expect(late?.evidence?.unnoticed).toContain('begun 45 days late')
  const limited = await listFindings({ of: '2026-03-02T15:00:00Z', at_most_seconds: 3599 })
  expect(limited.map(({ code }) => code)).not.toContain('late-unnoticed')
})
