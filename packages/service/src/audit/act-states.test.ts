import type { BenchmarkDefinition, VersionAudit } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

type Task = BenchmarkDefinition['tasks'][number]

/** The audit of a benchmark whose only task is a changed one of the small benchmark. */
async function auditOf(change: (finish: Task, approval: Task) => Task) {
  const [finish, approval] = smallBenchmark().tasks as [Task, Task]
  const under = await createServiceUnderTest({ knownAudits: [] })
  // A version with errors is refused, and has an audit.
  await under.publish(smallBenchmark({ tasks: [change(finish, approval)] })).catch(() => undefined)
  const call = (target: string) => under.call(under.organizationKey, 'GET', target)
  const [benchmark] = (await call('/benchmarks')).body.data as [{ id: string }]
  const { tasks: audited } = (await call(`/benchmarks/${benchmark.id}/versions/1`)).body.audit as VersionAudit
  const [task] = audited
  if (task === undefined) throw new Error('The version has a task.')
  return {
    calls: task.harm?.calls,
    unnoticed: Object.fromEntries(
      task.findings
        .filter(({ evidence }) => evidence?.by === 'calls')
        .map(({ evidence }) => [evidence?.harm, evidence?.unnoticed]),
    ),
  }
}

it('makes harmful calls after a solution, and finds nothing where they cost the verdict', async () => {
  // Deleted, and marked as entered in error.
  expect(await auditOf((finish) => finish)).toEqual({ calls: { tried: 2, noticed: 2, refused: 0 }, unnoticed: {} })
  // The same request again.
  expect(await auditOf((_, approval) => approval)).toEqual({
    calls: { tried: 1, noticed: 1, refused: 0 },
    unnoticed: {},
  })
})

it('names the calls after which the verdict is still "pass" [audit.harm-unnoticed]', async () => {
  const careless = await auditOf((_, approval) => ({
    ...approval,
    criteria: approval.criteria
      .filter(({ guard }) => guard !== true)
      .map(({ assertion, ...rest }) => {
        const { count: _count, ...uncounted } = assertion as { readonly count: number; readonly assert: string }
        return { ...rest, assertion: uncounted }
      }),
  }))
  expect(careless).toEqual({
    calls: { tried: 1, noticed: 0, refused: 0 },
    unnoticed: { duplicate: ['POST portal/prior-auths again'] },
  })
})

it('makes none for a task whose solution does nothing', async () => {
  const { calls } = await auditOf((finish) => ({ ...finish, solutions: [{ name: 'nothing', calls: [] }] }))
  expect(calls).toEqual({ tried: 0, noticed: 0, refused: 0 })
})
