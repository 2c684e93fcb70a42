import { Carebench, CarebenchSolver } from '@carebench/client'
import { carebenchMock } from '@carebench/msw'
import { createManualClock, type EvidenceSnapshot, type JsonObject, type JsonValue } from '@carebench/protocol'
import { callInMemory, createSystemVerifier, defaultSystems, publishBenchmark, replayRecord } from '@carebench/service'
import { regrade, verify } from '@carebench/systems/verifier'
import type { TaskRunRecord } from '@carebench/verifier'
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { findStateDifference } from '../../packages/server/src/dashboard/task/facts/state-difference.js'
import { at, listAt, textAt } from '../contract/contract-testbed.js'
import { createInMemoryService, fetchFrom } from '../in-memory-service.js'
import { pharmacy } from './pharmacy.js'
import { report, request, severalBenchmark } from './several-benchmark.js'

const systems = [...defaultSystems, pharmacy]
const verifier = createSystemVerifier(systems)
const baseUrl = 'https://carebench.example.org'

/** A service with the benchmark of several systems. */
async function openTestbed() {
  const service = createInMemoryService(createManualClock(Date.parse('2026-03-02T18:00:00Z')), undefined, { systems })
  const keys = await service.provisionOrganization('Alder Creek')
  const { audit } = await publishBenchmark(callInMemory(service, keys.organizationKey), severalBenchmark, {
    verifier,
    systems,
  })
  const fetch = fetchFrom(service)
  const call = async (method: string, path: string, body?: JsonValue, token = keys.organizationKey) => {
    const answer = await fetch(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as JsonValue }
  }
  const options = { baseUrl, fetch, systems: [pharmacy] } as const
  const solver = new CarebenchSolver({ ...options, solverKey: keys.solverKey })
  const carebench = new Carebench({ ...options, apiKey: keys.organizationKey })
  /** A run that an agent created over HTTP, and its token. */
  const createRun = async () => {
    const { body } = await call('POST', '/v1/benchmark-runs', { benchmark: 'several@1' }, keys.solverKey)
    return {
      run: body,
      base: `/v1/benchmark-runs/${textAt(body, 'benchmark_run_id')}`,
      token: textAt(body, 'bearer_token'),
    }
  }
  return { call, createRun, audit, solver, carebench }
}

let testbed: Awaited<ReturnType<typeof openTestbed>>
beforeAll(async () => {
  testbed = await openTestbed()
})

async function start(solver = testbed.solver, benchmark = 'several@1') {
  const run = await solver.runs.create({ benchmark })
  const session = await run.tasks[0]?.start()
  if (session === undefined) throw new Error('The benchmark has a task.')
  return session
}
type Session = Awaited<ReturnType<typeof start>>

/** The work that the task asks for. */
async function work(session: Session): Promise<void> {
  await session.system('faxes@imaging').request('POST', '', report)
  await session.keyed('west').portal.request('POST', 'prior-auths', request)
  const filled = await session
    .system('pharmacy@hospital-2')
    .call('fillRefill', { params: { refill_id: 'rx-1' }, body: { quantity: 90 } })
  expect(filled.state).toBe('filled')
}

async function fetchRecord(session: Session) {
  const { body } = await testbed.call('GET', `/task-runs/${session.id}/record`)
  const record = body as unknown as TaskRunRecord
  return { record, evidence: record.evidence as EvidenceSnapshot }
}

const sentBy = (list: unknown) =>
  ((list ?? []) as JsonObject[]).filter(({ direction }) => direction === 'outbound').map(({ text }) => text)

describe('an environment with several systems of one type', () => {
  /** An environment and a function that links simulators to it. */
  async function openEnvironment() {
    const { body } = await testbed.call('POST', '/environments', { name: 'New' })
    const id = textAt(body, 'id')
    const make = async (type: string) =>
      textAt((await testbed.call('POST', '/simulators', { type, name: type })).body, 'id')
    const link = (simulator: string, body?: JsonValue) =>
      testbed.call('POST', `/environments/${id}/simulators/${simulator}`, body)
    return { id, make, link }
  }

  it('gives the first of a type the key of its group, and requires a key for every other \
[environments.keys]', async () => {
    const { make, link } = await openEnvironment()
    const [front, imaging, patient] = [await make('Fax'), await make('Fax'), await make('Patient')]
    expect(listAt((await link(front)).body, 'simulators')).toMatchObject([{ id: front, type: 'Fax', key: 'faxes' }])
    const refused = await link(imaging)
    expect([refused.status, textAt(refused.body, 'error', 'message')]).toEqual([
      409,
      `The environment already has a simulator of type Fax: ${front}. Give this one a key, for example ` +
        '{"key":"imaging"}.',
    ])
    const linked = await link(imaging, { key: 'imaging' })
    expect([linked.status, listAt(linked.body, 'simulators').map((simulator) => at(simulator, 'key'))]).toEqual([
      200,
      ['faxes', 'imaging'],
    ])
    expect(listAt((await link(patient)).body, 'simulators').map((simulator) => at(simulator, 'key'))).toContain(
      'patient',
    )
  })

  it('has unique keys that are valid in a path [environments.key-unique]', async () => {
    const { make, link } = await openEnvironment()
    const [front, imaging, lab] = [await make('Fax'), await make('Fax'), await make('Fax')]
    await link(front)
    for (const key of ['Imaging', '1st', '', 'a'.repeat(33), 'a@b', 'a b', 5]) {
      const { status, body } = await link(imaging, { key })
      expect([key, status, at(body, 'error', 'errors', 0, 'path')]).toEqual([key, 400, '/key'])
    }
    expect((await link(imaging, { key: 'faxes' })).status).toBe(409)
    expect((await link(imaging, { key: 'a'.repeat(32) })).status).toBe(200)
    expect((await link(lab, { key: 'a'.repeat(32) })).status).toBe(409)
    expect([(await link(imaging)).status, (await link(imaging, { key: 'a'.repeat(32) })).status]).toEqual([200, 200])
    expect((await link(imaging, { key: 'other' })).status).toBe(409)
  })

  it('keeps the other keys when a simulator is unlinked [environments.keys]', async () => {
    const { id, make, link } = await openEnvironment()
    const [front, imaging] = [await make('Fax'), await make('Fax')]
    await link(front)
    await link(imaging, { key: 'imaging' })
    expect((await testbed.call('DELETE', `/environments/${id}/simulators/${front}`)).status).toBe(204)
    const { body } = await testbed.call('GET', `/environments/${id}`)
    expect(listAt(body, 'simulators')).toMatchObject([{ id: imaging, key: 'imaging' }])
    // It is now the first, so a playground has it under the plain path.
    const playground = await testbed.call('POST', '/playgrounds', { environment_id: id })
    const listed = await testbed.call('GET', `/sandboxes?playground_id=${textAt(playground.body, 'id')}`)
    const [sandbox] = listAt(listed.body, 'data')
    expect([at(sandbox, 'key'), at(sandbox, 'endpoints')]).toEqual([
      undefined,
      { faxes: `/sandboxes/${textAt(sandbox, 'id')}/faxes` },
    ])
  })
})

describe('a run', () => {
  it('has a path for each system, the plain one for the first of a type [systems.keyed-paths]', async () => {
    const { run, base, token } = await testbed.createRun()
    const first = [
      'faxes',
      'portal',
      'payer',
      'faxes@imaging',
      'portal@west',
      'payer@west',
      'pharmacy',
      'pharmacy@hospital-2',
    ]
    const groups = [...first, 'fhir', 'fhir@research']
    expect(at(run, 'endpoints')).toEqual(Object.fromEntries(groups.map((group) => [group, `${base}/${group}`])))
    const started = await testbed.call('POST', textAt(run, 'task_runs', 0, 'start_url'), undefined, token)
    expect(at(started.body, 'endpoints')).toEqual(at(run, 'endpoints'))
    const session = await start()
    expect(session.sandboxes.map(({ type, key }) => [type, key])).toEqual([
      ['Fax', undefined],
      ['Payer', undefined],
      ['Fax', 'imaging'],
      ['Payer', 'west'],
      ['Pharmacy', undefined],
      ['Pharmacy', 'hospital-2'],
      ['FHIR', undefined],
      ['FHIR', 'research'],
    ])
  })

  it('keeps the states of both separate [systems.keyed-paths, scenario.system, evidence.systems]', async () => {
    const session = await start()
    await session.fax.send({ to_number: '+15550199', document_type: 'note', text: 'From the front desk.' })
    await work(session)
    const inbox = async (group: string) =>
      listAt((await session.system(group).request('GET', '')) as JsonValue, 'data').length
    expect([await inbox('faxes'), await inbox('faxes@imaging')]).toEqual([2, 2])
    await expect(session.system('faxes@nowhere').request('GET', '')).rejects.toMatchObject({ status: 404 })
    await session.complete()
    const { evidence } = await fetchRecord(session)
    expect(sentBy(at(evidence, 'faxes'))).toEqual(['From the front desk.'])
    expect(sentBy(at(evidence, 'systems', 'imaging', 'faxes'))).toEqual([report.text])
    expect(at(evidence, 'initial', 'systems', 'imaging', 'faxes', 0, 'text')).toBe('Please send the report.')
    expect(at(evidence, 'initial', 'faxes', 0, 'text')).toBe('Our hours have changed.')
    expect([
      at(evidence, 'pharmacy', 0, 'state'),
      at(evidence, 'systems', 'hospital-2', 'pharmacy', 0, 'state'),
    ]).toEqual(['queued', 'filled'])
    expect(Object.keys(at(evidence, 'systems') ?? {})).toEqual(['imaging', 'west', 'hospital-2', 'research'])
    const events = listAt(evidence, 'events').map((event) => [at(event, 'type'), at(event, 'system')])
    expect(events).toEqual([
      ['fax.received', 'imaging'],
      ['fax.received', undefined],
      ['fax.sent', undefined],
      ...events.slice(3),
    ])
    expect(events).toContainEqual(['fax.sent', 'imaging'])
    expect(events).toContainEqual(['refill.filled', 'hospital-2'])
  })

  it('accepts an encoded at sign in a path, and gives no other operation a key [systems.keyed-paths]', async () => {
    const { run, base, token } = await testbed.createRun()
    await testbed.call('POST', textAt(run, 'task_runs', 0, 'start_url'), undefined, token)
    const get = async (path: string) => (await testbed.call('GET', path, undefined, token)).status
    expect(await get(`${base}/faxes@imaging`)).toBe(200)
    expect(await get(`${base}/faxes%40imaging`)).toBe(200)
    for (const path of ['faxes@', 'faxes@Imaging', 'faxes@imaging@x', 'fax@imaging', 'clock@imaging', '@imaging']) {
      expect([path, await get(`${base}/${path}`)]).toEqual([path, 404])
    }
  })

  it('takes a cursor only in the list, the system and the task run that issued it \
[pagination.cursor-other-list, pagination.cursor-other-filter]', async () => {
    type Page = { data: { text: string }[]; _meta: { next: string; prev: string | null } }
    const [session, other] = [await start(), await start()]
    for (const text of ['one', 'two', 'three']) {
      for (const group of ['faxes', 'faxes@imaging']) {
        for (const one of [session, other]) await one.system(group).request('POST', '', { ...report, text })
      }
    }
    const page = (one: Session, group: string, query: string) =>
      one.system(group).request('GET', `?limit=2&direction=outbound${query}`) as Promise<Page>
    const { _meta } = await page(session, 'faxes@imaging', '')
    const next = `&cursor=${_meta.next}`
    const second = await page(session, 'faxes@imaging', next)
    expect(second.data).toHaveLength(1)
    expect(await page(session, 'faxes@imaging', `&cursor=${second._meta.prev}`)).toMatchObject({ data: [{}, {}] })
    const forged = btoa('faxes older 3').replaceAll('=', '')
    const refused = [
      page(session, 'faxes', next),
      page(other, 'faxes@imaging', next),
      page(session, 'faxes@imaging', `${next}&status=delivered`),
      page(session, 'faxes@imaging', `&cursor=${forged}`),
      page(session, 'faxes@imaging', `&cursor=${_meta.next.slice(0, -1)}`),
    ]
    for (const one of refused) {
      await expect(one).rejects.toMatchObject({ status: 400, message: expect.stringContaining('cursor must be') })
    }
    // The record has the cursor as the system wrote it, so that a replay has the same, on any service.
    await session.complete()
    expect(replayRecord((await fetchRecord(session)).record, systems)).toMatchObject({ same: true, divergence: null })
  })

  it('knows references to a record behind a key, however the at sign is written', async () => {
    const session = await start()
    const research = session.keyed('research').fhir
    const made = await research.create({ resourceType: 'Patient', name: [{ family: 'Okafor' }] })
    const runId = textAt((await testbed.call('GET', `/task-runs/${session.id}`)).body, 'benchmark_run_id')
    for (const group of ['fhir@research', 'fhir%40research']) {
      const spelling = `/v1/benchmark-runs/${runId}/${group}`
      const flag = { resourceType: 'Flag', status: 'active', code: { text: 'x' } }
      const written = await research.create({ ...flag, subject: { reference: `${spelling}/Patient/${made.id}` } })
      expect(written.subject).toEqual({ reference: `Patient/${made.id}` })
    }
  })

  it('has the record of each FHIR server in the evidence, and links to its own URL [evidence.systems]', async () => {
    const session = await start()
    const research = session.keyed('research').fhir
    const made = await research.create({ resourceType: 'Patient', name: [{ family: 'Okafor' }] })
    expect((await session.fhir.search('Patient')).entry ?? []).toEqual([])
    const found = await session.system('fhir@research').request('GET', 'Patient')
    expect(textAt(found, 'entry', 0, 'fullUrl')).toMatch(/\/fhir@research\/Patient\//)
    await session.complete()
    const { record, evidence } = await fetchRecord(session)
    expect(at(evidence, 'systems', 'research', 'fhir')).toMatchObject([{ id: made.id, name: [{ family: 'Okafor' }] }])
    expect(evidence.fhir).toEqual([])
    expect(replayRecord(record, systems)).toMatchObject({ same: true, evidence: [] })
    const wanted = { assert: 'fhir-resource-state', resource_type: 'Patient', search: { family: 'Okafor' } }
    const judged = [{ ...wanted, system: 'research' }, wanted].map((assertion) => ({ label: 'x', assertion }))
    const runs = verify({ verifier, criteria: judged, evidence }).criterion_runs
    expect(runs.map(({ outcome }) => outcome)).toEqual(['passed', 'failed'])
  })

  it('is scored by system [kinds.system, kinds.record-state]', async () => {
    const session = await start()
    await work(session)
    expect(await session.complete()).toMatchObject({ verdict: 'pass', score: 1 })
  })

  it('scores nothing for the same work in the first ones [kinds.system]', async () => {
    const session = await start()
    await session.system('faxes').request('POST', '', report)
    await session.portal.request('POST', 'prior-auths', request)
    await session.system('pharmacy').call('fillRefill', { params: { refill_id: 'rx-1' }, body: { quantity: 90 } })
    const completion = await session.complete()
    expect(completion).toMatchObject({ verdict: 'fail', score: 0 })
    expect(completion.checks.at(-1)?.result).toBe('fail')
  })

  it('reports collateral changes in the second one [kinds.system]', async () => {
    const session = await start()
    await work(session)
    await session.system('faxes@imaging').request('POST', '', { ...report, to_number: '+15550177' })
    const completion = await session.complete()
    expect(completion.checks.map(({ result }) => result)).toEqual(['pass', 'pass', 'pass', 'pass', 'pass', 'fail'])
    const { record, evidence } = await fetchRecord(session)
    const runs = verify({ verifier, criteria: severalBenchmark.tasks[0]?.criteria ?? [], evidence }).criterion_runs
    expect(runs.at(-1)).toMatchObject({
      details: expect.stringContaining('of imaging was added'),
      evidence: { changes: [{ collection: 'faxes', system: 'imaging', change: 'added' }], changed: 4 },
    })
    expect(runs[0]?.evidence).toMatchObject({ matched: { collection: 'faxes', system: 'imaging' } })
    expect(regrade(record, { verifier })).toMatchObject({ after: { verdict: completion.verdict } })
  })

  it('can be replayed from its record, whose log names each system [evidence.systems]', async () => {
    const session = await start()
    await work(session)
    await session.complete()
    const { record, evidence } = await fetchRecord(session)
    expect(replayRecord(record, systems)).toMatchObject({ same: true, divergence: null, evidence: [] })
    const named = record.log?.flatMap(({ effects }) => effects.map(({ simulator }) => simulator))
    expect(named).toEqual(expect.arrayContaining(['Fax@imaging', 'Fax', 'Payer@west', 'Pharmacy@hospital-2']))
    expect(record.environment?.simulators.map((simulator) => at(simulator, 'key'))).toEqual([
      undefined,
      undefined,
      'imaging',
      'west',
      undefined,
      'hospital-2',
      undefined,
      'research',
    ])
    const behind = { ...evidence.systems, imaging: { faxes: [] } }
    const spoilt = { ...record, evidence: { ...record.evidence, systems: behind } }
    expect(replayRecord(spoilt as unknown as TaskRunRecord, systems).evidence).toEqual(['/evidence/systems'])
    const malformed = { ...record, evidence: { ...record.evidence, systems: { 'hospital-2': { pharmacy: {} } } } }
    expect(() => replayRecord(malformed as unknown as TaskRunRecord, systems)).toThrow(
      'Expected /evidence/systems/hospital-2/pharmacy to be an array of objects',
    )
  })

  it('has the rows of each system in the difference between the states', async () => {
    const session = await start()
    await work(session)
    await session.complete()
    const { evidence } = await fetchRecord(session)
    const { collections, unknownParts, unreadMembers } = findStateDifference(evidence, [...verifier.parts])
    expect([unknownParts, unreadMembers]).toEqual([[], []])
    expect(collections.map(({ collection, count }) => [collection, count])).toEqual([
      ['faxes of imaging', 2],
      ['portal.prior_auth_requests of west', 1],
      ['pharmacy of hospital-2', 2],
    ])
  })
})

describe('a step of a custom system', () => {
  it('acts on the system with the key [scenario.system]', async () => {
    const session = await start()
    const idsIn = async (group: 'pharmacy' | 'pharmacy@hospital-2') =>
      (await session.system(group).call('listRefills')).data.map(({ id }) => id)
    expect([await idsIn('pharmacy'), await idsIn('pharmacy@hospital-2')]).toEqual([['rx-1'], ['rx-1', 'rx-9']])
  })

  it('is validated by its own schema when the task is created', async () => {
    const benchmark_id = textAt((await testbed.call('POST', '/benchmarks', { name: 'steps' })).body, 'id')
    const write = async (step: JsonValue) => {
      const body = { benchmark_id, name: 'a', scenario: { steps: [step] } }
      const answer = await testbed.call('POST', '/tasks', body)
      return [answer.status, at(answer.body, 'error', 'errors', 0, 'path')]
    }
    const refill = { id: 'rx-2', patient_id: 'p1', drug: 'x' }
    expect(await write({ type: 'queue_refill', refill })).toEqual([201, undefined])
    expect(await write({ type: 'queue_refill', refill, system: 'west' })).toEqual([201, undefined])
    expect(await write({ type: 'queue_refill', refill, system: 'A' })).toEqual([400, '/scenario/steps/0/system'])
    expect(await write({ type: 'queue_refill', refill: { ...refill, drug: 5 } })).toEqual([
      400,
      '/scenario/steps/0/refill/drug',
    ])
    expect(await write({ type: 'burn_refill', refill })).toEqual([400, '/scenario/steps/0/type'])
  })
})

describe('the audit', () => {
  it('makes mutants of the results in the second ones, and detects all of them [kinds.system]', () => {
    const [task] = testbed.audit.tasks
    expect(task?.findings.filter(({ severity }) => severity === 'error')).toEqual([])
    const [solution] = task?.solutions ?? []
    expect(solution).toMatchObject({ score: 1, refused_calls: [] })
    expect(solution?.mutants).toBeGreaterThan(10)
    expect(task?.findings.filter(({ code }) => code === 'insensitive')).toEqual([])
  })
})

describe('a sandbox', () => {
  it('belongs to one of them, and answers under its own path [sandboxes.keyed-paths]', async () => {
    const { body } = await testbed.call('GET', '/environments')
    const environment = listAt(body, 'data').find(
      (candidate) => at(candidate, 'name') === severalBenchmark.environment.name,
    )
    const playground = await testbed.call('POST', '/playgrounds', { environment_id: textAt(environment, 'id') })
    const listed = await testbed.call('GET', `/sandboxes?playground_id=${textAt(playground.body, 'id')}`)
    const sandboxOf = (type: string, key?: string) =>
      listAt(listed.body, 'data').find((candidate) => at(candidate, 'type') === type && at(candidate, 'key') === key)
    const [first, second] = [sandboxOf('Pharmacy'), sandboxOf('Pharmacy', 'hospital-2')]
    const id = textAt(second, 'id')
    expect(at(second, 'endpoints')).toEqual({ 'pharmacy@hospital-2': `/sandboxes/${id}/pharmacy@hospital-2` })
    const fill = (path: string) => testbed.call('POST', `/sandboxes/${path}/refills/rx-1/fill`, { quantity: 5 })
    expect((await fill(`${id}/pharmacy@other`)).status).toBe(404)
    expect((await fill(`${textAt(first, 'id')}/pharmacy@hospital-2`)).status).toBe(404)
    expect((await fill(`${id}/pharmacy@hospital-2`)).status).toBe(200)
    // The id identifies the system, so the plain path leads to it as well.
    expect((await fill(`${id}/pharmacy`)).status).toBe(409)
    const [queued] = (await testbed.carebench.sandbox(textAt(first, 'id')).system('pharmacy').call('listRefills')).data
    expect(queued?.state).toBe('queued')
    expect((await testbed.call('GET', `/sandboxes/${id}/events@hospital-2`)).status).toBe(404)
    const events = await testbed.call('GET', `/sandboxes/${id}/events`)
    expect(listAt(events.body, 'data')).toMatchObject([{ type: 'refill.filled' }])
    expect(listAt((await testbed.call('GET', `/sandboxes/${textAt(first, 'id')}/events`)).body, 'data')).toEqual([])
    const record = textAt(sandboxOf('FHIR', 'research'), 'id')
    const discover = (group: string) =>
      testbed.call('GET', `/sandboxes/${record}/${group}/.well-known/smart-configuration`)
    expect((await discover('fhir@other')).status).toBe(404)
    for (const group of ['fhir', 'fhir@research']) {
      expect(textAt((await discover(group)).body, 'token_endpoint')).toMatch(
        new RegExp(`/sandboxes/${record}/${group}/auth/token$`),
      )
    }
  })
})

it('works the same in the mock', async () => {
  const mock = await carebenchMock({ systems, benchmark: severalBenchmark })
  const { solverKey, fetch } = mock
  const solver = new CarebenchSolver({ baseUrl: mock.baseUrl, solverKey, fetch, systems: [pharmacy] })
  const session = await start(solver, mock.benchmark)
  await work(session)
  expect(await session.complete()).toMatchObject({ verdict: 'pass', score: 1 })
  expect(mock.calls.map(({ operation }) => operation)).toContain('proxyFaxes')
})

it('has typed clients', async () => {
  const session = await start()
  const refill = await session.system('pharmacy@hospital-2').call('readRefill', { params: { refill_id: 'rx-1' } })
  expectTypeOf(refill.state).toEqualTypeOf<'queued' | 'filled'>()
  // @ts-expect-error: the pharmacy has no such call.
  await expect(session.system('pharmacy@hospital-2').call('burnRefill')).rejects.toThrow('Unknown call "burnRefill"')
  const faxes = await session.keyed('imaging').fax.list()
  expect(faxes.data).toHaveLength(1)
})
