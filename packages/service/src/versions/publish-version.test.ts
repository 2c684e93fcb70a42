import { createMemoryStore } from '@carebench/store'
import { defaultSystems } from '@carebench/systems'
import { describe, expect, it } from 'vitest'
import { type BenchmarkDoc, benchmarks, versions } from '../documents/collections/authoring.js'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

async function publishSmall() {
  const under = await createServiceUnderTest({ knownAudits: [] })
  await under.publish(smallBenchmark())
  const page = await under.store.page(benchmarks, { limit: 1 })
  const [benchmark] = page.docs as [BenchmarkDoc]
  const organization = (method: string, target: string, body?: unknown) =>
    under.call(under.organizationKey, method, target, body)
  const frozen = async (number: number) => {
    const found = await under.store.getByUnique(versions, 'number', `${benchmark.id}/${number}`)
    return JSON.stringify(found?.doc)
  }
  return { under, benchmark, organization, frozen }
}

describe('a published version', () => {
  it('does not change when its source documents are edited [versions.immutable]', async () => {
    const { under, benchmark, organization, frozen } = await publishSmall()
    const before = await frozen(1)
    const environments = (await organization('GET', '/environments')).body.data as {
      id: string
      simulators: { id: string; type: string }[]
    }[]
    const [environment] = environments
    const payer = environment?.simulators.find(({ type }) => type === 'Payer')
    const edited = await organization('PATCH', `/environments/${environment?.id}`, {
      name: 'Renamed',
      simulators: [{ id: payer?.id, config: { default_determination: { status: 'denied' } } }],
    })
    expect(edited.status).toBe(200)
    const [task] = (await organization('GET', `/tasks?benchmark_id=${benchmark.id}`)).body.data as { id: string }[]
    await organization('POST', '/criteria', {
      task_id: task?.id,
      label: 'One more',
      assertion: { assert: 'fhir-resource-state', resource_type: 'Task', search: {} },
    })
    await organization('POST', '/tasks', { benchmark_id: benchmark.id, name: 'another' })
    await organization('PATCH', `/benchmarks/${benchmark.id}`, { timeout: 5, description: 'changed' })
    expect(await frozen(1)).toBe(before)

    const second = await under.publishNext(`/benchmarks/${benchmark.id}/versions`, { allow_findings: true })
    expect(second.body).toMatchObject({ version: 2, task_count: 3, criterion_count: 5 })
    expect(await frozen(2)).toContain('denied')
    expect((await under.createRun('small@1')).task_runs).toHaveLength(2)
    expect((await under.createRun('small@2')).task_runs).toHaveLength(3)
  })

  it('seeds its systems once, however often its source documents are written meanwhile', async () => {
    let seeds = 0
    const systems = defaultSystems.map((system) => ({
      ...system,
      seedInSteps: undefined,
      seed(...about: Parameters<typeof system.seed>) {
        seeds++
        return system.seed(...about)
      },
    }))
    const store = createMemoryStore()
    const seedsBefore: number[] = []
    const commit = store.commit.bind(store)
    store.commit = async (writes, appends) => {
      const isVersion = writes.some((write) => write.kind === 'insert' && write.collection.name === versions.name)
      if (isVersion) seedsBefore.push(seeds)
      if (!isVersion || seedsBefore.length > 3) return commit(writes, appends)
      return { ok: false, failed: { index: 0, reason: 'revision', current: 2 } }
    }
    const under = await createServiceUnderTest({ knownAudits: [], store, systems })
    await under.publish(smallBenchmark({ tasks: smallBenchmark().tasks.slice(0, 1) }))
    const [once = 0, ...others] = seedsBefore
    expect(once).toBeGreaterThan(0)
    expect(others).toEqual([once, once, once])
  })

  it('numbers concurrent publications one after another, none lost [versions.list]', async () => {
    const { benchmark, organization } = await publishSmall()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => organization('POST', `/benchmarks/${benchmark.id}/versions`)),
    )
    const published = answers.filter(({ status }) => status === 201).map(({ body }) => body.version)
    expect(new Set(published).size).toBe(published.length)
    expect(answers.every(({ status }) => status === 201 || status === 503)).toBe(true)
    const listed = await organization('GET', `/benchmarks/${benchmark.id}/versions`)
    expect((listed.body.data as { version: number }[]).map(({ version }) => version)).toEqual(
      [1, ...published].sort((left, right) => Number(right) - Number(left)),
    )
  })

  it('is created even if others refer to its environment at the same time', async () => {
    const { benchmark, organization } = await publishSmall()
    const publishing = organization('POST', `/benchmarks/${benchmark.id}/versions`)
    const { environment_id } = benchmark
    expect((await organization('POST', '/playgrounds', { environment_id })).status).toBe(201)
    expect((await organization('POST', '/benchmarks', { name: 'sibling', environment_id })).status).toBe(201)
    expect((await organization('PATCH', `/benchmarks/${benchmark.id}`, { description: 'changed' })).status).toBe(200)
    expect((await publishing).status).toBe(201)
    const after = await organization('GET', `/benchmarks/${benchmark.id}`)
    expect(after.body.description).toBe('changed')
  })

  it('is the same, whatever is changed while it is audited', async () => {
    const { under, benchmark, organization, frozen } = await publishSmall()
    const { body: published } = await organization('POST', `/benchmarks/${benchmark.id}/versions`)
    const before = JSON.parse((await frozen(2)) ?? '')
    expect([published.audit, before.audit]).toEqual(['pending', 'pending'])
    expect((await organization('PATCH', `/benchmarks/${benchmark.id}`, { timeout: 5 })).status).toBe(200)
    expect((await organization('DELETE', `/benchmarks/${benchmark.id}`)).status).toBe(204)
    await under.service.finishAudits()
    expect(JSON.parse((await frozen(2)) ?? '')).toEqual({ ...before, audit: expect.objectContaining({ ok: true }) })
  })

  it('is not created without an environment', async () => {
    const { organization } = await publishSmall()
    const made = await organization('POST', '/benchmarks', { name: 'empty' })
    const refused = await organization('POST', `/benchmarks/${made.body.id}/versions`)
    expect(refused.body).toMatchObject({ error: { code: 'CONFLICT', message: expect.stringContaining('environment') } })
  })

  it('is not created with data that the simulators cannot be seeded with', async () => {
    const { under, benchmark, organization } = await publishSmall()
    const [environment] = (await organization('GET', '/environments')).body.data as { id: string }[]
    const config = { rows: { prior_auth_requests: [{ auth_number: 'PA1', status: 'lost' }] } }
    const dataset = await organization('POST', '/datasets', { type: 'Portal', name: 'wrong', config })
    expect(dataset.status).toBe(201)
    await organization('POST', `/environments/${environment?.id}/datasets/${dataset.body.id}`)
    const refused = await organization('POST', `/benchmarks/${benchmark.id}/versions`)
    expect(refused.status).toBe(409)
    expect(refused.body.error).toMatchObject({ message: expect.stringContaining('PA1') })
    expect((await under.createRun('small@1')).task_runs).toHaveLength(2)
  })

  it('keeps its name, which is taken in the organization and among Public benchmarks \
[benchmarks.name-fixed, versions.visibility-live]', async () => {
    const { under, benchmark, organization } = await publishSmall()
    expect((await organization('POST', '/benchmarks', { name: 'small' })).status).toBe(409)
    expect((await organization('PATCH', `/benchmarks/${benchmark.id}`, { name: 'other' })).status).toBe(409)
    expect((await organization('PATCH', `/benchmarks/${benchmark.id}`, { visibility: 'public' })).body).toMatchObject({
      visibility: 'Public',
    })
    const stranger = await under.service.provisionOrganization('Stranger')
    const asStranger = (method: string, target: string, body?: unknown) =>
      under.call(stranger.organizationKey, method, target, body)
    expect((await asStranger('GET', `/benchmarks/${benchmark.id}`)).status).toBe(404)
    expect((await asStranger('PATCH', `/benchmarks/${benchmark.id}`, { timeout: 5 })).status).toBe(404)
    expect((await under.createRun('small@1', { solverKey: stranger.solverKey })).benchmark.name).toBe('small')
    await organization('PATCH', `/benchmarks/${benchmark.id}`, { visibility: 'Private' })
    const hidden = await under.call(stranger.solverKey, 'POST', '/v1/benchmark-runs', { benchmark: 'small@1' })
    expect(hidden.body).toMatchObject({ error: { code: 'RESOURCE_NOT_FOUND' } })
  })
})

describe("a run on another organization's Public benchmark", () => {
  it('shows no criteria, and on a scored run no evidence, to the organization that runs it', async () => {
    const { under, benchmark, organization } = await publishSmall()
    await organization('PATCH', `/benchmarks/${benchmark.id}`, { visibility: 'Public' })
    const stranger = await under.service.provisionOrganization('Stranger')
    const run = await under.createRun('small@1', { solverKey: stranger.solverKey, scored: true })
    const second = run.task_runs[1]
    await under.call(run.bearer_token, 'POST', second?.start_url ?? '')
    await under.call(run.bearer_token, 'POST', second?.complete_url ?? '')
    const seen = [
      await under.call(stranger.organizationKey, 'GET', `/task-runs/${second?.id}`),
      await under.call(stranger.organizationKey, 'GET', `/criterion-runs?task_run_id=${second?.id}`),
      await under.call(stranger.organizationKey, 'GET', `/runs/${run.benchmark_run_id}`),
    ]
    for (const { status, text } of seen) {
      expect(status).toBe(200)
      expect(text).not.toContain('M-CANARY-1')
      expect(text).not.toContain('assertion')
    }
    const full = await organization('GET', `/criterion-runs?task_run_id=${second?.id}`)
    expect(full.text).toContain('M-CANARY-1')
    expect((await organization('GET', `/task-runs/${second?.id}`)).status).toBe(404)
  })
})
