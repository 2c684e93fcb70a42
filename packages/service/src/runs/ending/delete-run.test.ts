import type { Collection, Document } from '@carebench/store'
import { describe, expect, it } from 'vitest'
import { playgrounds } from '../../documents/collections/playgrounds.js'
import { criterionRuns, runs, taskRuns } from '../../documents/collections/running.js'
import { callAsOrganization } from '../../testing/call-as-organization.js'

async function begin() {
  const calls = await callAsOrganization()
  const { under } = calls
  const left = async () => {
    const count = async <Doc extends Document>(collection: Collection<Doc>) =>
      (await under.store.page(collection, { limit: 100 })).docs.length
    return [await count(runs), await count(taskRuns), await count(criterionRuns), await count(playgrounds)]
  }
  const without = await left()
  const run = await under.createRun(calls.own.reference)
  const target = `/benchmark-runs/${run.benchmark_run_id}`
  const complete = async () => {
    for (const { start_url, complete_url } of run.task_runs) {
      await under.call(run.bearer_token, 'POST', start_url)
      await under.call(run.bearer_token, 'POST', complete_url)
    }
  }
  return { ...calls, run, target, complete, left, without, remove: () => calls.call('DELETE', target) }
}

describe('deleting a run', () => {
  it('removes everything of it, and nothing of others [runs.delete]', async () => {
    const { under, own, run, target, complete, left, without, remove, call } = await begin()
    await complete()
    const { body } = await call('GET', target)
    const other = await under.createRun(own.reference)
    const ids = body.task_runs as { readonly id: string; readonly playground_id: string }[]
    expect(await under.store.log.read(ids[0]?.playground_id ?? '')).not.toEqual([])
    expect((await remove()).status).toBe(204)
    for (const { id, playground_id } of ids) {
      expect(await under.store.log.read(playground_id)).toEqual([])
      for (const path of [`/task-runs/${id}`, `/task-runs/${id}/record`, `/playgrounds/${playground_id}`]) {
        expect((await call('GET', path)).status).toBe(404)
      }
    }
    expect((await under.call(run.bearer_token, 'GET', `/v1${target}`)).status).toBe(401)
    expect((await call('GET', `/benchmark-runs/${other.benchmark_run_id}`)).status).toBe(200)
    expect((await remove()).status).toBe(404)
    await call('POST', `/benchmark-runs/${other.benchmark_run_id}/cancel`)
    expect((await call('DELETE', `/benchmark-runs/${other.benchmark_run_id}`)).status).toBe(204)
    expect(await left()).toEqual(without)
  })

  it('that is in progress is rejected, until it is cancelled [runs.delete-at-work]', async () => {
    const { under, run, target, remove, call, left, without } = await begin()
    await under.call(run.bearer_token, 'POST', run.task_runs[0]?.start_url ?? '')
    const before = await left()
    const refused = await remove()
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'CONFLICT', message: `The run is started; cancel it first: POST ${target}/cancel.` },
    ])
    expect(await left()).toEqual(before)
    await call('POST', `${target}/cancel`)
    expect((await remove()).status).toBe(204)
    expect(await left()).toEqual(without)
  })

  it('of another organization is rejected like one that does not exist', async () => {
    const { under, complete, target, left } = await begin()
    await complete()
    const before = await left()
    const other = await under.service.provisionOrganization('Other')
    expect((await under.call(other.organizationKey, 'DELETE', target)).status).toBe(404)
    expect(await left()).toEqual(before)
  })

  it('twice at once succeeds once', async () => {
    const { complete, remove, left, without } = await begin()
    await complete()
    const answers = await Promise.all([remove(), remove(), remove()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404])
    expect(await left()).toEqual(without)
  })
})
