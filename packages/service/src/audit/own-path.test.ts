import type { Solution } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { versions } from '../documents/collections/authoring.js'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { approvableForm, smallBenchmark } from '../testing/small-benchmark.js'

type Calls = Solution['calls']

/** Returns the audit of the second task of the small benchmark, with a solution that has these calls. */
async function runAudit(calls: Calls, overrides = {}) {
  const under = await createServiceUnderTest({ knownAudits: [] })
  const [, task] = smallBenchmark().tasks
  if (task === undefined) throw new Error('There is a second task.')
  const tasks = [{ ...task, starts_at: '1999-03-04T08:00:00Z', solutions: [{ name: 'wait for it', calls }] }]
  await under.publish(smallBenchmark({ overrides, tasks }), { allowFindings: true })
  const [version] = (await under.store.page(versions, { limit: 1 })).docs
  const audit = version?.audit
  if (typeof audit !== 'object' || audit === null || !('tasks' in audit)) throw new Error('The version is audited.')
  return audit.tasks[0]
}

const ask = { method: 'POST', path: 'portal/prior-auths', body: approvableForm }

it('lets a solution wait and read the clock as an agent does', async () => {
  const calls: Calls = [
    ask,
    { method: 'POST', path: 'wait', body: { until: 'event', at_most_seconds: 3600 }, capture: { now: '/now' } },
    { method: 'GET', path: 'clock', capture: { instant: '/now' } },
    { method: 'GET', path: 'fhir/Task?_lastUpdated=lt{{now}}&_lastUpdated=lt{{instant}}' },
  ]
  const task = await runAudit(calls, { clock: 'stepped' })
  expect(task?.solutions).toMatchObject([{ name: 'wait for it', score: 1, refused_calls: [] }])
})

it('reports a call of a solution that a service would reject', async () => {
  const calls: Calls = [
    ask,
    { method: 'POST', path: 'wait', body: { seconds: 31 } },
    { method: 'POST', path: 'wait', body: { until: 'event' } },
    { method: 'GET', path: 'wait' },
    { method: 'POST', path: 'clock' },
    { method: 'POST', path: 'wait', body: { seconds: 5 } },
  ]
  const task = await runAudit(calls)
  expect(task?.solutions).toMatchObject([
    {
      score: 1,
      refused_calls: [
        {
          number: 2,
          method: 'POST',
          path: 'wait',
          status: 400,
          reason:
            'seconds must be at most 30 on a real clock; got 31. Set "overrides": {"clock": "stepped"} for longer ' +
            'waits.',
        },
        {
          number: 3,
          method: 'POST',
          path: 'wait',
          status: 400,
          reason: expect.stringContaining('at_most_seconds must be a number of seconds'),
        },
        { number: 4, method: 'GET', path: 'wait', status: 405 },
        { number: 5, method: 'POST', path: 'clock', status: 405 },
      ],
    },
  ])
})
