import { type CarebenchMock, carebenchMock } from '@carebench/msw'
import type { BenchmarkDefinition, JsonValue } from '@carebench/protocol'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { at, listAt, textAt } from '../contract/contract-testbed.js'

const instruction =
  'Request the echocardiogram of Ida Larsen by fax from +15550100142, and report her ejection fraction.'
const number = '+15550100142'
const letter = { to_number: number, document_type: 'records_request', text: 'Please send the echocardiogram.' }
const secret = 'The ejection fraction is reported'
const criteria: BenchmarkDefinition['tasks'][number]['criteria'] = [
  {
    label: 'The records are requested',
    assertion: {
      assert: 'fax-sent',
      correlate_by: { to_number: number },
      fields: [{ path: 'document_type', expected: 'records_request' }],
    },
  },
  { label: secret, assertion: { assert: 'output-match', fields: [{ path: 'ejection_fraction', expected: 57 }] } },
]
const er7 = 'MSH|^~\\&|LAB|CLINIC|EHR|CLINIC|||ORU^R01|MSG0001|P|2.5.1\rPID|1||p1\r'
const pdf = 'JVBERi0xLjQK/w=='
const patients = Array.from({ length: 3 }, (_, index) => ({
  resource: { resourceType: 'Patient', id: `p${index + 1}`, name: [{ family: 'Larsen', given: [`Ida ${index}`] }] },
}))

const definition: BenchmarkDefinition = {
  name: 'over-mcp',
  concurrency: 2,
  overrides: { seed: 7, clock: 'stepped' },
  environment: {
    name: 'Cardiology desk',
    simulators: [
      { type: 'FHIR', name: 'Record' },
      { type: 'Fax', name: 'Front desk', config: { numbers: { [number]: { delay_seconds: 45 } } } },
      { type: 'Fax', key: 'imaging', name: 'Imaging center' },
      { type: 'HL7', name: 'Interface' },
      { type: 'Files', name: 'Files' },
      { type: 'X12', name: 'Clearinghouse' },
    ],
    datasets: [
      {
        type: 'FHIR',
        name: 'people',
        config: { bundle: { resourceType: 'Bundle', type: 'collection', entry: patients } },
      },
    ],
  },
  tasks: [
    {
      name: 'Get the echocardiogram',
      starts_at: '2025-03-03T08:00:00-05:00',
      task_item: { instruction },
      scenario: {
        steps: [
          { type: 'drop_file_inbox', path: 'scans/letter.pdf', content_base64: pdf },
          { type: 'drop_file_inbox', path: 'orders.json', content: '{ "dose": 1.50 }' },
          { type: 'receive_hl7', payload: er7 },
          {
            type: 'receive_fax',
            from: number,
            text: 'Ida Larsen: ejection fraction 57 percent.',
            after: { event: 'fax.delivered', where: { 'data.to_number': number }, delay_seconds: 5400 },
          },
        ],
      },
      criteria,
    },
    { name: 'Do it again', task_item: { instruction }, criteria },
  ],
}

let mock: CarebenchMock
beforeAll(async () => {
  mock = await carebenchMock({ benchmark: definition, allowFindings: true, seed: 7 })
})

async function request(token: string, method: string, path: string, body?: JsonValue) {
  const answer = await mock.fetch(mock.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as JsonValue }
}

async function connect(runId: string, token: string, taskRunId?: string) {
  const client = new Client({ name: 'agent', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(`${mock.baseUrl}/v1/benchmark-runs/${runId}/mcp`), {
    fetch: mock.fetch,
    requestInit: {
      headers: { authorization: `Bearer ${token}`, ...(taskRunId !== undefined && { 'task-run-id': taskRunId }) },
    },
  })
  await client.connect(transport as Parameters<Client['connect']>[0])
  // The client validates the results of tools that it has listed.
  const { tools } = await client.listTools()
  const call = (name: string, args: Readonly<Record<string, unknown>> = {}) =>
    client.callTool({ name, arguments: { ...args } })
  return {
    client,
    tools,
    call,
    /** The structured content; throws if the tool reports an error. */
    async use(name: string, args?: Readonly<Record<string, unknown>>): Promise<unknown> {
      const result = await call(name, args)
      if (result.isError === true) throw new Error(textAt(result, 'content', 0, 'text'))
      expect(JSON.parse(textAt(result, 'content', 0, 'text'))).toEqual(result.structuredContent)
      return result.structuredContent
    },
    /** The text of an error. */
    async refusal(name: string, args?: Readonly<Record<string, unknown>>): Promise<unknown> {
      const result = await call(name, args)
      expect(result.isError).toBe(true)
      return JSON.parse(textAt(result, 'content', 0, 'text'))
    },
  }
}

async function openRun(options: Readonly<Record<string, JsonValue>> = {}) {
  const { body } = await request(mock.solverKey, 'POST', '/v1/benchmark-runs', {
    benchmark: mock.benchmark,
    ...options,
  })
  const id = textAt(body, 'benchmark_run_id')
  const token = textAt(body, 'bearer_token')
  const taskRuns = listAt(body, 'task_runs').map((taskRun) => textAt(taskRun, 'id'))
  return { id, token, taskRuns, ...(await connect(id, token)) }
}

const first = { tasks: ['Get the echocardiogram'] }

describe('an agent over MCP', () => {
  it.each([true, false])('does a whole task, scored: %s [run-mcp.whole-task, run-mcp.submit]', async (scored) => {
    const run = await openRun({ ...first, scored })
    const started = await run.use('start_task')
    expect(started).toMatchObject({ name: 'Get the echocardiogram', task_item: { instruction }, remaining: 1 })
    expect(await run.use('clock')).toMatchObject({ now: '2025-03-03T13:00:00.000Z', mode: 'stepped' })
    expect(await run.use('faxes_send_fax', { body: letter })).toMatchObject({
      status: 201,
      body: { status: 'sending' },
    })
    const wait = { until: 'event', at_most_seconds: 86_400 }
    expect(at(await run.use('wait', wait), 'arrived', 0, 'type')).toBe('fax.delivered')
    expect(at(await run.use('wait', wait), 'arrived', 0, 'type')).toBe('fax.received')
    const faxes = await run.use('faxes_list_faxes', { query: { direction: 'inbound' } })
    const fax = await run.use('faxes_list_faxes', { fax_id: at(faxes, 'body', 'data', 0, 'id') })
    expect(at(fax, 'body', 'text')).toContain('57 percent')
    const submitted = await run.use('submit', { output: { ejection_fraction: 57 } })
    const ended = { task_run_id: run.taskRuns[0], phase: 'completed', status: 'completed', remaining: 0 }
    expect(submitted).toEqual(ended)
    expect(await run.use('submit', { output: { ejection_fraction: 0 } })).toEqual(ended)
    const { body } = await request(run.token, 'GET', `/v1/benchmark-runs/${run.id}`)
    expect(body).toMatchObject({ verdict: 'pass', score: 1 })
    expect(await run.refusal('faxes_list_faxes')).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  })

  it('leaves the evidence that the same work leaves over HTTP [run-mcp.same-log]', async () => {
    const overMcp = await openRun(first)
    await overMcp.use('start_task')
    await overMcp.use('faxes_send_fax', { body: letter })
    await overMcp.use('faxes_send_fax', { system: 'faxes@imaging', body: letter })
    await overMcp.use('wait', { seconds: 7200 })
    await overMcp.use('fhir_search_type', { type: 'Patient', query: { family: 'larsen', _count: 2 } })
    await overMcp.refusal('fhir_read_resource', { type: 'Patient', resource_id: 'none' })
    await overMcp.use('hl7_send_message', { body: er7 })
    await overMcp.use('files_write_outbound_file', { name: 'a/b.csv', body: 'x,y\n', content_type: 'text/csv' })
    await overMcp.use('submit', { output: { ejection_fraction: 57 } })

    const { body: created } = await request(mock.solverKey, 'POST', '/v1/benchmark-runs', {
      benchmark: mock.benchmark,
      ...first,
    })
    const token = textAt(created, 'bearer_token')
    const base = `/v1/benchmark-runs/${textAt(created, 'benchmark_run_id')}`
    await request(token, 'POST', textAt(created, 'task_runs', 0, 'start_url'))
    await request(token, 'POST', `${base}/faxes`, letter)
    await request(token, 'POST', `${base}/faxes@imaging`, letter)
    await request(token, 'POST', `${base}/wait`, { seconds: 7200 })
    await request(token, 'GET', `${base}/fhir/Patient?family=larsen&_count=2`)
    await request(token, 'GET', `${base}/fhir/Patient/none`)
    const send = (path: string, method: string, type: string, body: string) =>
      mock.fetch(mock.baseUrl + base + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        body,
      })
    await send('/hl7/outbound', 'POST', 'x-application/hl7-v2+er7', er7)
    await send('/files/outbound/a/b.csv', 'PUT', 'text/csv', 'x,y\n')
    await request(token, 'POST', textAt(created, 'task_runs', 0, 'complete_url'), { output: { ejection_fraction: 57 } })

    const recordOf = async (id: unknown) => (await request(mock.organizationKey, 'GET', `/task-runs/${id}/record`)).body
    const own = await recordOf(overMcp.taskRuns[0])
    const other = await recordOf(at(created, 'task_runs', 0, 'id'))
    expect(listAt(own, 'log').length).toBeGreaterThan(7)
    expect(at(own, 'log')).toEqual(at(other, 'log'))
    expect(at(own, 'evidence')).toEqual(at(other, 'evidence'))
  })

  it('chooses among tasks, and names the one it means in the header [run-mcp.start-task, run-mcp.chosen]', async () => {
    const run = await openRun()
    expect(await run.refusal('faxes_list_faxes')).toMatchObject({ status: 409 })
    expect(await run.refusal('submit')).toMatchObject({ error: { code: 'CONFLICT' } })
    expect(await run.refusal('start_task', { task: 'Nothing' })).toMatchObject({
      error: { errors: [{ path: '/task' }] },
    })
    expect(await run.use('start_task', { task: 'Do it again' })).toMatchObject({ name: 'Do it again', remaining: 2 })
    expect(await run.use('start_task')).toMatchObject({ name: 'Do it again' })
    const other = await connect(run.id, run.token, run.taskRuns[0])
    expect(await other.use('start_task')).toMatchObject({ name: 'Get the echocardiogram' })
    expect(await run.refusal('faxes_list_faxes')).toMatchObject({ status: 409 })
    expect(await run.refusal('submit')).toMatchObject({ error: { code: 'CONFLICT' } })
    expect(await other.use('clock')).toMatchObject({ now: '2025-03-03T13:00:00.000Z' })
    expect(await other.use('submit')).toMatchObject({ task_run_id: run.taskRuns[0], remaining: 1 })
    expect(await run.use('submit')).toMatchObject({ task_run_id: run.taskRuns[1], remaining: 0 })
    expect(await run.refusal('start_task')).toMatchObject({ error: { message: 'Every task of the run has ended.' } })
    const stranger = await connect(run.id, run.token, 'trun_none')
    for (const name of ['start_task', 'submit']) {
      expect(await stranger.refusal(name)).toMatchObject({ error: { code: 'RESOURCE_NOT_FOUND' } })
    }
  })

  it('sees nothing of criteria, results and credentials [run-mcp.scored]', async () => {
    const run = await openRun({ ...first, scored: true })
    const seen = [run.tools, run.client.getInstructions(), await run.use('start_task'), await run.use('submit', {})]
    const text = JSON.stringify(seen)
    for (const word of [secret, 'verdict', 'score', 'criteri', 'credential', 'client_secret', 'sandbox']) {
      expect(text.toLowerCase()).not.toContain(word.toLowerCase())
    }
  })

  it('needs the token of this run [run-mcp.token]', async () => {
    const [run, other] = [await openRun(first), await openRun(first)]
    for (const token of [other.token, mock.solverKey, mock.organizationKey]) {
      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
      expect((await request(token, 'POST', `/v1/benchmark-runs/${run.id}/mcp`, ping)).status).toBe(401)
    }
    expect((await request(run.token, 'POST', '/mcp', {})).status).toBe(401)
    expect((await request(run.token, 'GET', `/v1/benchmark-runs/${run.id}/mcp`)).status).toBe(405)
  })
})

describe('the tools', () => {
  it('describe the systems of the environment, and no task [run-mcp.tools]', async () => {
    const { tools } = await openRun(first)
    const names = tools.map(({ name }) => name)
    expect(names.slice(0, 4)).toEqual(['start_task', 'clock', 'wait', 'submit'])
    expect(names).toEqual(expect.arrayContaining(['fhir_search_type', 'faxes_send_fax', 'files_read_file']))
    expect(names.some((name) => name.startsWith('portal'))).toBe(false)
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      expect([name, title, description, annotations]).toEqual([
        name,
        expect.any(String),
        expect.any(String),
        expect.objectContaining({ readOnlyHint: expect.any(Boolean) }),
      ])
      // No alternatives at the top level, because model providers reject them there.
      expect([name, inputSchema.type, outputSchema?.type, Object.keys(inputSchema)]).toEqual([
        name,
        'object',
        'object',
        expect.not.arrayContaining(['anyOf', 'oneOf', 'allOf']),
      ])
    }
    expect(JSON.stringify(tools)).not.toMatch(/echocardiogram|Larsen|57/)
    const byName = new Map(tools.map((tool) => [tool.name, tool]))
    expect(byName.get('fhir_read_resource')?.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false })
    expect(byName.get('fhir_delete_resource')?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
    })
    expect(byName.get('faxes_send_fax')?.annotations).toMatchObject({ readOnlyHint: false, openWorldHint: true })
  })

  it('report an invalid argument by the name it was sent with, and send nothing [run-mcp.arguments]', async () => {
    const run = await openRun(first)
    await run.use('start_task')
    const before = await run.use('clock')
    const faults = async (name: string, args: Readonly<Record<string, unknown>>) =>
      listAt(await run.refusal(name, args), 'error', 'errors').map((error) => at(error, 'path'))
    expect(await faults('fhir_read_resource', { type: 'Patient' })).toEqual(['/resource_id'])
    expect(await faults('fhir_read_resource', { type: '', resource_id: 'p1', id: 'p1' })).toEqual(['/id', '/type'])
    expect(await faults('fhir_search_type', { type: 'Patient', query: 5 })).toEqual(['/query'])
    expect(await faults('fhir_search_type', { type: 'Patient', query: { family: {} } })).toEqual(['/query/family'])
    expect(await faults('fhir_update_resource', { type: 'Patient', resource_id: 'p1', body: '{}' })).toEqual(['/body'])
    expect(
      await faults('fhir_patch_resource', { type: 'Patient', resource_id: 'p1', body: [], headers: { 'x-a': 'b' } }),
    ).toEqual(['/headers/x-a'])
    expect(await faults('files_write_outbound_file', { name: 'a', body: 'x', body_base64: 'eA==' })).toEqual(['/body'])
    expect(await faults('files_write_outbound_file', { name: 'a', body_base64: '?' })).toEqual(['/body_base64'])
    expect(await faults('wait', { seconds: 5, until: 'event' })).toEqual(['/seconds'])
    expect(await faults('wait', { second: 5 })).toEqual(['/second'])
    expect(await faults('submit', { outputs: 5 })).toEqual(['/outputs'])
    // The client puts the code before the message, once.
    await expect(run.call('portal_log_in')).rejects.toThrow(
      /^MCP error -32602: Unknown tool portal_log_in\. Tools: start_task, clock/,
    )
    expect(await run.use('clock')).toEqual(before)
  })

  it('pass text as text, and bytes as a resource [run-mcp.bodies]', async () => {
    const run = await openRun(first)
    await run.use('start_task')
    expect(at(await run.use('hl7_list_inbox'), 'body', 'data', 0, 'payload')).toContain('MSG0001')
    expect(at(await run.use('hl7_send_message', { body: { payload: er7 } }), 'body', 'ack_code')).toMatch(/^A[AE]$/)
    const scan = await run.call('files_read_file', { folder: 'inbox', name: 'scans/letter.pdf' })
    expect(scan.structuredContent).toEqual({ status: 200, content_type: 'application/pdf', bytes: 10 })
    expect(at(scan, 'content', 1)).toMatchObject({
      type: 'resource',
      resource: { mimeType: 'application/pdf', blob: pdf },
    })
    // A file that is JSON keeps its bytes.
    expect(at(await run.use('files_read_file', { folder: 'inbox', name: 'orders.json' }), 'body')).toBe(
      '{ "dose": 1.50 }',
    )
    const written = { name: 'b.bin', body_base64: pdf }
    expect(at(await run.use('files_write_outbound_file', written), 'body', 'size')).toBe(10)
    expect(await run.use('files_write_outbound_file', { ...written, content_type: 'application/pdf' })).toMatchObject({
      status: 204,
    })
  })

  it('return the same pages as the systems [run-mcp.pages]', async () => {
    const run = await openRun(first)
    await run.use('start_task')
    const page = await run.use('fhir_search_type', { type: 'Patient', query: { family: 'larsen', _count: 2 } })
    const next = listAt(page, 'body', 'link').find((link) => at(link, 'relation') === 'next')
    const query = Object.fromEntries(new URL(textAt(next, 'url')).searchParams)
    const rest = await run.use('fhir_search_type', { type: 'Patient', query })
    expect([listAt(page, 'body', 'entry').length, listAt(rest, 'body', 'entry').length]).toEqual([2, 1])
    // A tool also accepts the whole link to a page, and the URL of a resource.
    const linked = await run.use('fhir_search_type', { query: textAt(next, 'url') })
    expect(at(linked, 'body', 'entry')).toEqual(at(rest, 'body', 'entry'))
    const fullUrl = textAt(page, 'body', 'entry', 0, 'fullUrl')
    expect(fullUrl).toMatch(/^https:\/\/fhir\.clinic\.example\/Patient\//)
    const read = await run.use('fhir_read_resource', { type: 'Patient', resource_id: fullUrl })
    expect(at(read, 'body')).toEqual(at(page, 'body', 'entry', 0, 'resource'))
    const flag = { resourceType: 'Flag', status: 'active', code: { text: 'x' }, subject: { reference: fullUrl } }
    const created = await run.use('fhir_create_resource', { type: 'Flag', body: flag })
    expect(textAt(created, 'body', 'subject', 'reference')).toMatch(/^Patient\/[^/]+$/)
    for (const text of ['a', 'b', 'c']) await run.use('faxes_send_fax', { body: { ...letter, text } })
    const faxes = await run.use('faxes_list_faxes', { query: { limit: 2 } })
    const others = await run.use('faxes_list_faxes', {
      query: { limit: 2, cursor: at(faxes, 'body', '_meta', 'next') },
    })
    expect([listAt(faxes, 'body', 'data').length, listAt(others, 'body', 'data').length]).toEqual([2, 1])
  })
})
