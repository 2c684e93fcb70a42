import type { LogEntry } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { createRequest } from '../http/request.js'
import { callAsOrganization } from '../testing/call-as-organization.js'
import { createServiceUnderTest, type ServiceUnderTest, serviceOn } from '../testing/service-under-test.js'
import { approvableForm, smallBenchmark } from '../testing/small-benchmark.js'

interface Sandbox {
  readonly id: string
  readonly type: string
  readonly credentials: Readonly<Record<string, string>>
  readonly endpoints: Readonly<Record<string, string>>
}

/** Sandboxes of a playground by type. */
async function listSandboxes(under: ServiceUnderTest, playground: unknown, key = under.organizationKey) {
  const { status, body, text } = await under.call(key, 'GET', `/sandboxes?playground_id=${playground}`)
  if (status !== 200) throw new Error(`The sandboxes of ${playground} were answered ${status}: ${text}`)
  const byType = new Map((body.data as Sandbox[]).map((sandbox) => [sandbox.type, sandbox]))
  return (type: string): Sandbox => {
    const found = byType.get(type)
    if (found === undefined) throw new Error(`There is no ${type} among ${[...byType.keys()]}.`)
    return found
  }
}

/** Returns a run of the small benchmark with its first task run, not yet started, and the sandboxes of that one. */
async function createRun() {
  const under = await createServiceUnderTest()
  const run = await under.createRun(await under.publish(smallBenchmark()))
  const [taskRun] = run.task_runs
  if (taskRun === undefined) throw new Error('The run must have a task run.')
  const read = await under.call(under.organizationKey, 'GET', `/task-runs/${taskRun.id}`)
  const playground = String(read.body.playground_id)
  const sandboxOf = await listSandboxes(under, playground)
  const observe = (method: string, target: string, body?: unknown) =>
    under.call(under.organizationKey, method, target, body)
  const act = (method: string, target: string, body?: unknown) => under.call(run.bearer_token, method, target, body)
  return { under, run, taskRun, playground, observe, act, sandboxOf }
}

describe('a sandbox', () => {
  it('is listed and read, with its own constant credentials \
[sandboxes.list, credentials.parts, credentials.repeatable, credentials.own]', async () => {
    const { call, ids } = await callAsOrganization()
    const listed = (await call('GET', `/sandboxes?playground_id=${ids.playground_id}`)).body.data as Sandbox[]
    expect(listed.map(({ type }) => type)).toEqual(['Payer', 'FHIR'])
    const read = await call('GET', `/sandboxes/${ids.sandbox_id}`)
    expect(read.body).toEqual(listed[1])
    expect(read.body).toEqual({
      id: ids.sandbox_id,
      type: 'FHIR',
      playground_id: ids.playground_id,
      status: 'active',
      credentials: {
        username: expect.stringMatching(/./),
        password: expect.stringMatching(/./),
        client_id: expect.stringMatching(/./),
        client_secret: expect.stringMatching(/./),
      },
      endpoints: { fhir: `/sandboxes/${ids.sandbox_id}/fhir` },
      created_at: '2026-01-05T09:00:00.000Z',
    })
    const secrets = listed.flatMap(({ credentials }) => Object.values(credentials))
    expect(new Set(secrets).size).toBe(8)
  })

  it('of a task run has the credentials of its agent', async () => {
    const { act, observe, taskRun, sandboxOf } = await createRun()
    const started = (await act('POST', taskRun.start_url)).body.sandboxes as Sandbox[]
    expect(started).toHaveLength(2)
    for (const { id, type, credentials } of started) {
      expect(sandboxOf(type)).toMatchObject({ id, credentials })
      expect((await observe('GET', `/sandboxes/${id}`)).body).toMatchObject({ credentials })
    }
  })

  it('answers only under its own group, like the same system in a run [sandboxes.groups]', async () => {
    const { call, create, ids, under } = await callAsOrganization()
    for (const type of ['HL7', 'Files']) {
      const simulator = await create('/simulators', { type, name: type })
      await call('POST', `/environments/${ids.environment_id}/simulators/${simulator}`)
    }
    const playground = await create('/playgrounds', { environment_id: ids.environment_id })
    const sandboxOf = await listSandboxes(under, playground)
    const groups = { FHIR: ['fhir'], Payer: ['portal', 'payer'], HL7: ['hl7'], Files: ['files'] }
    const paths = { fhir: 'Patient/p1', portal: 'prior-auths', payer: 'cds-services', hl7: 'inbox', files: 'inbox' }
    for (const [type, own] of Object.entries(groups)) {
      const { id, endpoints } = sandboxOf(type)
      expect(endpoints).toEqual(Object.fromEntries(own.map((group) => [group, `/sandboxes/${id}/${group}`])))
      for (const [group, path] of Object.entries(paths)) {
        const answer = await call('GET', `/sandboxes/${id}/${group}/${path}`)
        expect([type, group, answer.status]).toEqual([type, group, own.includes(group) ? 200 : 404])
      }
    }
    const { files } = sandboxOf('Files').endpoints
    const put = await call('PUT', `${files}/outbound/a.json`, { kept: true })
    expect([put.status, put.headers.location]).toEqual([201, `${files}/outbound/a.json`])
    expect((await call('GET', `${files}/outbound/a.json`)).text).toBe('{"kept":true}')
  })

  it('lists its own events, newest first, and no others [sandboxes.events]', async () => {
    const { call, ids, under } = await callAsOrganization()
    const sandboxOf = await listSandboxes(under, ids.playground_id)
    const { fhir } = sandboxOf('FHIR').endpoints
    const { portal } = sandboxOf('Payer').endpoints
    await call('GET', `${fhir}/Patient/p1`)
    await call('POST', `${portal}/prior-auths`, approvableForm)
    under.clock.advance(60_000)
    // The determination that is due is made by a call of the other system.
    await call('PUT', `${fhir}/Basic/b1`, { resourceType: 'Basic', id: 'b1', code: { text: 'Note' } })
    const eventsOf = async (type: string) =>
      (await call('GET', `/sandboxes/${sandboxOf(type).id}/events`)).body.data as object[]
    expect(await eventsOf('Payer')).toMatchObject([
      { seq: 3, at: '2026-01-05T09:00:05.000Z', actor: 'system', type: 'prior_auth.determined' },
      { seq: 2, at: '2026-01-05T09:00:00.000Z', actor: 'agent', type: 'prior_auth.submitted' },
    ])
    expect(await eventsOf('FHIR')).toMatchObject([
      { seq: 3, at: '2026-01-05T09:01:00.000Z', type: 'fhir.create', data: { resource_type: 'Basic', id: 'b1' } },
      { seq: 1, type: 'fhir.read', data: { resource_type: 'Patient', id: 'p1' } },
    ])
    const page = await call('GET', `/sandboxes/${sandboxOf('FHIR').id}/events?limit=1`)
    const { next } = page.body._meta as { next: string }
    const elsewhere = await call('GET', `/sandboxes/${sandboxOf('Payer').id}/events?cursor=${next}`)
    expect(elsewhere.body).toMatchObject({ error: { code: 'INVALID_CURSOR' } })
  })
})

describe('a sandbox of a task run', () => {
  it('exists from the creation of the run, and answers from the start [create-run.playground-reserved]', async () => {
    const { under, run, observe, act, taskRun, playground, sandboxOf } = await createRun()
    expect((await observe('GET', `/playgrounds/${playground}`)).body).toMatchObject({
      id: playground,
      task_run_id: taskRun.id,
      status: 'pending',
      seed: null,
    })
    const { id, endpoints } = sandboxOf('FHIR')
    const refused = await observe('GET', `${endpoints.fhir}/Patient/p1`)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('pending')])
    expect((await observe('GET', `/sandboxes/${id}/events`)).body).toMatchObject({ data: [] })
    await act('POST', taskRun.start_url)
    expect((await observe('GET', `${endpoints.fhir}/Patient/p1`)).status).toBe(200)
    const listed = (await observe('GET', '/playgrounds')).body.data as { task_run_id: string; status: string }[]
    expect(listed.map(({ task_run_id, status }) => [task_run_id, status]).sort()).toEqual(
      run.task_runs.map((entry) => [entry.id, entry.id === taskRun.id ? 'active' : 'pending']).sort(),
    )
    expect(await under.store.log.read(playground)).toEqual([])
  })

  it('reveals nothing of its scenario before the start, even if a failed start has executed it', async () => {
    const { under, observe, act, taskRun, playground, sandboxOf } = await createRun()
    const step = { type: 'upsert_fhir', resource: { resourceType: 'Basic', id: 'CANARY-STEP', code: { text: 'Note' } } }
    const event = {
      simulator: 'FHIR',
      type: 'fhir.create',
      data: { resource_type: 'Basic', id: 'CANARY-STEP' },
    } as const
    const at = '2026-01-05T09:00:00.000Z'
    const action = { kind: 'scenario', step } as const
    const entry: LogEntry = {
      seq: 1,
      at,
      actor: 'scenario',
      action,
      effects: [],
      events: [event],
      response: null,
      engine: '2',
    }
    await under.store.log.append(playground, 1, [entry], 'a')
    const target = `/sandboxes/${sandboxOf('FHIR').id}/events`
    expect((await observe('GET', target)).body).toMatchObject({ data: [] })
    await act('POST', taskRun.start_url)
    expect((await observe('GET', target)).body).toMatchObject({ data: [{ actor: 'scenario', data: event.data }] })
  })

  it('is read-only for observers: a write changes nothing and leaves no trace \
[sandboxes.read-only-in-runs]', async () => {
    const { under, run, observe, act, taskRun, playground, sandboxOf } = await createRun()
    await act('POST', taskRun.start_url)
    await act('PUT', `${run.endpoints.fhir}/Basic/b1`, { resourceType: 'Basic', id: 'b1', code: { text: 'Note' } })
    const before = await under.store.log.read(playground)
    const { fhir } = sandboxOf('FHIR').endpoints
    const { portal } = sandboxOf('Payer').endpoints
    const writes = [
      ['PUT', `${fhir}/Basic/b1`, { resourceType: 'Basic', id: 'b1', code: { text: 'x' } }],
      ['POST', `${fhir}/Basic`, { resourceType: 'Basic', code: { text: 'Note' } }],
      ['POST', `${fhir}/Basic/_search`],
      ['DELETE', `${fhir}/Basic/b1`],
      ['DELETE', `${fhir}/Basic/none`],
      ['POST', `${portal}/prior-auths`, approvableForm],
      ['POST', `${portal}/prior-auths`, {}],
      ['POST', `/playgrounds/${playground}/teardown`],
    ] as const
    for (const [method, target, body] of writes) {
      const refused = await observe(method, target, body)
      expect([method, target, refused.status, refused.body]).toMatchObject([
        method,
        target,
        409,
        { error: { code: 'CONFLICT', message: expect.stringContaining('active') } },
      ])
    }
    expect((await observe('GET', `${fhir}/Basic/b1`)).body).toMatchObject({ code: { text: 'Note' } })
    expect((await observe('GET', `${fhir}/Basic`)).body).toMatchObject({ total: 1 })
    expect((await observe('GET', `${portal}/prior-auths`)).body).toMatchObject({ data: [] })
    expect((await observe('HEAD', `${fhir}/metadata`)).status).toBe(200)
    expect((await act('GET', `${run.endpoints.fhir}/Basic/b1`)).status).toBe(200)
    const after = await under.store.log.read(playground)
    expect(after.slice(0, before.length)).toEqual(before)
    // The agent's read, and nothing from the observers.
    expect(after.slice(before.length).map(({ actor, events }) => [actor, events])).toMatchObject([
      ['agent', [{ type: 'fhir.read' }]],
    ])
  })

  it('shows due items before the next call processes them, and keeps its final state', async () => {
    const { under, run, observe, act, taskRun, sandboxOf } = await createRun()
    await act('POST', taskRun.start_url)
    const { body: request } = await act('POST', `${run.endpoints.portal}/prior-auths`, approvableForm)
    const { portal } = sandboxOf('Payer').endpoints
    const statusOf = async () => (await observe('GET', `${portal}/prior-auths/${request.auth_number}`)).body.status
    expect(await statusOf()).toBe('pending')
    under.clock.advance(5_000)
    expect(await statusOf()).toBe('approved')
    const { body: second } = await act('POST', `${run.endpoints.portal}/prior-auths`, approvableForm)
    await act('POST', taskRun.complete_url)
    under.clock.advance(3_600_000)
    expect((await observe('GET', `${portal}/prior-auths/${second.auth_number}`)).body.status).toBe('pending')
  })

  it('is frozen when its task run ends, and can then be torn down [playgrounds.status]', async () => {
    const { under, observe, act, run, taskRun, playground, sandboxOf } = await createRun()
    await act('POST', taskRun.start_url)
    await act('PUT', `${run.endpoints.fhir}/Basic/b1`, { resourceType: 'Basic', id: 'b1', code: { text: 'Note' } })
    under.clock.advance(60_000)
    const { id, endpoints } = sandboxOf('FHIR')
    // Nobody has accessed the task run since its time was over.
    expect((await observe('GET', `/sandboxes/${id}`)).body).toMatchObject({ status: 'frozen' })
    expect((await observe('GET', `${endpoints.fhir}/Basic/b1`)).status).toBe(200)
    const sealed = await under.store.log.read(playground)
    const refused = await observe('DELETE', `${endpoints.fhir}/Basic/b1`)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('frozen')])
    expect((await observe('POST', `/playgrounds/${playground}/teardown`)).body).toMatchObject({ status: 'torn_down' })
    expect((await observe('GET', `${endpoints.fhir}/Basic/b1`)).status).toBe(409)
    expect((await observe('GET', `/sandboxes/${id}/events`)).body).toMatchObject({ data: [{ type: 'fhir.create' }] })
    expect(await under.store.log.read(playground)).toEqual(sealed)
    expect((await observe('GET', `/task-runs/${taskRun.id}`)).body).toMatchObject({ status: 'timed_out' })
  })

  it('is never created if its task run ends before it starts', async () => {
    const { observe, run, playground, sandboxOf } = await createRun()
    await observe('POST', `/benchmark-runs/${run.benchmark_run_id}/cancel`)
    expect((await observe('GET', `/playgrounds/${playground}`)).body).toMatchObject({ status: 'torn_down' })
    expect((await observe('GET', `${sandboxOf('FHIR').endpoints.fhir}/Patient`)).status).toBe(409)
    expect((await observe('POST', `/playgrounds/${playground}/teardown`)).status).toBe(200)
  })

  it('is up to date for an observer in another process', async () => {
    const { under, run, observe, act, taskRun, sandboxOf } = await createRun()
    await act('POST', taskRun.start_url)
    const elsewhere = serviceOn(under.store, { clock: under.clock })
    const headers = { authorization: `Bearer ${under.organizationKey}` }
    const { fhir } = sandboxOf('FHIR').endpoints
    const statusElsewhere = async () =>
      (await elsewhere.handle(createRequest('GET', `${fhir}/Basic/b1`, headers))).status
    expect(await statusElsewhere()).toBe(404)
    await act('PUT', `${run.endpoints.fhir}/Basic/b1`, { resourceType: 'Basic', id: 'b1', code: { text: 'Note' } })
    expect(await statusElsewhere()).toBe(200)
    await act('DELETE', `${run.endpoints.fhir}/Basic/b1`)
    expect(await statusElsewhere()).toBe(410)
    await act('POST', taskRun.complete_url)
    expect(await statusElsewhere()).toBe(410)
    expect((await observe('GET', `${fhir}/Basic/b1`)).status).toBe(410)
  })
})

describe("a run of another organization's benchmark", () => {
  it('shows in its playground what the agent sees, but no rules, steps, criteria or ids', async () => {
    const under = await createServiceUnderTest()
    const secret = 'CANARY-RULE-7'
    const { environment, tasks } = smallBenchmark()
    const [task] = tasks
    const [record] = environment.simulators
    if (task === undefined || record === undefined) throw new Error('The small benchmark has both.')
    const rule = { procedure_code: '70551', status: 'denied', reason: secret, delay_seconds: 5 }
    const config = { accept_unknown_members: true, determinations: [rule] }
    const simulators = [record, { type: 'Payer' as const, name: 'Plan', config }]
    const resource = { resourceType: 'Basic', id: 'CANARY-STEP', code: { text: 'Note' } }
    const scenario = { steps: [{ type: 'upsert_fhir' as const, resource }] }
    const reference = await under.publish(
      smallBenchmark({ environment: { ...environment, simulators }, tasks: [{ ...task, scenario }] }),
    )
    const { data: own } = (await under.call(under.organizationKey, 'GET', '/benchmarks')).body
    const [{ id: benchmark, environment_id }] = own as [{ id: string; environment_id: string }]
    await under.call(under.organizationKey, 'PATCH', `/benchmarks/${benchmark}`, { visibility: 'Public' })
    const guest = await under.service.provisionOrganization('Guest')
    const run = await under.createRun(reference, { solverKey: guest.solverKey, scored: true })
    const [taskRun] = run.task_runs
    const { data: playgrounds } = (await under.call(guest.organizationKey, 'GET', '/playgrounds')).body
    const [{ id: playground }] = playgrounds as [{ id: string }]
    const sandboxOf = await listSandboxes(under, playground, guest.organizationKey)
    const readAsGuest = async (target: string) => (await under.call(guest.organizationKey, 'GET', target)).text
    const everything = async () => [
      await readAsGuest(`/playgrounds/${playground}`),
      await readAsGuest(`/sandboxes?playground_id=${playground}`),
      await readAsGuest(`/sandboxes/${sandboxOf('FHIR').id}/events`),
      await readAsGuest(`/sandboxes/${sandboxOf('Payer').id}/events`),
      await readAsGuest(`${sandboxOf('FHIR').endpoints.fhir}/Basic`),
      await readAsGuest(`${sandboxOf('Payer').endpoints.portal}/prior-auths`),
    ]
    const hidden = [secret, environment_id, 'CANARY-STEP', 'assert', 'M-CANARY-1']
    for (const text of await everything()) for (const word of hidden) expect(text).not.toContain(word)
    await under.call(run.bearer_token, 'POST', taskRun?.start_url ?? '')
    await under.call(run.bearer_token, 'POST', `${run.endpoints.portal}/prior-auths`, {
      ...approvableForm,
      patient_member_id: 'M-1',
    })
    const seen = (await everything()).join()
    expect(seen).toContain('CANARY-STEP')
    for (const word of [secret, environment_id, 'assert', 'M-CANARY-1']) expect(seen).not.toContain(word)
    // The author does not take part in the run, and cannot see its playground.
    const author = await under.call(under.organizationKey, 'GET', `/playgrounds/${playground}`)
    expect(author.status).toBe(404)
    expect((await under.call(under.organizationKey, 'GET', sandboxOf('FHIR').endpoints.fhir ?? '')).status).toBe(404)
  })
})
