import type { JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { createRequest } from '../http/request.js'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'
import { letOthersWork } from '../work/let-others-work.js'

// It takes 7 s: records as long as the longest string.

/** Returns a run of three tasks in an environment with files of that many MiB; by default it has ended. */
async function runWithFiles(mebibytes: number, { complete = true } = {}) {
  const under = await createServiceUnderTest()
  const { environment, tasks } = smallBenchmark()
  const files = Array.from({ length: mebibytes }, (_, index) => ({
    path: `a${index}`,
    content: 'x'.repeat(1024 * 1024),
  }))
  const simulators = [...environment.simulators, { type: 'Files', name: 'Exchange' }]
  const datasets = [...environment.datasets, { type: 'Files', name: 'files', config: { files } }]
  const [task] = tasks
  if (task === undefined) throw new Error('The small benchmark has two tasks.')
  const alike = [task, { ...task, name: 'again' }, { ...task, name: 'once more' }]
  await under.publish(smallBenchmark({ tasks: alike, environment: { ...environment, simulators, datasets } }))
  const run = await under.createRun('small@1')
  for (const { start_url, complete_url } of run.task_runs) {
    await under.call(run.bearer_token, 'POST', start_url)
    if (complete) await under.call(run.bearer_token, 'POST', complete_url)
  }
  const read = (path: string) => under.call(under.organizationKey, 'GET', path)
  return { under, run, read, path: `/benchmark-runs/${run.benchmark_run_id}/record` }
}

it('rejects the record of a task run that would be longer than a string can be', async () => {
  const { under, run } = await runWithFiles(1, { complete: false })
  const [taskRun] = run.task_runs
  const headers = { authorization: `Bearer ${run.bearer_token}`, 'content-type': 'text/plain' }
  // Each of these characters takes six in JSON, and the file is twice in the log and once in the evidence.
  const bytes = new Uint8Array(15.9 * 1024 * 1024).fill(1)
  const put = createRequest('PUT', `${run.endpoints.files}/outbound/a.txt`, headers, bytes)
  expect((await under.service.handle(put)).status).toBe(201)
  await under.call(run.bearer_token, 'POST', taskRun?.complete_url ?? '')
  const { status, body } = await under.call(under.organizationKey, 'GET', `/task-runs/${taskRun?.id}/record`)
  expect([status, (body.error as JsonObject).code]).toEqual([409, 'CONFLICT'])
})

describe('the record of a run with much data', () => {
  it('is rejected if it is too long, unlike those of its task runs', async () => {
    const { run, read, path } = await runWithFiles(15)
    const refused = await read(path)
    expect(refused.status).toBe(409)
    expect(refused.body.error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('/task-runs/{id}/record'),
    })
    expect((await read(`/task-runs/${run.task_runs[1]?.id}/record`)).status).toBe(200)
  })

  it('lets other requests be answered while it is built', async () => {
    const { under, read, path } = await runWithFiles(1)
    const order: string[] = []
    const reading = read(path).then(({ status }) => order.push(`record ${status}`))
    for (let count = 0; count < 50; count++) await Promise.resolve()
    void letOthersWork().then(async () => {
      await under.call(null, 'GET', '/healthz')
      order.push('answered')
    })
    await reading
    expect(order).toEqual(['answered', 'record 200'])
  })
})
