import { ApiError } from '@carebench/protocol/wire'
import { describe, expect, it } from 'vitest'
import { CarebenchSolver } from '../carebench-solver.js'
import { ClientError } from '../http/client-error.js'
import { createdRun, startedTaskRun } from '../testing/run-answers.js'
import { catchRejection, json, stubFetch } from '../testing/stub-fetch.js'
import type { FhirJson } from './fhir-system.js'
import { SimulatedSystemError } from './simulated-system-error.js'

const base = 'https://s.example.org/v1/benchmark-runs/run_1'

async function open(...answers: Response[]) {
  return openWith(startedTaskRun, ...answers)
}

async function openWith(started: unknown, ...answers: Response[]) {
  const { fetch, sent } = stubFetch(json(201, createdRun), json(200, started), ...answers)
  const solver = new CarebenchSolver({
    baseUrl: 'https://s.example.org',
    solverKey: 'vrl_slv_1',
    fetch,
    retry: { retries: 0 },
  })
  const run = await solver.runs.create({ benchmark: 'small@1' })
  const session = await run.tasks[0]?.start()
  if (session === undefined) throw new Error('The run has no task.')
  return { run, session, calls: () => sent.slice(2) }
}

function fhirJson(status: number, body: unknown) {
  return json(status, body, { 'content-type': 'application/fhir+json' })
}

const patient: FhirJson = { resourceType: 'Patient', id: 'p1', birth_date: 'kept', birthDate: '1980-01-01' }

async function drain(values: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of values);
}

describe('a run', () => {
  it('has its tasks, with open JSON unchanged', async () => {
    const { run, session } = await open()
    expect(run).toMatchObject({ id: 'run_1', benchmark: { name: 'small', version: 1 }, scored: false })
    expect(run.tasks[0]).toMatchObject({ id: 'tr_1', taskId: 'task_1', taskItem: { due_date: '2026-03-02' } })
    expect(session).toMatchObject({ id: 'tr_1', deadlineAt: '2026-02-28T00:10:00.000Z', taskItem: null })
  })

  it('has a clock, and waits on it, also for one of several tasks', async () => {
    const clock = { now: '2026-02-28T00:00:00.000Z', mode: 'stepped' }
    const waited = {
      now: '2026-02-28T01:00:00.000Z',
      arrived: [{ type: 'fax.received', at: '2026-02-28T01:00:00.000Z' }],
    }
    const { run, session, calls } = await open(json(200, clock), json(200, waited), json(200, clock), json(200, waited))
    expect(await run.clock()).toEqual(clock)
    expect(await run.wait({ until: 'event', atMostSeconds: 3600 })).toEqual(waited)
    expect(await session.clock()).toEqual(clock)
    expect(await session.wait({ seconds: 3600 })).toEqual(waited)
    expect(calls().map(({ method, url, body, headers }) => [method, url, body, headers['task-run-id']])).toEqual([
      ['GET', `${base}/clock`, undefined, undefined],
      ['POST', `${base}/wait`, { until: 'event', at_most_seconds: 3600 }, undefined],
      ['GET', `${base}/clock`, undefined, 'tr_1'],
      ['POST', `${base}/wait`, { seconds: 3600 }, 'tr_1'],
    ])
  })

  it('is read and completed', async () => {
    const { run, session, calls } = await open(
      json(200, { benchmark_run_id: 'run_1', started_at: null }),
      json(200, { task_run_id: 'tr_1', axes: { a_b: { score: 1, weight: 2 } }, checks: [{ criterion_id: 'c' }] }),
    )
    expect(await run.read()).toEqual({ benchmarkRunId: 'run_1', startedAt: null })
    expect(await session.complete({ output: { some_key: 1 } })).toEqual({
      taskRunId: 'tr_1',
      axes: { a_b: { score: 1, weight: 2 } },
      checks: [{ criterionId: 'c' }],
    })
    expect(calls().map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', base, undefined],
      ['POST', 'https://s.example.org/v1/task-runs/tr_1/complete', { output: { some_key: 1 } }],
    ])
  })

  it.each(['bearer_token', 'benchmark_run_id', 'task_runs'])('without %s is unexpected', async (key) => {
    const { fetch } = stubFetch(json(201, { ...createdRun, [key]: undefined }))
    const solver = new CarebenchSolver({
      baseUrl: 'https://s.example.org',
      solverKey: 'vrl_slv_1',
      fetch,
      retry: { retries: 0 },
    })
    const error = await catchRejection(solver.runs.create({ benchmark: 'small@1' }))
    expect(error).toMatchObject({ name: 'ClientError', code: 'unexpected_answer' })
    expect(String(error)).toContain(key)
  })

  it('calls its systems at the paths from the service, else at those of the specification, \
never on another host', async () => {
    const answers = () => json(200, { data: [] })
    for (const [endpoint, expected] of [
      ['/sandboxes/sbx_1/portal/', 'https://s.example.org/sandboxes/sbx_1/portal/patients'],
      ['@evil.example.com', `${base}/portal/patients`],
      ['https://evil.example.com/portal', `${base}/portal/patients`],
    ] as const) {
      const { session, calls } = await openWith({ ...startedTaskRun, endpoints: { portal: endpoint } }, answers())
      await session.portal.findPatients()
      expect(calls()[0]?.url).toBe(expected)
    }
    const { session, calls } = await openWith({ ...startedTaskRun, endpoints: undefined }, answers())
    await session.portal.findPatients()
    expect(calls()[0]?.url).toBe(`${base}/portal/patients`)
  })
})

describe('fhir', () => {
  it('reads, searches, creates, updates, patches, deletes', async () => {
    const { session, calls } = await open(
      ...Array.from({ length: 5 }, () => fhirJson(200, patient)),
      new Response(null, { status: 204 }),
    )
    const { fhir } = session
    expect(await fhir.read('Patient', 'p/1')).toEqual(patient)
    await fhir.search('Patient', { name: 'Ada O', date: ['ge2025', 'lt2026'], _count: 5 })
    await fhir.create(patient)
    await fhir.update({ ...patient, id: 'p1' })
    await fhir.patch('Patient', 'p1', [{ op: 'remove', path: '/birthDate' }])
    expect(await fhir.delete('Patient', 'p1')).toBeUndefined()
    expect(calls().map(({ method, url }) => [method, url.replace(`${base}/fhir/`, '')])).toEqual([
      ['GET', 'Patient/p%2F1'],
      ['GET', 'Patient?name=Ada+O&date=ge2025&date=lt2026&_count=5'],
      ['POST', 'Patient'],
      ['PUT', 'Patient/p1'],
      ['PATCH', 'Patient/p1'],
      ['DELETE', 'Patient/p1'],
    ])
    expect(calls()[2]?.body).toEqual(patient)
    expect(calls().map(({ headers }) => headers['content-type'])).toEqual([
      undefined,
      undefined,
      'application/fhir+json',
      'application/fhir+json',
      'application/json-patch+json',
      undefined,
    ])
    for (const { headers } of calls()) {
      expect(headers).toMatchObject({ 'task-run-id': 'tr_1', accept: 'application/fhir+json' })
    }
  })

  it('iterates over the pages of a search, whatever base URL the links have', async () => {
    const bundle = (ids: string[], next?: string) =>
      fhirJson(200, {
        resourceType: 'Bundle',
        entry: [
          ...ids.map((id) => ({ resource: { resourceType: 'Patient', id } })),
          { resource: { resourceType: 'OperationOutcome' }, search: { mode: 'outcome' } },
        ],
        link: [{ relation: 'self', url: 'x' }, ...(next === undefined ? [] : [{ relation: 'next', url: next }])],
      })
    const { session, calls } = await open(
      bundle(['1', '2'], 'Patient?_after=2'),
      bundle([], 'https://evil.example.com/fhir/Patient?_after=3'),
      bundle(['3']),
    )
    const found = []
    for await (const { id } of session.fhir.searchAll('Patient', { active: true })) found.push(id)
    expect(found).toEqual(['1', '2', '3'])
    expect(calls().map(({ url }) => url)).toEqual([
      `${base}/fhir/Patient?active=true`,
      `${base}/fhir/Patient?_after=2`,
      `${base}/fhir/Patient?_after=3`,
    ])
    const endless = await open(bundle(['1'], 'Patient?_after=1'), bundle(['1'], 'Patient?_after=1'))
    const error = await catchRejection(drain(endless.session.fhir.searchAll('Patient')))
    expect(error).toMatchObject({ name: 'ClientError', code: 'unexpected_answer' })
  })

  it('distinguishes errors of its server from errors of the service', async () => {
    const outcome = { resourceType: 'OperationOutcome', issue: [{ diagnostics: 'No Patient/p9.' }] }
    const { session } = await open(
      new Response(JSON.stringify(outcome), {
        status: 404,
        headers: { 'content-type': 'application/fhir+json', 'x-request-id': 'req-9' },
      }),
      json(409, { error: { code: 'CONFLICT', message: 'The task run is completed.' } }),
      fhirJson(200, []),
      new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
    )
    const refused = await catchRejection(session.fhir.read('Patient', 'p9'))
    expect(refused).toBeInstanceOf(SimulatedSystemError)
    expect(refused).toMatchObject({ status: 404, body: outcome, method: 'GET', requestId: 'req-9' })
    expect(String(refused)).toContain('/fhir/Patient/p9 was answered 404 by the simulated system: No Patient/p9.')
    expect(await catchRejection(session.fhir.read('Patient', 'p9'))).toBeInstanceOf(ApiError)
    expect(await catchRejection(session.fhir.read('Patient', 'p9'))).toBeInstanceOf(ClientError)
    expect(await catchRejection(session.fhir.read('Patient', 'p9'))).toMatchObject({
      status: 502,
      body: '<h1>Bad gateway</h1>',
    })
    expect(await catchRejection(session.fhir.read('Patient', '..'))).toBeInstanceOf(TypeError)
  })
})

describe('portal', () => {
  it('has a method for each of its paths, and sends forms unchanged', async () => {
    const { session, calls } = await open(...Array.from({ length: 10 }, () => json(200, { auth_number: 'A-1' })))
    const { portal } = session
    const form = { procedure_code: '70551', someKey: [] }
    expect(await portal.submitPriorAuth(form)).toEqual({ auth_number: 'A-1' })
    await portal.listPriorAuths({ status: 'pending' })
    await portal.readPriorAuth('A-1')
    await portal.amendPriorAuth('A-1')
    await portal.attach('A-1', form)
    await portal.requestPeerToPeer('A-1', form)
    await portal.appeal('A/1', form)
    await portal.findPatients({ member_id: 'M-1' })
    await portal.findProviders()
    await portal.logIn()
    expect(calls().map(({ method, url, body }) => [method, url.replace(`${base}/portal/`, ''), body])).toEqual([
      ['POST', 'prior-auths', form],
      ['GET', 'prior-auths?status=pending', undefined],
      ['GET', 'prior-auths/A-1', undefined],
      ['PATCH', 'prior-auths/A-1', {}],
      ['POST', 'prior-auths/A-1/attachments', form],
      ['POST', 'prior-auths/A-1/peer-to-peer', form],
      ['POST', 'prior-auths/A%2F1/appeals', form],
      ['GET', 'patients?member_id=M-1', undefined],
      ['GET', 'providers', undefined],
      ['POST', 'login', undefined],
    ])
    expect(calls()[0]?.headers['content-type']).toBe('application/json')
  })

  it('reports the first of its field errors', async () => {
    const { session } = await open(json(422, { errors: [{ field: 'provider_npi', message: 'x'.repeat(400) }] }))
    const error = await catchRejection(session.portal.submitPriorAuth({}))
    expect(error).toMatchObject({ name: 'SimulatedSystemError', status: 422 })
    expect(String(error)).toMatch(/x{300}…$/)
  })
})

describe('any other group', () => {
  it('accepts JSON, or text of another media type', async () => {
    const { session, calls } = await open(json(201, { id: 'm1' }), json(201, {}), new Response('raw', { status: 200 }))
    const hl7 = session.system('hl7', 'x-application/hl7-v2+er7')
    expect(await hl7.request('POST', '/outbound', 'MSH|^~\\&')).toEqual({ id: 'm1' })
    await hl7.request('POST', 'outbound', 'text', { headers: { 'Content-Type': 'application/json' } })
    expect(await session.system('files').request('GET', '?x=1', undefined, { headers: { 'Task-Run-Id': 'no' } })).toBe(
      'raw',
    )
    expect(
      calls().map(({ url, body, headers }) => [url, body, headers['content-type'], headers['task-run-id']]),
    ).toEqual([
      [`${base}/hl7/outbound`, 'MSH|^~\\&', 'x-application/hl7-v2+er7', 'tr_1'],
      [`${base}/hl7/outbound`, 'text', 'application/json', 'tr_1'],
      [`${base}/files?x=1`, undefined, undefined, 'tr_1'],
    ])
  })

  it('is not mistaken for the service if it has its own error shape', async () => {
    const { session } = await open(json(404, { error: 'No such file.' }), new Response(null, { status: 500 }))
    const error = await catchRejection(session.system('files').request('GET', 'inbox'))
    expect(error).toMatchObject({ name: 'SimulatedSystemError', body: { error: 'No such file.' } })
    expect(await catchRejection(session.system('files').request('GET', 'x'))).toMatchObject({ body: undefined })
  })
})
