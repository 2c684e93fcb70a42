import { expect, it } from 'vitest'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

it('reports to wires which systems a call has changed, but no reads', async () => {
  const changes: [string, string[]][] = []
  const wires = {
    open: async () => [],
    onChange: (playgroundId: string, systems: ReadonlySet<string>) => changes.push([playgroundId, [...systems]]),
  }
  const under = await createServiceUnderTest({ wires })
  const run = await under.createRun(await under.publish(smallBenchmark()))
  const [taskRun] = run.task_runs
  const { body } = await under.call(run.bearer_token, 'POST', taskRun?.start_url ?? '')
  const { playground_id } = body
  changes.length = 0
  const task = { resourceType: 'Task', status: 'requested', intent: 'order' }
  expect((await under.call(run.bearer_token, 'GET', `${run.endpoints.fhir}/Task`)).status).toBe(200)
  expect(changes).toEqual([])
  expect((await under.call(run.bearer_token, 'POST', `${run.endpoints.fhir}/Task`, task)).status).toBe(201)
  expect(changes).toEqual([[playground_id, ['FHIR']]])
})
