import { createServer as createNet, type Server as NetServer } from 'node:net'
import {
  ApiError,
  Carebench,
  CarebenchSolver,
  ClientError,
  type ClientOptions,
  SimulatedSystemError,
  type TaskSession,
} from '@carebench/client'
import { nodeFetch } from '@carebench/client/node'
import { ApiError as ProtocolApiError, systemClock } from '@carebench/protocol'
import { createCertificate, createServer, type Listening, type Server } from '@carebench/server'
import {
  createIdSource,
  createMemoryStore,
  createService,
  defaultSystems,
  type ProvisionedOrganization,
  secureRandom,
} from '@carebench/service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: Server
let listening: Listening
let organization: ProvisionedOrganization
let connection: ClientOptions
let carebench: Carebench
let solver: CarebenchSolver

beforeAll(async () => {
  const secret = new Uint8Array(32).fill(7)
  const service = createService({
    store: createMemoryStore(),
    clock: systemClock,
    random: secureRandom,
    ids: createIdSource(systemClock, secureRandom),
    systems: defaultSystems,
    secret,
    cursorKeys: [{ id: '1', secret }],
  })
  organization = await service.provisionOrganization('Clinic')
  server = createServer({ service })
  listening = await server.listen({ port: 0 })
  connection = { baseUrl: listening.url, fetch: nodeFetch({ ca: listening.caPem }) }
  carebench = new Carebench({ ...connection, apiKey: organization.organizationKey })
  solver = new CarebenchSolver({ ...connection, solverKey: organization.solverKey })
  await publishSmallBenchmark()
})

afterAll(() => server.close())

/** Publishes `small@1` with the client alone: one patient, one open FHIR Task to finish. */
async function publishSmallBenchmark() {
  const environment = await carebench.call('createEnvironment', { body: { name: 'Small clinic' } })
  for (const type of ['FHIR', 'Payer'] as const) {
    const config = type === 'Payer' ? { accept_unknown_members: true } : {}
    const simulator = await carebench.call('createSimulator', { body: { type, name: type, config } })
    await carebench.call('linkSimulator', { params: { id: environment.id, simulatorId: simulator.id } })
  }
  const entry = [
    ...Array.from({ length: 5 }, (_, n) => ({ resourceType: 'Patient', id: `p${n}`, active: true })),
    { resourceType: 'Task', id: 't1', status: 'requested', intent: 'order' },
  ].map((resource) => ({ resource }))
  const dataset = await carebench.call('createDataset', {
    body: { type: 'FHIR', name: 'records', config: { bundle: { resourceType: 'Bundle', type: 'collection', entry } } },
  })
  await carebench.call('linkDataset', { params: { id: environment.id, datasetId: dataset.id } })
  const benchmark = await carebench.call('createBenchmark', {
    body: { name: 'small', environmentId: environment.id, timeout: 60, overrides: { passThreshold: 0.5 } },
  })
  const task = await carebench.call('createTask', {
    body: { benchmarkId: benchmark.id, name: 'finish', taskItem: { due_date: '2026-03-02', dueDate: 'kept' } },
  })
  await carebench.call('createCriterion', {
    body: {
      taskId: task.id,
      label: 'The task is finished',
      assertion: {
        assert: 'fhir-resource-state',
        resource_type: 'Task',
        search: { _id: 't1' },
        fields: [{ path: 'status', expected: 'completed' }],
      },
    },
  })
  const { version } = await carebench.call(
    'publishBenchmarkVersion',
    { params: { id: benchmark.id } },
    { headers: { 'x-request-id': 'publishing' } },
  )
  const { id } = benchmark
  expect(await carebench.waitForAudit({ id, version })).toMatchObject({
    version: 1,
    runnable: true,
    audit: { ok: true },
  })
}

async function startTask(): Promise<TaskSession> {
  const run = await solver.runs.create({ benchmark: 'small@1' })
  const session = await run.tasks[0]?.start()
  if (session === undefined) throw new Error('The run has no task.')
  return session
}

async function catchRejection(promise: Promise<unknown>): Promise<unknown> {
  const thrown = await promise.then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  if (thrown === undefined) throw new Error('It was expected to reject.')
  return thrown.error
}

describe('the run flow', () => {
  it('goes from the Solver key to the verdict', async () => {
    const run = await solver.runs.create({ benchmark: 'small@1' })
    expect(run).toMatchObject({ benchmark: { name: 'small', version: 1 }, scored: false })
    expect(run.tasks.map(({ name, taskItem }) => [name, taskItem])).toEqual([
      ['finish', { due_date: '2026-03-02', dueDate: 'kept' }],
    ])
    const [task] = run.tasks
    if (task === undefined) throw new Error('The run has no task.')
    const session = await task.start()
    expect((await task.start()).startedAt).toBe(session.startedAt)
    expect(session.sandboxes.map(({ type }) => type).sort()).toEqual(['FHIR', 'Payer'])
    const order = await session.fhir.read('Task', 't1')
    await session.fhir.update({ ...order, id: 't1', status: 'completed' })
    const completion = await session.complete({ output: { some_key: 1 } })
    expect(completion).toMatchObject({ taskRunId: task.id, phase: 'completed', verdict: 'pass', score: 1 })
    expect(completion.checks).toMatchObject([
      { label: 'The task is finished', result: 'pass', fieldResults: [{ path: 'status', actual: 'completed' }] },
    ])
    expect(await task.complete()).toEqual(completion)
    const state = await run.read()
    expect(state).toMatchObject({ benchmarkRunId: run.id, status: 'completed', verdict: 'pass', score: 1 })
    expect(state.taskRuns).toMatchObject([{ id: task.id, taskId: task.taskId, phase: 'completed' }])
    const read = await carebench.call('getTaskRun', { params: { id: task.id } })
    expect(read.criterionRuns).toMatchObject([{ taskRunId: task.id, passed: true }])
    expect(read.snapshot).not.toBeNull()
    expect(await catchRejection(session.fhir.read('Task', 't1'))).toMatchObject({ name: 'ApiError', code: 'CONFLICT' })
  })

  it('runs selected tasks, and says which tasks there are', async () => {
    const run = await solver.runs.create({ benchmark: 'small@1', tasks: ['finish'] })
    expect([run.subset, run.tasks.map(({ name }) => name)]).toEqual([true, ['finish']])
    expect((await run.read()).subset).toBe(true)
    expect((await solver.runs.create({ benchmark: 'small@1' })).subset).toBe(false)
    expect(await catchRejection(solver.runs.create({ benchmark: 'small@1', tasks: ['start'] }))).toMatchObject({
      code: 'INVALID_REQUEST',
      errors: [{ path: '/tasks/0', message: expect.stringContaining('"finish"') }],
    })
    expect(await catchRejection(solver.runs.create({ benchmark: 'small@1', seed: 1 }))).toMatchObject({
      code: 'INVALID_REQUEST',
      errors: [{ path: '/seed' }],
    })
    const own = await carebench.call('createAuthoringRun', {
      body: { benchmark: 'small@1', tasks: ['finish'], seed: 1 },
    })
    expect([own.subset, own.taskRuns.length]).toEqual([true, 1])
  })

  it('hides the details of a scored run from the agent', async () => {
    const run = await solver.runs.create({ benchmark: 'small@1', scored: true })
    const session = await run.tasks[0]?.start()
    const completion = await session?.complete()
    expect(completion).toMatchObject({ verdict: 'fail', score: 0 })
    expect(Object.keys(completion?.checks[0] ?? {}).sort()).toEqual(['axis', 'criterionId', 'label', 'result', 'score'])
  })

  it('calls the FHIR server, which reports errors as an OperationOutcome', async () => {
    const { fhir } = await startTask()
    const found: unknown[] = []
    for await (const { id } of fhir.searchAll('Patient', { active: true, _count: 2 })) found.push(id)
    expect(found.sort()).toEqual(['p0', 'p1', 'p2', 'p3', 'p4'])
    const created = await fhir.create({ resourceType: 'Patient', name: [{ family: 'Okafor' }] })
    const id = String(created.id)
    expect(await fhir.search('Patient', { family: 'Okafor' })).toMatchObject({ entry: [{ resource: { id } }] })
    expect(await fhir.update({ ...created, id, active: false })).toMatchObject({ id, active: false })
    await fhir.delete('Patient', id)
    const gone = await catchRejection(fhir.read('Patient', id))
    expect(gone).toBeInstanceOf(SimulatedSystemError)
    expect(gone).toMatchObject({ status: 410, body: { resourceType: 'OperationOutcome' } })
    const missing = await catchRejection(fhir.read('Patient', 'nobody'))
    expect(missing).toMatchObject({ name: 'SimulatedSystemError', status: 404, requestId: expect.any(String) })
    expect(String(missing)).toMatch(/Patient\/nobody was answered 404 by the simulated system: .+/)
  })

  it('calls the portal, which reports errors by field', async () => {
    const { portal } = await startTask()
    const form = {
      patient_member_id: 'M-1001',
      patient_dob: '1980-01-01',
      procedure_code: '70551',
      diagnosis_codes: ['G43.909'],
      provider_npi: '1234567893',
      service_date: '2026-02-01',
    }
    const row = await portal.submitPriorAuth(form)
    expect(row).toMatchObject({ ...form, status: 'pending' })
    const number = String(row.auth_number)
    await portal.attach(number, { document_type: 'clinical_note', text: 'Seen today.' })
    expect(await portal.readPriorAuth(number)).toMatchObject({ attachments: [{ document_type: 'clinical_note' }] })
    expect(await portal.listPriorAuths({ patient_member_id: 'M-1001' })).toMatchObject({
      data: [{ auth_number: number }],
    })
    const error = await catchRejection(portal.submitPriorAuth({ ...form, provider_npi: '1' }))
    expect(error).toMatchObject({ status: 422, body: { errors: [{ field: 'provider_npi' }] } })
    expect(String(error)).toContain('National Provider Identifier')
  })
})

describe('lists', () => {
  it('can be read in small pages, forwards, backwards and repeatedly', async () => {
    for (let n = 0; n < 7; n++) await carebench.call('createEnvironment', { body: { name: `listed ${n}` } })
    const walk = carebench.list('listEnvironments', { query: { limit: 2 } })
    const once = await walk.toArray({ max: 100 })
    expect(once.map(({ name }) => name)).toEqual([...[6, 5, 4, 3, 2, 1, 0].map((n) => `listed ${n}`), 'Small clinic'])
    expect(await walk.toArray({ max: 100 })).toEqual(once)
    const second = await carebench.call('listEnvironments', { query: { limit: 5 } })
    const cursor = (
      await carebench.call('listEnvironments', { query: { limit: 5, cursor: String(second._meta.next) } })
    )._meta.prev
    const back = carebench.list(
      'listEnvironments',
      { query: { limit: 2 } },
      { direction: 'prev', cursor: String(cursor) },
    )
    expect((await back.toArray({ max: 100 })).map(({ name }) => name)).toEqual(
      once
        .slice(0, 5)
        .toReversed()
        .map(({ name }) => name),
    )
  })

  it('of criterion runs, which have next_cursor, can be read in the same way', async () => {
    const session = await startTask()
    await session.complete()
    const found = await carebench
      .list('listCriterionRuns', { query: { taskRunId: session.id, limit: 1 } })
      .toArray({ max: 9 })
    expect(found).toMatchObject([{ taskRunId: session.id, passed: false }])
  })

  it('reject an invalid cursor', async () => {
    const walk = carebench.list('listEnvironments', {}, { cursor: 'made-up' })
    expect(await catchRejection(walk.toArray({ max: 1 }))).toMatchObject({ name: 'ApiError', code: 'INVALID_CURSOR' })
  })
})

describe('an error of the service', () => {
  it('is an ApiError with its code, status, fields and request id', async () => {
    const create = carebench.call(
      'createBenchmark',
      { body: { name: 'a@b' } },
      { headers: { 'x-request-id': 'asked-1' } },
    )
    const error = await catchRejection(create)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toBeInstanceOf(ProtocolApiError)
    expect(error).toMatchObject({
      code: 'INVALID_REQUEST',
      status: 400,
      requestId: 'asked-1',
      errors: [{ path: '/name' }],
    })
    expect(await catchRejection(carebench.call('getBenchmark', { params: { id: 'bench_none' } }))).toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      status: 404,
      requestId: expect.any(String),
    })
    expect(await catchRejection(carebench.call('createBenchmark', { body: { name: 'small' } }))).toMatchObject({
      code: 'CONFLICT',
      status: 409,
    })
    expect(await catchRejection(solver.runs.create({ benchmark: 'nothing@1' }))).toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
    })
  })

  it('is UNAUTHORIZED for a wrong key, whatever the headers', async () => {
    const wrong = new Carebench({ ...connection, apiKey: organization.solverKey })
    const headers = { Authorization: `Bearer ${organization.organizationKey}` }
    const error = await catchRejection(wrong.call('listBenchmarks', {}, { headers }))
    expect(error).toMatchObject({ name: 'ApiError', code: 'UNAUTHORIZED', status: 401 })
    expect(String(error)).not.toContain(organization.solverKey)
  })

  it('is HTTPS_REQUIRED for plain HTTP on the same port', async () => {
    const plain = new Carebench({
      baseUrl: listening.url.replace('https:', 'http:'),
      apiKey: organization.organizationKey,
    })
    for (const call of [plain.call('listBenchmarks'), plain.call('createBenchmark', { body: { name: 'plain' } })]) {
      const error = await catchRejection(call)
      expect(error).toBeInstanceOf(ApiError)
      expect(error).toMatchObject({ code: 'HTTPS_REQUIRED', status: 400 })
    }
  })
})

describe('a call without an answer', () => {
  const call = (options: Partial<ClientOptions>, callOptions = {}) =>
    catchRejection(
      new Carebench({ ...connection, apiKey: organization.organizationKey, ...options }).call(
        'listBenchmarks',
        {},
        callOptions,
      ),
    )

  it('is a connection error if the certificate is not trusted', async () => {
    const other = await createCertificate(new Date())
    for (const fetch of [undefined, nodeFetch(), nodeFetch({ ca: other.cert })]) {
      const error = await call({ fetch })
      expect(error).toBeInstanceOf(ClientError)
      expect(error).toMatchObject({ code: 'connection' })
      expect(String(error)).toMatch(/certificate/i)
      expect(String(error)).not.toContain(organization.organizationKey)
    }
  })

  it('is a connection error if nobody listens', async () => {
    const closed = createServer({ service: { handle: () => Promise.reject(new Error('unused')) } })
    const { url } = await closed.listen({ port: 0 })
    await closed.close()
    expect(await call({ baseUrl: url, retry: { baseDelay: 0 } })).toMatchObject({
      code: 'connection',
      message: expect.stringContaining('ECONNREFUSED'),
    })
  })

  it('ends by a signal and by a timeout, and the client remains usable', async () => {
    const silent = await listenSilently()
    try {
      const address = silent.address()
      if (address === null || typeof address === 'string') throw new Error('The server listens on no port.')
      const baseUrl = `http://127.0.0.1:${address.port}`
      const controller = new AbortController()
      const reason = new Error('enough')
      silent.once('connection', () => controller.abort(reason))
      expect(await call({ baseUrl }, { signal: controller.signal })).toMatchObject({ code: 'aborted', cause: reason })
      expect(await call({ baseUrl }, { timeout: 20 })).toMatchObject({ name: 'ClientError', code: 'timeout' })
      expect(await call({ baseUrl, timeout: 20 })).toMatchObject({ code: 'timeout' })
    } finally {
      silent.close()
    }
    const list = await carebench.call('listBenchmarks', {}, { timeout: 10_000 })
    expect(list.data).toHaveLength(1)
  })
})

/** Starts a server that accepts connections and never responds. */
async function listenSilently(): Promise<NetServer> {
  const silent = createNet((socket) => socket.on('error', () => undefined))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  return silent
}

describe('playgrounds', () => {
  it('are created, used and deleted', async () => {
    const environments = await carebench.list('listEnvironments').toArray({ max: 100 })
    const clinic = environments.find(({ name }) => name === 'Small clinic')
    const { id } = await carebench.call('createPlayground', { body: { environmentId: clinic?.id ?? '', seed: 3 } })
    const sandboxes = await carebench.list('listSandboxes', { query: { playgroundId: id } }).toArray({ max: 10 })
    const record = sandboxes.find(({ type }) => type === 'FHIR')
    expect(record?.credentials.clientSecret).toMatch(/./)
    const { fhir } = carebench.sandbox(record?.id ?? '')
    const made = await fhir.create({ resourceType: 'Basic', code: { text: 'Note' } })
    expect(await fhir.read('Basic', String(made.id))).toEqual(made)
    const events = carebench.list('listSandboxEvents', { params: { id: record?.id ?? '' }, query: { limit: 1 } })
    expect((await events.toArray({ max: 10 })).map(({ type }) => type)).toEqual(['fhir.read', 'fhir.create'])
    expect(await carebench.call('tearDownPlayground', { params: { id } })).toMatchObject({ status: 'torn_down' })
    expect(await catchRejection(fhir.read('Basic', String(made.id)))).toMatchObject({ code: 'CONFLICT', status: 409 })
  })

  it('of a started task can be read, but not changed', async () => {
    const session = await startTask()
    const made = await session.fhir.create({ resourceType: 'Basic', code: { text: 'Note' } })
    const record = session.sandboxes.find(({ type }) => type === 'FHIR')
    const { fhir } = carebench.sandbox(record?.id ?? '')
    expect(await fhir.read('Basic', String(made.id))).toEqual(made)
    expect(await catchRejection(fhir.delete('Basic', String(made.id)))).toMatchObject({ code: 'CONFLICT' })
    expect(await session.fhir.read('Basic', String(made.id))).toEqual(made)
    await session.complete()
  })
})
