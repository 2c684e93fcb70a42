import { createSeededRandom, type JsonValue, type Random, randomInteger } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { scale } from '../contract/scale.js'
import { createRequest } from '../request.js'
import { hostileValue, mutate, pick } from '../testing/mutation.js'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { approvableForm, smallBenchmark } from '../testing/small-benchmark.js'

async function begin() {
  const under = await createServiceUnderTest()
  const run = await under.createRun(await under.publish(smallBenchmark()))
  const [first] = run.task_runs
  await under.call(run.bearer_token, 'POST', first?.start_url ?? '')
  const call = (
    method: string,
    group: 'fhir' | 'portal',
    rest: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => under.call(run.bearer_token, method, `${run.endpoints[group]}${rest}`, body, headers)
  return { under, run, call, first }
}

describe('a call of a simulated system', () => {
  it('is answered with the payload of that system, errors too', async () => {
    const { call } = await begin()
    expect((await call('GET', 'fhir', '/Patient/p1')).body).toMatchObject({ resourceType: 'Patient', id: 'p1' })
    const missing = await call('GET', 'fhir', '/Patient/none')
    expect([missing.status, missing.body.resourceType]).toEqual([404, 'OperationOutcome'])
    expect(missing.headers['cache-control']).toBe('no-store')
    expect(missing.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
  })

  it('is refused by the service with its own error body', async () => {
    const { call, under, run } = await begin()
    const malformed = await under.service.handle(
      createRequest(
        'POST',
        `${run.endpoints.fhir}/Patient`,
        { authorization: `Bearer ${run.bearer_token}`, 'content-type': 'application/fhir+json' },
        new TextEncoder().encode('{"__proto__":1}'),
      ),
    )
    expect(malformed.status).toBe(400)
    expect(JSON.parse(String(malformed.body))).toMatchObject({
      error: { code: 'INVALID_REQUEST', errors: [{ path: '/__proto__' }] },
    })
    for (const id of ['tr_none', '', '__proto__', 'a, b']) {
      expect((await call('GET', 'fhir', '/Patient', undefined, { 'task-run-id': id })).body).toMatchObject({
        error: { code: 'RESOURCE_NOT_FOUND' },
      })
    }
  })

  it('takes a transaction at the base, with or without a slash', async () => {
    const { call } = await begin()
    const bundle = {
      resourceType: 'Bundle',
      type: 'transaction',
      entry: [{ resource: { resourceType: 'Patient' }, request: { method: 'POST', url: 'Patient' } }],
    }
    for (const rest of ['', '/']) {
      const answer = await call('POST', 'fhir', rest, bundle)
      expect([rest, answer.status, answer.text]).toEqual([rest, 200, answer.text])
    }
  })

  it('has a location that can be followed', async () => {
    const { call, under, run } = await begin()
    const created = await call('POST', 'fhir', '/Patient', { resourceType: 'Patient' })
    expect(created.status).toBe(201)
    const location = created.headers.location ?? ''
    expect(location.startsWith(`${run.endpoints.fhir}/Patient/`)).toBe(true)
    const [resource = ''] = location.split('/_history/')
    expect((await under.call(run.bearer_token, 'GET', resource)).status).toBe(200)
  })

  it('of a system that the environment lacks is not found', async () => {
    const under = await createServiceUnderTest()
    const { environment, ...rest } = smallBenchmark()
    const onlyFhir = { ...rest, environment: { ...environment, simulators: environment.simulators.slice(0, 1) } }
    const run = await under.createRun(await under.publish(onlyFhir))
    await under.call(run.bearer_token, 'POST', run.task_runs[0]?.start_url ?? '')
    expect(run.endpoints).not.toHaveProperty('portal')
    const target = `/v1/benchmark-runs/${run.benchmark_run_id}/portal/prior-auths`
    expect((await under.call(run.bearer_token, 'GET', target)).body).toMatchObject({
      error: { code: 'RESOURCE_NOT_FOUND' },
    })
  })
})

const fhirPaths = [
  '',
  '/',
  '/metadata',
  '/Patient',
  '/Patient/p1',
  '/Patient/p1/',
  '/Patient/p1/_history',
  '/Patient/p1/_history/1',
  '/Patient/p1/_history/x',
  '/Patient/_search',
  '/_history',
  '/__proto__',
  '/__proto__/x',
  '/constructor/constructor',
  '/Task/%00',
  '/Task/%',
  '/Task/%2F',
  '/Task//x',
  '/Task/t1/$validate',
  '/../../portal',
]
const fhirQueries = [
  '',
  '?_id=p1',
  '?name=Ok&_sort=-name',
  '?birthdate=ge',
  '?birthdate=2026-13-45',
  '?_count=-1',
  '?_count=1e9',
  '?_lastUpdated=x',
  '?__proto__=1',
  '?constructor=1',
  '?name:exact=',
  '?name:__proto__=x',
  '?%=%',
  '?_include=Task:patient',
  '?_sort=__proto__',
  '?_offset=-1',
  '?_cursor=x',
  '?_elements=__proto__',
  '?subject.name=x',
]
const resources: readonly JsonValue[] = [
  { resourceType: 'Patient', id: 'p1', name: [{ family: 'X', given: ['Y'] }], birthDate: '1980-01-01' },
  { resourceType: 'Task', id: 't1', status: 'completed', intent: 'order', for: { reference: 'Patient/p1' } },
  [{ op: 'replace', path: '/status', value: 'completed' }],
  {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: [
      { fullUrl: 'urn:uuid:1', resource: { resourceType: 'Patient' }, request: { method: 'POST', url: 'Patient' } },
      { request: { method: 'GET', url: 'Patient?name=x' } },
      { request: { method: 'DELETE', url: 'Task/t1' } },
    ],
  },
]
const portalPaths = [
  '',
  '/',
  '/prior-auths',
  '/prior-auths/x',
  '/prior-auths/__proto__',
  '/prior-auths/PA-1/attachments',
  '/prior-auths/PA-1/appeals',
  '/patients',
  '/providers?x=%',
  '/%00',
]

function hostileCall(random: Random) {
  const group = pick(random, ['fhir', 'portal'] as const)
  const method = pick(random, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'BREW'])
  const path = group === 'fhir' ? pick(random, fhirPaths) + pick(random, fhirQueries) : pick(random, portalPaths)
  const valid = group === 'fhir' ? pick(random, resources) : approvableForm
  const type = pick(random, [
    'application/fhir+json',
    'application/json',
    'application/json-patch+json',
    'application/x-www-form-urlencoded',
    'text/plain',
    '',
  ])
  const choice = randomInteger(random, 0, 9)
  const body = choice < 2 ? undefined : choice < 4 ? valid : choice < 9 ? mutate(random, valid) : hostileValue(random)
  const headers = {
    ...(body === undefined ? {} : { 'content-type': type }),
    ...(randomInteger(random, 0, 4) === 0 ? { 'if-match': pick(random, ['W/"1"', 'x', '*', '""']) } : {}),
    ...(randomInteger(random, 0, 4) === 0 ? { 'if-none-exist': pick(random, ['_id=p1', '%', '__proto__=1']) } : {}),
  }
  return { group, method, path, body, headers }
}

it('no call makes a simulated system fail', { timeout: 60_000 * scale }, async () => {
  for (let seed = 1; seed <= 3 * scale; seed++) {
    const random = createSeededRandom(seed)
    const { call, under, run, first } = await begin()
    for (let count = 0; count < 300; count++) {
      const { group, method, path, body, headers } = hostileCall(random)
      const { status, text } = await call(method, group, path, body, headers)
      // What a FHIR server does not support it may say with 501.
      if (status >= 500 && status !== 501) {
        const cause = under.logged.at(-1)?.error
        throw new Error(`Seed ${seed}: ${method} ${group}${path} ${JSON.stringify(body)} gave ${text}`, { cause })
      }
    }
    // What is left can still be verified.
    const completed = await under.call(run.bearer_token, 'POST', first?.complete_url ?? '')
    expect([completed.status, completed.text]).toEqual([200, completed.text])
  }
})
