import { Carebench, CarebenchSolver } from '@carebench/client'
import { carebenchMock } from '@carebench/msw'
import { createManualClock, type EvidenceSnapshot, type JsonValue } from '@carebench/protocol'
import { createOpenApi } from '@carebench/protocol/openapi'
import {
  callInMemory,
  createSystemVerifier,
  defaultSystems,
  NotReplayableError,
  publishBenchmark,
  replayRecord,
} from '@carebench/service'
import { defaultChecks, defaultParts, verify } from '@carebench/systems/verifier'
import { createVerifier, findDifferences, type TaskRunRecord } from '@carebench/verifier'
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { findStateDifference } from '../../packages/server/src/dashboard/task/facts/state-difference.js'
import { at, listAt, textAt } from '../contract/contract-testbed.js'
import { createInMemoryService, fetchFrom } from '../in-memory-service.js'
import { pharmacy } from './pharmacy.js'
import { pharmacyBenchmark } from './pharmacy-benchmark.js'

const systems = [...defaultSystems, pharmacy]
const verifier = createVerifier({ checks: defaultChecks, parts: [...defaultParts, ...pharmacy.records] })
const baseUrl = 'https://carebench.example.org'

/** A service with the pharmacy, in which its benchmark is published. */
async function openTestbed() {
  const service = createInMemoryService(createManualClock(Date.parse('2026-03-02T18:00:00Z')), undefined, { systems })
  const keys = await service.provisionOrganization('Alder Creek')
  const { audit } = await publishBenchmark(callInMemory(service, keys.organizationKey), pharmacyBenchmark, { verifier })
  const fetch = fetchFrom(service)
  const call = async (method: string, path: string, body?: JsonValue, headers: Record<string, string> = {}) => {
    const answer = await fetch(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${keys.organizationKey}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as JsonValue }
  }
  const options = { baseUrl, fetch, systems: [pharmacy] } as const
  const solver = new CarebenchSolver({ ...options, solverKey: keys.solverKey })
  const carebench = new Carebench({ ...options, apiKey: keys.organizationKey })
  return { call, audit, solver, carebench }
}

let testbed: Awaited<ReturnType<typeof openTestbed>>
beforeAll(async () => {
  testbed = await openTestbed()
})

/** A run in which the agent fills these refills. */
async function runWith(refills: readonly (readonly [id: string, quantity: number])[], scored = true) {
  const run = await testbed.solver.runs.create({ benchmark: 'refills@1', scored })
  const [task] = run.tasks
  if (task === undefined) throw new Error('The benchmark has a task.')
  const session = await task.start()
  for (const [refill_id, quantity] of refills) {
    await session.system('pharmacy').call('fillRefill', { params: { refill_id }, body: { quantity } })
  }
  const completion = await session.complete()
  const { body } = await testbed.call('GET', `/task-runs/${session.id}/record`)
  const record = body as unknown as TaskRunRecord
  return { completion, session, record, evidence: record.evidence as EvidenceSnapshot }
}

describe('a system of one file', () => {
  it('is a simulator type, matched case-insensitively and returned in its own spelling', async () => {
    const made = await testbed.call('POST', '/simulators', { type: 'PHARMACY', name: 'Second' })
    expect([made.status, at(made.body, 'type')]).toEqual([201, 'Pharmacy'])
    const wrong = await testbed.call('POST', '/simulators', { type: 'Bakery', name: 'x' })
    expect([wrong.status, textAt(wrong.body, 'error', 'errors', 0, 'message')]).toEqual([
      400,
      expect.stringMatching(/"CDSHooks", "Pharmacy"$/),
    ])
    const config = await testbed.call('POST', '/simulators', { type: 'pharmacy', name: 'x', config: { open: true } })
    expect([config.status, textAt(config.body, 'error', 'errors', 0, 'path')]).toEqual([400, '/config/open'])
  })

  it('has a dataset type, whose configuration is validated', async () => {
    const dataset = { type: 'REFILLS', name: 'x' }
    const made = await testbed.call('POST', '/datasets', { ...dataset, config: { refills: [] } })
    expect([made.status, at(made.body, 'type')]).toEqual([201, 'Refills'])
    const wrong = await testbed.call('POST', '/datasets', { ...dataset, config: { refills: [{ id: 'rx-9' }] } })
    expect([wrong.status, textAt(wrong.body, 'problems', 0, 'path')]).toEqual([201, '/config/refills/0/patient_id'])
  })

  it('is seeded, and answers calls to its group in a sandbox', async () => {
    const { body } = await testbed.call('GET', '/environments')
    const playground = await testbed.call('POST', '/playgrounds', { environment_id: textAt(body, 'data', 0, 'id') })
    const listed = await testbed.call('GET', `/sandboxes?playground_id=${textAt(playground.body, 'id')}`)
    const sandbox = listAt(listed.body, 'data').find((candidate) => at(candidate, 'type') === 'Pharmacy')
    const id = textAt(sandbox, 'id')
    expect(at(sandbox, 'endpoints')).toEqual({ pharmacy: `/sandboxes/${id}/pharmacy` })
    const { data } = await testbed.carebench.sandbox(id).system('pharmacy').call('listRefills')
    expect(data.map(({ drug, state }) => [drug, state])).toEqual([
      ['metformin', 'queued'],
      ['lisinopril', 'queued'],
    ])
    expect((await testbed.call('GET', `/sandboxes/${id}/fhir/metadata`)).status).toBe(404)
  })

  it('is audited: its mutants are detected, and nothing is scored without work', () => {
    const [task] = testbed.audit.tasks
    expect(task?.findings.filter(({ severity }) => severity === 'error')).toEqual([])
    const [solution] = task?.solutions ?? []
    expect(solution).toMatchObject({ score: 1, verdict: 'pass', refused_calls: [], survivors: [] })
    expect(solution?.mutants).toBeGreaterThan(2)
  })

  it('is audited: the acts of a solution are repeated, and the pharmacy rejects them', () => {
    expect(testbed.audit.tasks[0]?.harm?.calls).toEqual({ tried: 0, noticed: 0, refused: 1 })
  })

  it('is audited: an answer in its data that the task states is a leak', async () => {
    const service = createInMemoryService(createManualClock(), undefined, { systems })
    const { organizationKey } = await service.provisionOrganization('Alder Creek')
    const criterion = {
      label: 'The refill is named',
      assertion: { assert: 'output-match', fields: [{ path: 'id', expected: 'RX-90412' }] },
    }
    const { environment } = pharmacyBenchmark
    const queue = {
      type: 'Refills',
      name: 'queue',
      config: { refills: [{ id: 'RX-90412', patient_id: 'p1', drug: 'metformin' }] },
    }
    const telling = {
      name: 'telling',
      environment: { ...environment, datasets: [queue] },
      tasks: ['Name the refill of metformin.', 'Name the refill of metformin, RX-90412.'].map((instruction) => ({
        name: instruction,
        task_item: { instruction },
        criteria: [criterion],
        solutions: [{ name: 'read', calls: [], output: { id: 'RX-90412' } }],
      })),
    }
    const { audit } = await publishBenchmark(callInMemory(service, organizationKey), telling, {
      verifier,
      allowFindings: true,
    })
    const codes = audit.tasks.map(({ findings }) => findings.map(({ code }) => code).includes('leak'))
    expect(codes).toEqual([false, true])
  })
})

describe('a run with it', () => {
  it('is scored by the work in it', async () => {
    const { completion, session } = await runWith([['rx-1', 90]])
    expect(completion).toMatchObject({ verdict: 'pass', score: 1 })
    expect(session.sandboxes.map(({ type }) => type)).toEqual(['FHIR', 'Pharmacy'])
  })

  it('is scored by forbidden changes', async () => {
    const { completion, evidence } = await runWith(
      [
        ['rx-1', 90],
        ['rx-2', 30],
      ],
      false,
    )
    expect(completion.verdict).toBe('partial')
    expect(completion.checks.map(({ result }) => result)).toEqual(['pass', 'pass', 'fail'])
    expect(verify({ verifier, criteria: pharmacyBenchmark.tasks[0]?.criteria ?? [], evidence })).toMatchObject({
      verdict: 'partial',
      criterion_runs: [{}, {}, { evidence: { changes: [{ collection: 'pharmacy.refills', record: 1 }] } }],
    })
  })

  it('has its part in the evidence, initial and final', async () => {
    const { evidence } = await runWith([['rx-1', 90]])
    expect([at(evidence, 'initial', 'pharmacy', 0), at(evidence, 'pharmacy', 0)]).toEqual([
      { id: 'rx-1', patient_id: 'p1', drug: 'metformin', state: 'queued', quantity: null },
      { id: 'rx-1', patient_id: 'p1', drug: 'metformin', state: 'filled', quantity: 90 },
    ])
    expect(at(evidence, 'events', 0)).toMatchObject({ type: pharmacy.events[0]?.type, actor: 'agent' })
  })

  it('has its rows in the difference between the states', async () => {
    const { evidence } = await runWith([['rx-1', 90]])
    const parts = [...defaultParts, ...pharmacy.records]
    expect(findStateDifference(evidence, parts).collections).toEqual([
      {
        collection: 'pharmacy',
        count: 2,
        changes: [
          {
            what: 'changed',
            name: 'rx-1',
            fields: [
              { path: '/state', from: 'queued', to: 'filled' },
              { path: '/quantity', from: null, to: 90 },
            ],
          },
        ],
      },
    ])
    expect(findStateDifference(evidence, defaultParts)).toMatchObject({ unreadMembers: ['pharmacy'], collections: [] })
    const [part] = pharmacy.records
    if (part === undefined) throw new Error('The pharmacy has a part.')
    const differences = [...findDifferences(part, at(evidence, 'initial', 'pharmacy'), at(evidence, 'pharmacy'))]
    expect(differences.map(({ what }) => what)).toEqual(['changed'])
  })

  it('is replayed from its record', async () => {
    const { record } = await runWith([['rx-1', 90]])
    expect(replayRecord(record, systems)).toMatchObject({ same: true, divergence: null, evidence: [] })
    const spoilt = { ...record, evidence: { ...record.evidence, pharmacy: {} } }
    expect(() => replayRecord(spoilt, systems)).toThrow('Expected /evidence/pharmacy to be an array of objects')
    expect(() => replayRecord(record, defaultSystems)).toThrow(NotReplayableError)
  })

  it('gets the errors of the system itself', async () => {
    const run = await testbed.solver.runs.create({ benchmark: 'refills@1' })
    const session = await run.tasks[0]?.start()
    const refused = session
      ?.system('pharmacy')
      .call('fillRefill', { params: { refill_id: 'x' }, body: { quantity: 1 } })
    await expect(refused).rejects.toMatchObject({ status: 404, message: 'There is no refill x.' })
  })
})

describe('a description of it', () => {
  it('is in the OpenAPI document, with examples and schemas', async () => {
    const { body } = await testbed.call('GET', '/openapi.json')
    expect(body).toEqual(createOpenApi(systems))
    for (const path of ['/v1/benchmark-runs/{id}/pharmacy', '/sandboxes/{id}/pharmacy']) {
      const call = at(body, 'paths', `${path}/refills/{refill_id}/fill`, 'post')
      expect(call).toMatchObject({
        requestBody: { content: { 'application/json': { example: { quantity: 30 }, schema: { type: 'object' } } } },
        responses: { 200: { content: { 'application/json': { example: { state: 'filled' } } } } },
      })
    }
    const kinds = at(body, 'components', 'schemas', 'Simulator', 'properties', 'type', 'enum')
    expect(kinds).toEqual([...new Set([...(kinds as string[]), 'Pharmacy'])])
  })

  it('is in the MCP tools', async () => {
    const rpc = async (method: string, params: JsonValue) => {
      const message = { jsonrpc: '2.0', id: 1, method, params }
      const accept = 'application/json, text/event-stream'
      return at((await testbed.call('POST', '/mcp', message, { accept })).body, 'result')
    }
    const tools = listAt(await rpc('tools/list', {}), 'tools')
    const schemaOf = (name: string) =>
      at(
        tools.find((tool) => at(tool, 'name') === name),
        'inputSchema',
        'properties',
      )
    expect(at(schemaOf('change_sandboxes'), 'group', 'enum')).toContain('pharmacy')
    expect(JSON.stringify(at(schemaOf('change_simulators'), 'type'))).toContain('"Pharmacy"')
    expect(JSON.stringify(at(schemaOf('change_datasets'), 'type'))).toContain('"Refills"')
    const resources = listAt(await rpc('resources/list', {}), 'resources').map((resource) => at(resource, 'uri'))
    expect(resources).toContain('carebench://simulators/Pharmacy')

    const { body } = await testbed.call('GET', '/environments')
    const playground = await testbed.call('POST', '/playgrounds', { environment_id: textAt(body, 'data', 0, 'id') })
    const listed = await testbed.call('GET', `/sandboxes?playground_id=${textAt(playground.body, 'id')}`)
    const id = textAt(
      listAt(listed.body, 'data').find((item) => at(item, 'type') === 'Pharmacy'),
      'id',
    )
    const call = {
      action: 'call',
      id,
      group: 'pharmacy',
      method: 'POST',
      path: 'refills/rx-1/fill',
      body: { quantity: 5 },
    }
    const answer = await rpc('tools/call', { name: 'change_sandboxes', arguments: call })
    expect(JSON.parse(textAt(answer, 'content', 0, 'text'))).toMatchObject({ status: 200, body: { quantity: 5 } })
  })

  it('is in the tools of a run', async () => {
    const { body: run } = await testbed.call('POST', '/benchmark-runs', { benchmark: 'refills@1' })
    const use = async (method: string, params: JsonValue) => {
      const headers = {
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${textAt(run, 'bearer_token')}`,
      }
      const target = `/v1/benchmark-runs/${textAt(run, 'benchmark_run_id')}/mcp`
      return at((await testbed.call('POST', target, { jsonrpc: '2.0', id: 1, method, params }, headers)).body, 'result')
    }
    const tool = listAt(await use('tools/list', {}), 'tools').find((one) => at(one, 'name') === 'pharmacy_fill_refill')
    expect(tool).toMatchObject({ inputSchema: { required: ['refill_id', 'body'] } })
    await use('tools/call', { name: 'start_task', arguments: {} })
    const fill = { refill_id: 'rx-1', body: { quantity: 5 } }
    expect(await use('tools/call', { name: 'pharmacy_fill_refill', arguments: fill })).toMatchObject({
      isError: false,
      structuredContent: { status: 200, body: { quantity: 5 } },
    })
  })

  it('is in the types of the client', async () => {
    const run = await testbed.solver.runs.create({ benchmark: 'refills@1' })
    const session = await run.tasks[0]?.start()
    const system = session?.system('pharmacy')
    const refill = await system?.call('readRefill', { params: { refill_id: 'rx-2' } })
    expectTypeOf(refill).toEqualTypeOf<
      { id: string; patient_id: string; drug: string; state: 'queued' | 'filled'; quantity: number | null } | undefined
    >()
    expect(refill).toMatchObject({ drug: 'lisinopril' })
    // @ts-expect-error: the pharmacy has no such call.
    await expect(system?.call('burnRefill')).rejects.toThrow('Unknown call "burnRefill"; known: listRefills,')
    // @ts-expect-error: the parameter has another name.
    await expect(system?.call('readRefill', { params: { id: 'rx-2' } })).rejects.toThrow('needs refillId')
    const wrong = { params: { refill_id: 'rx-2' }, body: { quantity: 'x' } }
    // @ts-expect-error: the quantity is a number.
    await expect(system?.call('fillRefill', wrong)).rejects.toThrow('Expected {"quantity":30}.')
  })
})

it('works in the mock, where its calls can be made to fail or answered by hand', async () => {
  const mock = await carebenchMock({ systems, benchmark: pharmacyBenchmark })
  const { baseUrl, solverKey, fetch } = mock
  const solver = new CarebenchSolver({ baseUrl, solverKey, fetch, systems: [pharmacy], retry: { retries: 0 } })
  const run = await solver.runs.create({ benchmark: mock.benchmark })
  const session = await run.tasks[0]?.start()
  const system = session?.system('pharmacy')
  mock.fail('proxyPharmacy', { status: 503, times: 1 })
  await expect(system?.call('listRefills')).rejects.toMatchObject({ status: 503 })
  const override = mock.override('proxyPharmacy', ({ forward }) => forward())
  await system?.call('fillRefill', { params: { refill_id: 'rx-1' }, body: { quantity: 90 } })
  expect(override.hits).toBe(1)
  expect(mock.calls.map(({ operation }) => operation)).toContain('proxyPharmacy')
  expect(await session?.complete()).toMatchObject({ verdict: 'pass', score: 1 })
  expect(() => mock.fail('proxyBakery', { status: 503 })).toThrow('Unknown operation "proxyBakery"')
})

it('is supported by the verifier of a service with it', () => {
  const assertion = { assert: 'no-collateral', allow: [{ collection: 'pharmacy.refills' }] }
  expect(createSystemVerifier(systems).validateAssertion(assertion).ok).toBe(true)
  expect(createSystemVerifier(defaultSystems).validateAssertion(assertion).ok).toBe(false)
})

it('creating a service with a verifier that does not support the parts of its systems throws', () => {
  const blind = createVerifier({ checks: defaultChecks, parts: defaultParts })
  const clock = createManualClock()
  expect(() => createInMemoryService(clock, blind, { systems })).toThrow(
    /^The verifier must have the part "pharmacy" of the system Pharmacy/,
  )
})

it.each(['output', 'systems', 'initial', 'events', 'version'])('a part cannot be named %s', (name) => {
  const [part] = pharmacy.records
  if (part === undefined) throw new Error('The pharmacy has a part.')
  expect(() => createVerifier({ checks: [], parts: [{ ...part, name }] })).toThrow(
    `without reserved names, got "${name}"`,
  )
})
