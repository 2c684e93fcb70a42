import { createManualClock, createSeededRandom, limits, systemClock } from '@carebench/protocol'
import { createMemoryStore } from '@carebench/store'
import { defaultSystems } from '@carebench/systems'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { taskRuns } from '../documents/collections/running.js'
import { createIdSource } from '../documents/id-source.js'
import { createRequest } from '../http/request.js'
import { createService, type Service } from '../service.js'
import { createServiceUnderTest, type ServiceUnderTest } from '../testing/service-under-test.js'
import { approvableForm, smallBenchmark } from '../testing/small-benchmark.js'

const path = '/testing/clock'

function advance({ call, organizationKey }: ServiceUnderTest, seconds: unknown) {
  return call(organizationKey, 'POST', path, { advance_seconds: seconds })
}

/** Sends a request from an address, and returns the response without the parts that differ between any two. */
async function sendFrom(service: Service, address: string | null, key: string, target = path, method = 'POST') {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-request-id': 'same' }
  const body = new TextEncoder().encode('{"advance_seconds": 60}')
  const request = createRequest(method, target, headers, method === 'GET' ? undefined : body)
  return service.handle({ ...request, remoteAddress: address })
}

describe('the clock', () => {
  it('moves by whole seconds, and 0 only returns the time', async () => {
    const under = await createServiceUnderTest()
    expect((await advance(under, 0)).body).toEqual({ now: '2026-01-05T09:00:00.000Z' })
    const moved = await advance(under, 90)
    expect([moved.status, moved.body]).toEqual([200, { now: '2026-01-05T09:01:30.000Z' }])
    expect((await advance(under, 0)).body).toEqual({ now: '2026-01-05T09:01:30.000Z' })
    const made = await under.call(under.organizationKey, 'POST', '/benchmarks', { name: 'later' })
    expect(made.body.created_at).toBe('2026-01-05T09:01:30.000Z')
  })

  it('rejects anything but whole seconds within a year', async () => {
    const under = await createServiceUnderTest()
    const { max } = limits.clockAdvance
    for (const seconds of [-1, 1.5, max + 1, 2 ** 53 - 1, '60', null, [], {}, true]) {
      const refused = await advance(under, seconds)
      expect([seconds, refused.status, refused.body]).toMatchObject([
        seconds,
        400,
        { error: { code: 'INVALID_REQUEST', errors: [{ path: '/advance_seconds' }] } },
      ])
    }
    const { call, organizationKey } = under
    for (const body of [undefined, {}, { advance_seconds: 1, more: 1 }, { seconds: 1 }]) {
      const refused = await call(organizationKey, 'POST', path, body, { 'content-type': 'application/json' })
      expect([body, refused.status]).toEqual([body, 400])
    }
    expect((await call(organizationKey, 'GET', path)).headers.allow).toBe('POST')
    expect(under.clock.now()).toBe(createManualClock().now())
    expect((await advance(under, max)).status).toBe(200)
  })

  it('stays within the years that date-times have', async () => {
    const under = await createServiceUnderTest()
    under.clock.advance(Date.UTC(9000, 0, 1) - under.clock.now() - 1000)
    expect((await advance(under, 2)).body).toMatchObject({
      error: { code: 'CONFLICT', message: expect.stringContaining('8999-12-31T23:59:59.000Z') },
    })
    expect((await advance(under, 1)).body).toEqual({ now: '9000-01-01T00:00:00.000Z' })
    expect((await advance(under, 1)).status).toBe(409)
  })

  it('returns the time after its own step to each of several callers, and loses no step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(100_000), { minLength: 1, maxLength: 8 }), async (steps) => {
        const under = await createServiceUnderTest()
        const start = under.clock.now()
        const answers = await Promise.all(steps.map((seconds) => advance(under, seconds)))
        const elapsed = answers.map(({ body }) => Date.parse(String(body.now)) - start).sort((a, b) => a - b)
        const total = steps.reduce((sum, seconds) => sum + seconds * 1000, 0)
        expect([elapsed.at(-1), under.clock.now() - start]).toEqual([total, total])
      }),
      { numRuns: 4 * inject('scale') },
    )
  })
})

describe('when the clock has moved', () => {
  async function begin(tasks = smallBenchmark().tasks) {
    const under = await createServiceUnderTest()
    const reference = await under.publish(smallBenchmark({ tasks, concurrency: 64 }))
    const run = await under.createRun(reference)
    const start = (index: number) => under.call(run.bearer_token, 'POST', run.task_runs[index]?.start_url ?? '')
    return { under, run, start }
  }
  const stored = async ({ store }: ServiceUnderTest) => {
    // Reads the store directly, because every handler would settle what is due.
    return (await store.page(taskRuns, { limit: 1000 })).docs.map(({ status, completed_at }) => [status, completed_at])
  }

  it('all overdue task runs have timed out before the response', async () => {
    const [task] = smallBenchmark().tasks
    if (task === undefined) throw new Error('The small benchmark has tasks.')
    const names = Array.from({ length: 64 }, (_, index) => ({
      ...task,
      name: `task ${index}`,
      // There is little to audit without them.
      solutions: [],
    }))
    const { under, run, start } = await begin(names)
    const more = await under.createRun('small@1')
    for (const index of names.keys()) {
      expect((await start(index)).status).toBe(200)
      await under.call(more.bearer_token, 'POST', more.task_runs[index]?.start_url ?? '')
    }
    await advance(under, 59)
    expect(new Set((await stored(under)).map(([status]) => status))).toEqual(new Set(['active']))
    await advance(under, 1)
    const ended = await stored(under)
    expect(ended).toHaveLength(2 * names.length)
    expect(new Set(ended.map(String))).toEqual(new Set(['timed_out,2026-01-05T09:01:00.000Z']))
    const { body } = await under.call(run.bearer_token, 'GET', `/v1/benchmark-runs/${run.benchmark_run_id}`)
    expect(body).toMatchObject({ status: 'completed', verdict: 'fail', score: 0 })
  })

  it('an expired token ends its run', async () => {
    const { under, run } = await begin()
    const seconds = (Date.parse(run.bearer_token_expires_at) - under.clock.now()) / 1000
    await advance(under, seconds - 1)
    const target = `/v1/benchmark-runs/${run.benchmark_run_id}`
    expect((await under.call(run.bearer_token, 'GET', target)).status).toBe(200)
    await advance(under, 1)
    expect((await under.call(run.bearer_token, 'GET', target)).status).toBe(401)
    expect((await stored(under)).map(([status]) => status)).toEqual(['timed_out', 'timed_out'])
  })

  it('a delayed determination shows with the next call', async () => {
    const { under, run, start } = await begin()
    await start(1)
    const portal = `/v1/benchmark-runs/${run.benchmark_run_id}/portal/prior-auths`
    const made = await under.call(run.bearer_token, 'POST', portal, approvableForm)
    expect(made.body).toMatchObject({ status: 'pending' })
    const read = () => under.call(run.bearer_token, 'GET', `${portal}/${made.body.auth_number}`)
    await advance(under, 4)
    expect((await read()).body).toMatchObject({ status: 'pending' })
    await advance(under, 1)
    expect((await read()).body).toMatchObject({ status: 'approved' })
  })

  it('a late completion is rejected, but not one in time', async () => {
    const { under, run, start } = await begin()
    await start(0)
    await start(1)
    await advance(under, 59)
    const complete = (index: number) => under.call(run.bearer_token, 'POST', run.task_runs[index]?.complete_url ?? '')
    expect((await complete(0)).status).toBe(200)
    await advance(under, 1)
    expect((await complete(1)).body).toMatchObject({ error: { code: 'CONFLICT' } })
  })
})

describe('the path of the clock', () => {
  const create = (clock = createManualClock(), testing = true) =>
    createService({
      store: createMemoryStore(),
      clock,
      ...(testing ? { testingClock: clock } : {}),
      random: createSeededRandom(1),
      ids: createIdSource(clock, createSeededRandom(2)),
      systems: defaultSystems,
      secret: new Uint8Array(32),
      cursorKeys: [{ id: '1', secret: new Uint8Array(32) }],
    })

  it.each(['GET', 'POST', 'DELETE', 'HEAD'])(
    'is unknown to %s from elsewhere, and on a normal service',
    async (method) => {
      const clock = createManualClock()
      const movable = create(clock)
      const { organizationKey } = await movable.provisionOrganization('x')
      const normal = create(createManualClock(), false)
      const other = await normal.provisionOrganization('x')
      const unknown = await sendFrom(normal, null, other.organizationKey, '/testing/unknown', method)
      expect(unknown.status).toBe(404)
      for (const address of ['203.0.113.9', '::ffff:10.0.0.1', '']) {
        expect(await sendFrom(movable, address, organizationKey, path, method)).toEqual(unknown)
      }
      for (const address of [null, '127.0.0.1', '203.0.113.9']) {
        expect(await sendFrom(normal, address, other.organizationKey, path, method)).toEqual(unknown)
      }
      expect(clock.now()).toBe(createManualClock().now())
    },
  )

  it('is open on loopback, with an organization key', async () => {
    const clock = createManualClock()
    const service = create(clock)
    const { organizationKey, solverKey } = await service.provisionOrganization('x')
    for (const address of [null, '127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      expect((await sendFrom(service, address, organizationKey)).status).toBe(200)
    }
    expect(clock.now()).toBe(createManualClock().now() + 4 * 60_000)
    expect((await sendFrom(service, '127.0.0.1', solverKey)).status).toBe(401)
  })

  it('moves only the clock of the service', () => {
    const options = { store: createMemoryStore(), random: createSeededRandom(1), systems: [], cursorKeys: [] }
    const ids = createIdSource(systemClock, options.random)
    const secret = new Uint8Array(32)
    const make = () => createService({ ...options, ids, secret, clock: systemClock, testingClock: createManualClock() })
    expect(make).toThrow(TypeError)
  })
})
