import { describe, expect, it } from 'vitest'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

/** Returns a run with two task runs, with timeouts of a minute and an hour; the first one is started. */
async function begin(concurrency: number) {
  const under = await createServiceUnderTest()
  const small = smallBenchmark({ concurrency })
  const tasks = small.tasks.map((task, index) => ({ ...task, timeout: index === 0 ? 60 : 3600 }))
  const run = await under.createRun(await under.publish({ ...small, tasks }))
  const [first, second] = run.task_runs
  if (first === undefined || second === undefined) throw new Error('The small benchmark has two tasks.')
  const asAgent = (method: string, target: string) => under.call(run.bearer_token, method, target)
  await asAgent('POST', first.start_url)
  return { under, run, second, asAgent }
}

describe('a task run whose time is over, but that nobody has accessed since', () => {
  it('does not count towards the concurrency', async () => {
    const { under, second, asAgent } = await begin(1)
    expect((await asAgent('POST', second.start_url)).status).toBe(409)
    under.clock.advance(60_000)
    expect((await asAgent('POST', second.start_url)).status).toBe(200)
  })

  it('is not the target of a call that names none', async () => {
    const { under, run, second, asAgent } = await begin(2)
    await asAgent('POST', second.start_url)
    const read = () => asAgent('GET', `${run.endpoints.fhir}/Task/t1`)
    expect((await read()).status).toBe(409)
    under.clock.advance(60_000)
    expect((await read()).status).toBe(200)
  })
})
