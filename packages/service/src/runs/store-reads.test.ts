import { createMemoryStore } from '@carebench/store'
import { describe, expect, it } from 'vitest'
import { createCountingStore } from '../testing/counting-store.js'
import { createServiceUnderTest, makeCalls, serviceOn } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

const note = { resourceType: 'Basic', code: { text: 'note' } }

/** Returns a started task run of a run with two, and another service on the same store. */
async function begin(concurrency = 1) {
  const store = createCountingStore(createMemoryStore())
  const under = await createServiceUnderTest({ store })
  const run = await under.createRun(await under.publish(smallBenchmark({ concurrency })))
  const [first, second] = run.task_runs
  if (first === undefined || second === undefined) throw new Error('The small benchmark has two tasks.')
  const token = run.bearer_token
  const started = await under.call(token, 'POST', first.start_url)
  const fhir = run.endpoints.fhir ?? ''
  const other = makeCalls(serviceOn(store, { clock: under.clock }), under.solverKey)
  const sandboxes = started.body.sandboxes as {
    id: string
    type: string
    credentials: { client_id: string; client_secret: string }
  }[]
  const sandbox = sandboxes.find(({ type }) => type === 'FHIR')
  if (sandbox === undefined) throw new Error('The small benchmark has a record.')
  return { under, other, store, run, first, second, token, fhir, sandbox }
}

async function fetchAccessToken({ under, sandbox }: Awaited<ReturnType<typeof begin>>): Promise<string> {
  const { client_id, client_secret } = sandbox.credentials
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const issued = await under.call(null, 'POST', `/sandboxes/${sandbox.id}/fhir/auth/token`, form, headers)
  return String(issued.body.access_token)
}

async function standAlone({ under }: Awaited<ReturnType<typeof begin>>) {
  const key = under.organizationKey
  const environments = (await under.call(key, 'GET', '/environments')).body.data as { id: string }[]
  const made = await under.call(key, 'POST', '/playgrounds', { environment_id: environments[0]?.id })
  const playground = String(made.body.id)
  const sandboxes = (await under.call(key, 'GET', `/sandboxes?playground_id=${playground}`)).body.data as {
    type: string
    endpoints: { fhir: string }
  }[]
  return { playground, fhir: sandboxes.find(({ type }) => type === 'FHIR')?.endpoints.fhir ?? '' }
}

describe('a call of a simulated system in the steady state', () => {
  it.each([
    ['a run token', 1, false],
    ['a run token that names its task run', 1, true],
    ['a run token where several may be started', 2, false],
  ])('by %s reads the store once and appends once', async (_, concurrency, named) => {
    const { under, store, token, fhir, first } = await begin(concurrency)
    const headers: Record<string, string> = named ? { 'task-run-id': first.id } : {}
    await under.call(token, 'GET', `${fhir}/Task/t1`, undefined, headers)
    for (const [method, path, body] of [
      ['GET', 'Task/t1', undefined],
      ['POST', 'Basic', note],
      ['GET', 'Basic', undefined],
    ] as const) {
      store.take()
      expect((await under.call(token, method, `${fhir}/${path}`, body, headers)).status).toBeLessThan(300)
      expect(store.take()).toEqual({ reads: 1, commits: 0, appends: 1 })
    }
  })

  it('by an access token of a sandbox reads the store once and appends once', async () => {
    const place = await begin()
    const { under, store, sandbox } = place
    const token = await fetchAccessToken(place)
    const target = `/sandboxes/${sandbox.id}/fhir/Task/t1`
    await under.call(token, 'GET', target)
    store.take()
    expect((await under.call(token, 'GET', target)).status).toBe(200)
    expect(store.take()).toEqual({ reads: 1, commits: 0, appends: 1 })
  })

  it('by the key of an organization in a standalone playground reads the store once and appends once', async () => {
    const place = await begin()
    const { under, store } = place
    const { fhir } = await standAlone(place)
    await under.call(under.organizationKey, 'GET', `${fhir}/Task/t1`)
    store.take()
    expect((await under.call(under.organizationKey, 'GET', `${fhir}/Task/t1`)).status).toBe(200)
    expect(store.take()).toEqual({ reads: 1, commits: 0, appends: 1 })
  })
})

it('reads the store 10 times for a start and 5 times for a completion, \
each of which is a round trip to a database', async () => {
  const { under, store, token, first, second } = await begin()
  await under.call(token, 'POST', first.complete_url)
  store.take()
  expect((await under.call(token, 'POST', second.start_url)).status).toBe(200)
  expect(store.take()).toMatchObject({ reads: 10, commits: 1 })
  expect((await under.call(token, 'POST', second.complete_url)).status).toBe(200)
  expect(store.take()).toMatchObject({ reads: 5, commits: 2 })
})

it('reads the store four times for a list of runs, however many there are', async () => {
  const { under, store, first, token } = await begin()
  const benchmark = await under.publish(smallBenchmark({ name: 'another' }))
  const readList = async () => {
    store.take()
    const { body } = await under.call(under.organizationKey, 'GET', '/benchmark-runs')
    return { reads: store.take().reads, runs: body.data as { readonly status: string }[] }
  }
  expect(await readList()).toMatchObject({ reads: 4, runs: [{ status: 'active' }] })
  for (let count = 0; count < 3; count++) await under.createRun(benchmark)
  await under.call(token, 'POST', first.complete_url)
  expect(await readList()).toMatchObject({ reads: 4, runs: { length: 4 } })
  // Only a run with something to end is read by itself.
  under.clock.advance(60_000)
  const { runs } = await readList()
  expect(runs).toHaveLength(4)
})

it("does not read the store for each criterion run of another organization's benchmark", async () => {
  const store = createCountingStore(createMemoryStore())
  const under = await createServiceUnderTest({ store })
  const benchmark = await under.publish(smallBenchmark())
  const { body: owned } = await under.call(under.organizationKey, 'GET', '/benchmarks')
  const [{ id } = { id: '' }] = owned.data as { id: string }[]
  await under.call(under.organizationKey, 'PATCH', `/benchmarks/${id}`, { visibility: 'Public' })
  const other = await under.service.provisionOrganization('Other organization')
  const run = await under.createRun(benchmark, { solverKey: other.solverKey, scored: true })
  const [first] = run.task_runs
  await under.call(run.bearer_token, 'POST', first?.start_url ?? '')
  await under.call(run.bearer_token, 'POST', first?.complete_url ?? '')
  store.take()
  const { body } = await under.call(other.organizationKey, 'GET', `/criterion-runs?task_run_id=${first?.id}`)
  const listed = body.data as { readonly details: unknown }[]
  expect(listed.length).toBeGreaterThan(1)
  // Anyone who did not write the benchmark does not see what it expects.
  expect(listed.map(({ details }) => details)).toEqual(listed.map(() => null))
  // The key, the task run, the page, and once for all whether the run is scored.
  expect(store.take()).toMatchObject({ reads: 5 })
})

describe('the cache of a service', () => {
  it('does not reopen what another service has ended', async () => {
    for (const end of ['complete', 'cancel task run', 'cancel run'] as const) {
      const place = await begin()
      const { under, other, first, token, fhir, sandbox, run } = place
      const accessToken = await fetchAccessToken(place)
      const readStatuses = async () => [
        (await under.call(token, 'GET', `${fhir}/Task/t1`)).status,
        (await under.call(token, 'POST', `${fhir}/Basic`, note)).status,
        (await under.call(accessToken, 'GET', `/sandboxes/${sandbox.id}/fhir/Task/t1`)).status,
      ]
      expect(await readStatuses()).toEqual([200, 201, 200])
      const ended =
        end === 'complete'
          ? await other.call(token, 'POST', first.complete_url)
          : end === 'cancel run'
            ? await other.call(under.organizationKey, 'POST', `/benchmark-runs/${run.benchmark_run_id}/cancel`)
            : await other.call(under.organizationKey, 'POST', `/task-runs/${first.id}/cancel`)
      expect(ended.status).toBe(200)
      expect(await readStatuses()).toEqual([409, 409, 409])
    }
  })

  it('does not reopen what another service, which lacks its systems, has ended', async () => {
    const { under, store, first, token, fhir } = await begin()
    expect((await under.call(token, 'GET', `${fhir}/Task/t1`)).status).toBe(200)
    const crippled = makeCalls(serviceOn(store, { clock: under.clock, systems: [] }), under.solverKey)
    const cancelled = await crippled.call(under.organizationKey, 'POST', `/task-runs/${first.id}/cancel`)
    expect(cancelled.body).toMatchObject({ status: 'cancelled' })
    expect((await under.call(token, 'GET', `${fhir}/Task/t1`)).status).toBe(409)
  })

  it('does not reopen what has timed out', async () => {
    const { under, token, fhir } = await begin()
    expect((await under.call(token, 'GET', `${fhir}/Task/t1`)).status).toBe(200)
    under.clock.advance(59_999)
    expect((await under.call(token, 'GET', `${fhir}/Task/t1`)).status).toBe(200)
    under.clock.advance(1)
    expect((await under.call(token, 'GET', `${fhir}/Task/t1`)).status).toBe(409)
  })

  it('routes an unnamed call to the task run that another service has started', async () => {
    for (const concurrency of [1, 2]) {
      const { under, other, first, second, token, fhir } = await begin(concurrency)
      const mark = { resourceType: 'Task', id: 't1', status: 'on-hold', intent: 'order' }
      expect((await under.call(token, 'PUT', `${fhir}/Task/t1`, mark)).status).toBe(200)
      const read = async () => {
        const { status, body } = await under.call(token, 'GET', `${fhir}/Task/t1`)
        return status === 200 ? body.status : status
      }
      expect(await read()).toBe('on-hold')
      if (concurrency === 2) {
        await other.call(token, 'POST', second.start_url)
        expect(await read()).toBe(409)
      }
      await other.call(token, 'POST', first.complete_url)
      await other.call(token, 'POST', second.start_url)
      expect(await read()).toBe('requested')
    }
  })

  it('is not used after another service has revoked the key or removed the playground', async () => {
    const place = await begin()
    const { under, other } = place
    const { playground, fhir } = await standAlone(place)
    const created = await under.call(under.organizationKey, 'POST', '/api-keys', { name: 'second' })
    const key = String(created.body.key)
    expect((await under.call(key, 'GET', `${fhir}/Task/t1`)).status).toBe(200)
    expect((await other.call(under.organizationKey, 'DELETE', `/api-keys/${created.body.id}`)).status).toBe(204)
    expect((await under.call(key, 'GET', `${fhir}/Task/t1`)).status).toBe(401)
    expect((await under.call(under.organizationKey, 'GET', `${fhir}/Task/t1`)).status).toBe(200)
    await other.call(under.organizationKey, 'POST', `/playgrounds/${playground}/teardown`)
    expect((await under.call(under.organizationKey, 'GET', `${fhir}/Task/t1`)).status).toBe(409)
  })
})
