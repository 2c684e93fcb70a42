import type { BenchmarkDefinition, VersionAudit } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

type Task = BenchmarkDefinition['tasks'][number]

it('names the calls after a solution after which the verdict is still "pass" [audit.harm-unnoticed]', async () => {
  const [, approval] = smallBenchmark().tasks as [Task, Task]
  const criteria = approval.criteria
    .filter(({ guard }) => guard !== true)
    .map((criterion) => {
      const { count: _, ...assertion } = criterion.assertion as { readonly count: number; readonly assert: string }
      return { ...criterion, assertion }
    })
  const under = await createServiceUnderTest({ knownAudits: [] })
  // It throws because the audit finds errors; the version and its audit are stored.
  await under.publish(smallBenchmark({ tasks: [{ ...approval, criteria }] })).catch(() => undefined)
  const call = (target: string) => under.call(under.organizationKey, 'GET', target)
  const [benchmark] = (await call('/benchmarks')).body.data as [{ id: string }]
  const { tasks } = (await call(`/benchmarks/${benchmark.id}/versions/1`)).body.audit as VersionAudit
  expect(tasks[0]?.harm?.calls).toEqual({ tried: 2, noticed: 0, refused: 0 })
  expect(tasks[0]?.findings.map(({ evidence }) => evidence)).toContainEqual({
    solutions: ['ask and wait'],
    harm: 'duplicate',
    by: 'calls',
    tried: 2,
    unnoticed: ['POST portal/prior-auths again', 'POST portal/prior-auths again by PAS'],
  })
})
