import { CarebenchSolver } from '@carebench/client'
import { createManualClock } from '@carebench/protocol'
import { callInMemory, publishBenchmark, textOfBody } from '@carebench/service'
import { expect, it } from 'vitest'
import { createDashboard } from '../../packages/server/src/dashboard/dashboard.js'
import { smallBenchmark } from '../../packages/service/src/testing/small-benchmark.js'
import { createInMemoryService, fetchFrom } from '../in-memory-service.js'
import { signIn } from './open-dashboard.js'

const items = [
  { key: 'chart', label: 'Finish the open task' },
  { key: 'approval', label: 'Get the authorization' },
]

it("shows the items of a running task run that are right so far only to the benchmark's organization", async () => {
  const service = createInMemoryService(createManualClock(Date.parse('2026-03-02T18:00:00Z')))
  const { organizationKey, solverKey } = await service.provisionOrganization('Alder Creek')
  const { tasks, ...others } = smallBenchmark({ overrides: { clock: 'stepped' } })
  const criteria = tasks.flatMap((task, index) =>
    task.criteria.filter(({ guard }) => guard !== true).map((one) => ({ ...one, item: items[index]?.key ?? null })),
  )
  const day = { name: 'day', starts_at: '2026-03-02T08:00:00Z', items, criteria }
  const call = callInMemory(service, organizationKey)
  const { version } = await publishBenchmark(call, { ...others, tasks: [day] }, { allowFindings: true })
  const solver = new CarebenchSolver({ baseUrl: 'https://carebench.example.org', fetch: fetchFrom(service), solverKey })
  const run = await solver.runs.create({ benchmark: `${others.name}@${version}`, scored: true })
  const session = await run.tasks[0]?.start()
  await session?.fhir.update({ resourceType: 'Task', id: 't1', status: 'completed', intent: 'order' })
  const owner = await signIn(createDashboard({ service }), organizationKey)
  const page = textOfBody(await owner.get(`/task-runs/${session?.id}`))
  expect(page).toMatch(/<b>1<\/b> of 2 items would pass if the task ended now, 2026-03-02 08:00 UTC/)
  expect(page).toMatch(/Finish the open task.*pass.*Get the authorization.*fail/s)
  const stranger = await service.provisionOrganization('Stranger')
  const other = await signIn(createDashboard({ service }), stranger.organizationKey)
  expect(textOfBody(await other.get(`/task-runs/${session?.id}`))).not.toContain('would pass')
})
