import { createManualClock } from '@carebench/protocol'
import type { Service } from '@carebench/service'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, it } from 'vitest'
import { at, listAt, textAt } from '../contract/contract-testbed.js'
import { createInMemoryService, fetchFrom } from '../in-memory-service.js'

const base = 'https://carebench.example.org'

interface Testbed {
  readonly service: Service
  readonly organizationKey: string
  readonly solverKey: string
  readonly client: Client
  /** Calls a tool and parses its JSON; throws if the tool reports an error. */
  use(tool: string, input: Readonly<Record<string, unknown>>): Promise<unknown>
  refusal(tool: string, input: Readonly<Record<string, unknown>>): Promise<string>
}

async function connect(): Promise<Testbed> {
  const service = createInMemoryService(createManualClock(Date.parse('2026-03-02T18:00:00Z')))
  const { organizationKey, solverKey } = await service.provisionOrganization('Alder Creek')
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${organizationKey}` }
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', base), {
    fetch: fetchFrom(service),
    requestInit: { headers },
  })
  await client.connect(transport as Parameters<Client['connect']>[0])
  // A client that knows the tools rejects a result that is not as its tool's output schema says.
  await client.listTools()
  const call = async (name: string, input: Readonly<Record<string, unknown>>) => {
    const result = await client.callTool({ name, arguments: { ...input } })
    if (result.isError !== true)
      expect(JSON.parse(textAt(result, 'content', 0, 'text'))).toEqual(result.structuredContent)
    return { text: textAt(result, 'content', 0, 'text'), isError: result.isError === true }
  }
  return {
    service,
    organizationKey,
    solverKey,
    client,
    async use(tool, input) {
      const { text, isError } = await call(tool, input)
      if (isError) throw new Error(text)
      return JSON.parse(text)
    },
    async refusal(tool, input) {
      const { text, isError } = await call(tool, input)
      expect([text, isError]).toEqual([text, true])
      return text
    },
  }
}

const assertion = {
  assert: 'fhir-resource-state',
  resource_type: 'Task',
  search: { _id: 't1' },
  fields: [{ path: 'status', expected: 'completed' }],
}
const nothingElse = {
  label: 'Nothing else is changed',
  guard: true,
  assertion: {
    assert: 'no-collateral',
    allow: [{ collection: 'fhir.Task', where: { id: 't1', status: 'completed', intent: 'order' }, fields: ['status'] }],
  },
}
const openTask = { resourceType: 'Task', id: 't1', status: 'requested', intent: 'order' }

it('an AI client authors a benchmark, publishes it, and reads the score of a run [internal.mcp]', async () => {
  const { use, service, solverKey } = await connect()
  const simulator = textAt(await use('change_simulators', { action: 'create', type: 'FHIR', name: 'Record' }), 'id')
  const environment = textAt(await use('change_environments', { action: 'create', name: 'Clinic' }), 'id')
  await use('change_environments', { action: 'link_simulator', id: environment, simulatorId: simulator })
  const bundle = { resourceType: 'Bundle', type: 'collection', entry: [{ resource: openTask }] }
  const dataset = textAt(
    await use('change_datasets', { action: 'create', type: 'FHIR', name: 'tasks', config: { bundle } }),
    'id',
  )
  await use('change_environments', { action: 'link_dataset', id: environment, datasetId: dataset })
  const benchmark = textAt(
    await use('change_benchmarks', { action: 'create', name: 'close-task', environmentId: environment }),
    'id',
  )
  const solutions = [
    { name: 'close it', calls: [{ method: 'PUT', path: 'fhir/Task/t1', body: { ...openTask, status: 'completed' } }] },
  ]
  const taskItem = { instruction: 'Close the open task.' }
  const task = await use('change_tasks', {
    action: 'create',
    benchmarkId: benchmark,
    name: 'Close',
    taskItem,
    solutions,
  })
  expect(at(task, 'benchmarkId')).toBe(benchmark)
  expect(at(task, 'taskItem')).toEqual(taskItem)
  await use('change_criteria', { action: 'create', taskId: textAt(task, 'id'), ...nothingElse })
  await use('change_criteria', { action: 'create', taskId: textAt(task, 'id'), label: 'The task is closed', assertion })
  expect(await use('change_benchmarks', { action: 'publish', id: benchmark })).toMatchObject({
    version: 1,
    audit: 'pending',
  })
  await service.finishAudits()
  const version = await use('benchmarks', { action: 'get_version', id: benchmark, version: 1 })
  expect([at(version, 'version'), at(version, 'audit', 'ok'), at(version, 'audit', 'tasks', 0, 'nullFloor')]).toEqual([
    1,
    true,
    0,
  ])

  const http = async (token: string, method: string, path: string, body?: unknown) => {
    const answer = await fetchFrom(service)(base + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as unknown
  }
  const run = await http(solverKey, 'POST', '/v1/benchmark-runs', { benchmark: 'close-task@1' })
  const token = textAt(run, 'bearer_token')
  const taskRunId = textAt(run, 'task_runs', 0, 'id')
  await http(token, 'POST', `/v1/task-runs/${taskRunId}/start`)
  await http(token, 'POST', `/v1/task-runs/${taskRunId}/complete`)

  const runId = textAt(run, 'benchmark_run_id')
  expect(await use('benchmark_runs', { action: 'get', id: runId })).toMatchObject({ verdict: 'fail', score: 0 })
  const { data } = (await use('criterion_runs', { action: 'list', taskRunId })) as { data: unknown[] }
  expect(at(data, 0, 'passed')).toBe(false)
  expect(at(data, 0, 'evidence', 'field_results', 0)).toMatchObject({ expected: 'completed', actual: 'requested' })
})

it('a client tries out an environment in a playground', async () => {
  const { use, refusal } = await connect()
  const simulator = textAt(await use('change_simulators', { action: 'create', type: 'FHIR', name: 'Record' }), 'id')
  const environment = textAt(await use('change_environments', { action: 'create', name: 'Clinic' }), 'id')
  await use('change_environments', { action: 'link_simulator', id: environment, simulatorId: simulator })
  const playground = await use('change_playgrounds', { action: 'create', environmentId: environment, seed: 7 })
  const list = await use('sandboxes', { action: 'list', playgroundId: textAt(playground, 'id') })
  const id = textAt(listAt(list, 'data')[0], 'id')
  const sandbox = await use('sandboxes', { action: 'get', id })
  expect([at(sandbox, 'id'), at(sandbox, 'credentials')]).toEqual([id, undefined])
  const call = { action: 'call', id, group: 'fhir' }
  const created = await use('change_sandboxes', {
    ...call,
    method: 'POST',
    path: 'Task',
    body: { ...openTask, id: undefined },
  })
  expect(at(created, 'status')).toBe(201)
  const found = await use('change_sandboxes', { ...call, method: 'GET', path: 'Task?status=requested' })
  expect([at(found, 'status'), at(found, 'body', 'total')]).toEqual([200, 1])
  const absent = await refusal('change_sandboxes', { ...call, method: 'GET', path: 'Task/none' })
  expect(JSON.parse(absent)).toMatchObject({ status: 404, body: { resourceType: 'OperationOutcome' } })
  expect(await refusal('change_sandboxes', { ...call, group: 'nothing', method: 'GET', path: '' })).toContain(
    'group must be one of',
  )
})

describe('an error', () => {
  it('of the service is passed on', async () => {
    const { refusal } = await connect()
    const wrong = JSON.parse(await refusal('change_tasks', { action: 'create', benchmarkId: 'bench_1', nam: 'x' }))
    expect(wrong.error).toMatchObject({ code: 'INVALID_REQUEST' })
    expect(wrong.error.errors.map(({ path }: { path: string }) => path)).toEqual(['/name', '/nam'])
    const absent = JSON.parse(await refusal('tasks', { action: 'get', id: 'task_1' }))
    expect(absent.error.code).toBe('RESOURCE_NOT_FOUND')
  })

  it('in arguments that cannot form a request is reported without sending anything', async () => {
    const { refusal } = await connect()
    expect(await refusal('tasks', {})).toContain('action must be one of list, get, ')
    expect(await refusal('tasks', { action: 'get' })).toBe('id is required.')
    expect(await refusal('tasks', { action: 'get', id: 'x', extra: 1 })).toBe('this action does not take extra.')
    expect(await refusal('change_tasks', { action: 'constructor' })).toContain('action must be one of')
  })

  it('that does not concern a tool is an error of the protocol', async () => {
    const { client } = await connect()
    await expect(client.callTool({ name: 'solvers', arguments: {} })).rejects.toThrow('Unknown tool solvers')
    await expect(client.readResource({ uri: 'carebench://nothing' })).rejects.toThrow('There is no resource')
    await expect(client.getPrompt({ name: 'author_benchmark' })).rejects.toThrow('requires the argument work')
  })

  it('never reveals data of another organization', async () => {
    const { service, use } = await connect()
    const environment = textAt(await use('change_environments', { action: 'create', name: 'Clinic' }), 'id')
    const { organizationKey } = await service.provisionOrganization('Birch Hill')
    const client = new Client({ name: 'other', version: '1' })
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', base), {
      fetch: fetchFrom(service),
      requestInit: { headers: { authorization: `Bearer ${organizationKey}` } },
    })
    await client.connect(transport as Parameters<Client['connect']>[0])
    const result = await client.callTool({ name: 'environments', arguments: { action: 'get', id: environment } })
    expect([result.isError, textAt(result, 'content', 0, 'text')]).toEqual([
      true,
      expect.stringContaining('RESOURCE_NOT_FOUND'),
    ])
  })
})

describe('the description for clients', () => {
  it('has a tool to read and one to change each group of resources, \
with a schema that model providers accept', async () => {
    const { client } = await connect()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'benchmark_runs',
      'benchmarks',
      'change_benchmark_runs',
      'change_benchmarks',
      'change_criteria',
      'change_datasets',
      'change_environments',
      'change_playgrounds',
      'change_sandboxes',
      'change_simulators',
      'change_task_runs',
      'change_tasks',
      'criteria',
      'criterion_runs',
      'datasets',
      'environments',
      'playgrounds',
      'sandboxes',
      'simulators',
      'task_runs',
      'tasks',
    ])
    for (const { name, title, description, inputSchema, annotations } of tools) {
      const isReading = !name.startsWith('change_')
      expect([name, title, annotations]).toMatchObject([
        name,
        expect.stringMatching(isReading ? /^Read / : /^Change /),
        { readOnlyHint: isReading, destructiveHint: !isReading },
      ])
      // No alternatives at the top level, because model providers reject them there.
      expect(Object.keys(inputSchema).sort()).toEqual(['additionalProperties', 'properties', 'required', 'type'])
      for (const key of Object.keys(inputSchema.properties ?? {}))
        expect([name, key]).toEqual([name, expect.not.stringMatching(/_/)])
      const actions = listAt(inputSchema, 'properties', 'action', 'enum')
      for (const action of actions) expect(description).toContain(`- ${action}: `)
    }
    expect(client.getInstructions()).toContain('change_benchmarks publish')
  })

  it('has the schemas of the values that clients write', async () => {
    const { client } = await connect()
    const { resources } = await client.listResources()
    const uris = resources.map(({ uri }) => uri)
    expect(uris).toEqual(
      expect.arrayContaining(['carebench://assertions/fhir-resource-state', 'carebench://simulators/Payer']),
    )
    for (const uri of uris) {
      const { contents } = await client.readResource({ uri })
      expect(JSON.parse(textAt(contents, 0, 'text'))).toMatchObject({ type: 'object' })
    }
  })

  it('has prompts to start with', async () => {
    const { client } = await connect()
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(['author_benchmark', 'explain_failed_run'])
    const { messages } = await client.getPrompt({ name: 'explain_failed_run', arguments: { runId: 'run_1' } })
    expect(textAt(messages, 0, 'content', 'text')).toContain('benchmark run run_1')
  })

  it('has benchmarks as resources, by URI', async () => {
    const { client, use } = await connect()
    const id = textAt(await use('change_benchmarks', { action: 'create', name: 'x' }), 'id')
    const { contents } = await client.readResource({ uri: `carebench://benchmarks/${id}` })
    expect(JSON.parse(textAt(contents, 0, 'text'))).toMatchObject({ id, name: 'x' })
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.length).toBe(3)
  })
})
