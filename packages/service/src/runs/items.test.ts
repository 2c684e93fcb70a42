import { validatorFor } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import { regrade } from '@carebench/systems/verifier'
import { checkRecord, parseRecord, type TaskRunRecord } from '@carebench/verifier'
import { describe, expect, it } from 'vitest'
import { findDefinitionErrors } from '../authoring/check-definition.js'
import { replayRecord } from '../records/replay-record.js'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { approvableForm, smallBenchmark } from '../testing/small-benchmark.js'

const items = [
  { key: 'chart', label: 'Finish the open task' },
  { key: 'approval', label: 'Get the authorization', due: '2026-03-03T08:00:00.000Z' },
]

/** Returns a benchmark whose only task has each of the two tasks of the small benchmark as an item. */
function dayBenchmark(endsAt: string | null = '2026-03-02T17:00:00Z') {
  const { tasks, ...others } = smallBenchmark({ overrides: { seed: 42, clock: 'stepped' } })
  const criteria = tasks.flatMap((task, index) =>
    task.criteria.filter(({ guard }) => guard !== true).map((one) => ({ ...one, item: items[index]?.key ?? null })),
  )
  const day = { name: 'day', starts_at: '2026-03-02T08:00:00Z', ends_at: endsAt, items, criteria }
  return { ...others, tasks: [day] }
}

async function work(endsAt?: string | null, options: { scored?: boolean } = {}) {
  const under = await createServiceUnderTest({ knownAudits: [] })
  const run = await under.createRun(await under.publish(dayBenchmark(endsAt), { allowFindings: true }), options)
  const token = run.bearer_token
  const [task] = run.task_runs
  if (task === undefined) throw new Error('expected a task run')
  await under.call(token, 'POST', task.start_url)
  const finished = { resourceType: 'Task', id: 't1', status: 'completed', intent: 'order' }
  await under.call(token, 'PUT', `${run.endpoints.fhir}/Task/t1`, finished)
  return { under, run, token, task }
}

describe('a task with items', () => {
  it('returns the verdict of each item in completion, runs and record, which verifies as before', async () => {
    const { under, token, task } = await work()
    const completed = await under.call(token, 'POST', task.complete_url)
    const expected = {
      chart: { verdict: 'pass', score: 1, due: true },
      approval: { verdict: 'fail', score: 0, due: false },
    }
    expect(completed.body).toMatchObject({ verdict: 'pass', score: 1, items: expected })
    const read = await under.call(under.organizationKey, 'GET', `/task-runs/${task.id}`)
    expect(read.body).toMatchObject({ items: expected, snapshot: { task: { items } } })
    const runs = read.body.criterion_runs as readonly { readonly item?: string }[]
    expect(new Set(runs.map(({ item }) => item))).toEqual(new Set(['chart', 'approval']))
    const answer = await under.call(under.organizationKey, 'GET', `/task-runs/${task.id}/record`)
    expect(validatorFor('taskRunRecord')(answer.body)).toBeNull()
    const record = parseRecord(answer.body) as TaskRunRecord
    expect(record.result?.items).toEqual(expected)
    expect(checkRecord(record).ok).toBe(true)
    expect(regrade(record).same).toBe(true)
    expect(replayRecord(record, defaultSystems).same).toBe(true)
    const strict = regrade(record, { options: { ...record.options, ends_at: '2026-03-04T00:00:00Z' } })
    expect(strict.after).toMatchObject({ verdict: 'partial', score: 0.5 })
  })

  it('counts every item if the task has no end, and hides reasons in a scored run', async () => {
    const { under, run, token, task } = await work(null, { scored: true })
    await under.call(token, 'POST', `${run.endpoints.portal}/prior-auths`, { ...approvableForm, procedure_code: '1' })
    const { body, text } = await under.call(token, 'POST', task.complete_url)
    expect(body).toMatchObject({ verdict: 'partial', items: { chart: { verdict: 'pass' } } })
    expect((body.items as Record<string, unknown>).approval).toEqual({
      verdict: expect.stringMatching(/fail|partial/),
      score: expect.any(Number),
      due: true,
    })
    expect(text).not.toContain('details')
  })

  it('shows the organization of the benchmark which items are right so far, and leaves no trace', async () => {
    const { under, run, token, task } = await work('2026-03-04T08:00:00Z', { scored: true })
    const read = (key: string) => under.call(key, 'GET', `/task-runs/${task.id}/progress`)
    const { body } = await read(under.organizationKey)
    const passed = { verdict: 'pass', score: 1, due: true }
    expect(body).toMatchObject({ task_run_id: task.id, now: '2026-03-02T08:00:01.000Z', items: { chart: passed } })
    expect(body.items).toMatchObject({ approval: { verdict: 'fail', due: true } })
    const stranger = await under.service.provisionOrganization('Stranger')
    const others = [token, under.solverKey, stranger.organizationKey, stranger.solverKey]
    const refused = await Promise.all(others.map(read))
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 404, 401])
    // A second look soon after shows the same state, and does not verify it again.
    await under.call(token, 'POST', `${run.endpoints.portal}/prior-auths`, approvableForm)
    expect((await read(under.organizationKey)).body).toEqual(body)
    under.clock.advance(5000)
    expect((await read(under.organizationKey)).body).toMatchObject({ now: '2026-03-02T08:00:02.000Z' })
    const completed = await under.call(token, 'POST', task.complete_url)
    expect(completed.body).toMatchObject({ items: { chart: passed } })
    const answer = await under.call(under.organizationKey, 'GET', `/task-runs/${task.id}/record`)
    const { log } = parseRecord(answer.body) as TaskRunRecord
    expect(log?.map(({ action }) => action.kind)).toEqual(['call', 'call', 'seal'])
    const late = await read(under.organizationKey)
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('has not ended')])
  })

  it('that timed out has criterion runs that name their items', async () => {
    const { under, task } = await work()
    under.clock.advance(60_000)
    const read = await under.call(under.organizationKey, 'GET', `/task-runs/${task.id}`)
    expect(read.body).toMatchObject({ status: 'timed_out', criterion_runs: [{ item: 'chart' }, { item: 'approval' }] })
    expect(read.body).not.toHaveProperty('items')
  })
})

it('stores times of items in UTC, and lets items and their end be changed', async () => {
  const under = await createServiceUnderTest()
  const { body: benchmark } = await under.call(under.organizationKey, 'POST', '/benchmarks', { name: 'days' })
  const made = await under.call(under.organizationKey, 'POST', '/tasks', { benchmark_id: benchmark.id, name: 'day' })
  expect(made.body).toMatchObject({ items: [], ends_at: null })
  const change = (body: object) => under.call(under.organizationKey, 'PATCH', `/tasks/${made.body.id}`, body)
  expect(
    (
      await change({
        items: [items[0], { ...items[1], due: '2026-03-03T09:00:00+01:00' }],
        ends_at: '2026-03-02T17:00:00+01:00',
      })
    ).body,
  ).toMatchObject({
    items,
    ends_at: '2026-03-02T16:00:00.000Z',
  })
  const refused = await change({ items: [{ ...items[1], due: '2026-02-30T08:00:00Z' }] })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('/items/0/due')])
  expect((await change({ items: [...items, items[0]] })).text).toContain('/items/2/key')
  expect((await change({ items: [], ends_at: null })).body).toMatchObject({ items: [], ends_at: null })
})

it('reports items that share a key and criteria of unknown items in a definition', () => {
  const { tasks, ...others } = dayBenchmark()
  const [day] = tasks
  if (day === undefined) throw new Error('expected a task')
  const definition = { ...others, tasks: [{ ...day, items: [...items.slice(1), ...items.slice(1)] }] }
  expect(findDefinitionErrors(definition).map(({ path }) => path)).toEqual([
    '/tasks/0/items/1/key',
    '/tasks/0/criteria/0/item',
  ])
})
