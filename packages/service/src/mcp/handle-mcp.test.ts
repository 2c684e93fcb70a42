import { ApiError } from '@carebench/protocol'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { createRequest } from '../http/request.js'
import { createServiceUnderTest, type ServiceUnderTest } from '../testing/service-under-test.js'

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

describe('a message', () => {
  it('is answered in JSON, without a session', async () => {
    const { call, organizationKey } = await createServiceUnderTest()
    const answer = await call(organizationKey, 'POST', '/mcp', ping)
    expect([answer.status, answer.body]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }])
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.headers['mcp-session-id']).toBe(undefined)
    expect(answer.headers['x-request-id']).toBeDefined()
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('that needs no response is accepted', async () => {
    const { call, organizationKey } = await createServiceUnderTest()
    const answer = await call(organizationKey, 'POST', '/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([answer.status, answer.text]).toEqual([202, ''])
  })

  it('requires the key of an organization', async () => {
    const { call, solverKey } = await createServiceUnderTest()
    for (const token of [null, 'vk_wrong', solverKey]) {
      const answer = await call(token, 'POST', '/mcp', ping)
      expect([answer.status, answer.body]).toMatchObject([401, { error: { code: 'UNAUTHORIZED' } }])
    }
  })

  it.each([
    [[ping, { ...ping, id: 2 }], 200],
    ['text', 400],
    [{ jsonrpc: '1.0', id: 1, method: 'ping' }, 400],
    [{ method: 'ping' }, 400],
    [[], 202],
  ])('%j is answered %i', async (message, status) => {
    const { call, organizationKey } = await createServiceUnderTest()
    expect((await call(organizationKey, 'POST', '/mcp', message)).status).toBe(status)
  })

  it('with an unknown method is rejected as the protocol defines', async () => {
    const { call, organizationKey } = await createServiceUnderTest()
    const { body } = await call(organizationKey, 'POST', '/mcp', { ...ping, method: 'sampling/createMessage' })
    expect(body).toMatchObject({ id: 1, error: { code: -32601 } })
  })

  it('that is not JSON is a parse error of JSON-RPC', async () => {
    const { service, organizationKey } = await createServiceUnderTest()
    for (const text of ['{"jsonrpc":', '', "{'id':1}", '{"__proto__":{}}', `${'['.repeat(200)}${']'.repeat(200)}`]) {
      const headers = { authorization: `Bearer ${organizationKey}`, 'content-type': 'application/json' }
      const sent = createRequest('POST', '/mcp', headers, new TextEncoder().encode(text))
      const { status, headers: answered, body } = await service.handle(sent)
      expect([status, answered['content-type'], JSON.parse(String(body))]).toEqual([
        400,
        'application/json',
        { jsonrpc: '2.0', id: null, error: { code: -32700, message: expect.stringMatching(/^Parse error: The body/) } },
      ])
    }
  })

  it('in another media type is 415, as documented', async () => {
    const { call, organizationKey } = await createServiceUnderTest()
    const answer = await call(organizationKey, 'POST', '/mcp', ping, { 'content-type': 'text/json' })
    expect([answer.status, answer.body]).toMatchObject([415, { error: { code: 'UNSUPPORTED_MEDIA_TYPE' } }])
  })

  it('from a page of another origin is rejected', async () => {
    const { call, organizationKey } = await createServiceUnderTest()
    const headers = { host: 'bench.example.org', origin: 'https://evil.example.org' }
    const answer = await call(organizationKey, 'POST', '/mcp', ping, headers)
    expect([answer.status, answer.body]).toMatchObject([
      403,
      { jsonrpc: '2.0', error: { message: expect.any(String) } },
    ])
  })

  it('must be sent with POST', async () => {
    const { call, organizationKey } = await createServiceUnderTest()
    for (const method of ['GET', 'DELETE']) {
      const answer = await call(organizationKey, method, '/mcp')
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST'])
    }
  })
})

describe('the path of an error', () => {
  it.each([
    ['change_tasks', { action: 'create', benchmarkId: 1, name: 'x', taskItem: 'x' }, ['/benchmarkId', '/taskItem']],
    ['tasks', { action: 'list', benchmarkId: 'x', limit: 0 }, ['/limit']],
    [
      'change_criteria',
      { action: 'create', label: 'x', assertion: {}, inputEntityId: 5 },
      ['/taskId', '/inputEntityId'],
    ],
    [
      'change_benchmarks',
      { action: 'create', name: 'x', overrides: { passThreshold: 2, axisWeights: { a_b: 'x' } } },
      ['/overrides/passThreshold', '/overrides/axisWeights/a_b'],
    ],
    ['change_benchmarks', { action: 'create', name: 'x', some_thing: 1 }, ['/some_thing']],
  ] as const)('is spelled as the arguments are: %s %j', async (tool, args, paths) => {
    const { call, organizationKey } = await createServiceUnderTest()
    const { body } = await call(organizationKey, 'POST', '/mcp', makeCall(tool, args))
    const { content, isError } = (body as { result: { content: { text: string }[]; isError: boolean } }).result
    expect(isError).toBe(true)
    const { errors } = JSON.parse(content[0]?.text ?? '').error as { errors: { path: string }[] }
    expect(errors.map(({ path }) => path).sort()).toEqual([...paths].sort())
  })
})

/** Returns a call of a tool. */
function makeCall(name: string, args: object, id: number | string = 1) {
  return {
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: args },
  }
}

function makeEnvironment(name: string, id: number) {
  return makeCall('change_environments', { action: 'create', name }, id)
}

describe('a batch', () => {
  it('is answered even if a message of it cancels another', async () => {
    const { call, organizationKey } = await createServiceUnderTest()
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } }
    const { status, body } = await call(organizationKey, 'POST', '/mcp', [makeEnvironment('a', 7), cancel])
    expect([status, body]).toMatchObject([200, [{ id: 7, result: { isError: false } }]])
  })

  it('gets a response to each request, in order, whatever their ids', async () => {
    const { call, organizationKey } = await createServiceUnderTest()
    const { body } = await call(organizationKey, 'POST', '/mcp', [makeEnvironment('a', 7), makeEnvironment('b', 7)])
    const texts = (body as unknown as readonly { result: { content: readonly { text: string }[] } }[]).map(
      ({ result }) => JSON.parse(result.content[0]?.text ?? '').name,
    )
    expect(texts).toEqual(['a', 'b'])
  })

  it('counts each message after the first as another request of the caller, before any is run', async () => {
    const { service, call, organizationKey } = await createServiceUnderTest()
    const charged: number[] = []
    let refusal: ApiError | undefined
    const send = async (batch: readonly object[]) => {
      const headers = {
        authorization: `Bearer ${organizationKey}`,
        'content-type': 'application/json',
        host: 'localhost',
      }
      const charge = (calls: number) => {
        charged.push(calls)
        if (refusal !== undefined) throw refusal
      }
      const body = new TextEncoder().encode(JSON.stringify(batch))
      return (await service.handle({ ...createRequest('POST', '/mcp', headers, body), charge })).status
    }
    expect(await send([makeEnvironment('a', 1)])).toBe(200)
    expect(await send([makeEnvironment('b', 1), makeEnvironment('c', 2), makeEnvironment('d', 3)])).toBe(200)
    expect(charged).toEqual([2])
    refusal = new ApiError('RATE_LIMITED', 'Too often.')
    expect(await send([makeEnvironment('e', 1), makeEnvironment('f', 2)])).toBe(429)
    expect((await call(organizationKey, 'GET', '/environments')).body).toMatchObject({ data: { length: 4 } })
  })

  it('is rejected entirely, without effects, if it is too large, malformed or contains initialize', async () => {
    const { call, organizationKey } = await createServiceUnderTest()
    const initialize = {
      ...ping,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    }
    const wrong = [
      Array(101).fill(makeEnvironment('a', 1)),
      [makeEnvironment('a', 1), { id: 2 }],
      [makeEnvironment('a', 1), initialize],
    ]
    for (const batch of wrong) {
      const { status, body } = await call(organizationKey, 'POST', '/mcp', batch)
      expect([status, body]).toMatchObject([400, { id: null, error: { code: expect.any(Number) } }])
    }
    expect((await call(organizationKey, 'GET', '/environments')).body.data).toEqual([])
  })

  it('is limited in the size of its responses; further requests are rejected', async () => {
    const { call, organizationKey } = await createServiceUnderTest()
    const { files } = await openSandbox(call, organizationKey)
    const large = { path: 'outbound/large.txt', headers: { 'content-type': 'text/plain' } }
    const put = { action: 'call', id: files, group: 'files', method: 'PUT', ...large, body: 'x'.repeat(900_000) }
    expect((await call(organizationKey, 'POST', '/mcp', makeCall('change_sandboxes', put))).text).toContain('201')
    const get = makeCall('change_sandboxes', {
      action: 'call',
      id: files,
      group: 'files',
      method: 'GET',
      path: large.path,
    })
    const { status, text, body } = await call(organizationKey, 'POST', '/mcp', Array(60).fill(get))
    expect([status, text.length < 20_000_000]).toEqual([200, true])
    const answers = body as unknown as readonly object[]
    expect(answers).toHaveLength(60)
    expect(answers[0]).toMatchObject({ result: { isError: false } })
    expect(answers[59]).toMatchObject({ id: 1, error: { message: expect.stringContaining('size limit') } })
  })
})

describe('any input', () => {
  const numRuns = 6 * inject('scale')
  const id = fc.oneof(fc.integer(), fc.string({ unit: 'binary' }))
  const name = fc.constantFrom(
    ...[
      'environments',
      'change_simulators',
      'sandboxes',
      'change_sandboxes',
      'change_criteria',
      'playgrounds',
      'nothing',
    ],
  )
  const action = fc.constantFrom('list', 'get', 'create', 'update', 'delete', 'call', 'link_dataset', 'nothing')
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '..', '../x', '%2e%2e', 'fhir', 'GET', 'Patient'),
  )
  const args = fc.record(
    {
      action,
      id: text,
      group: text,
      method: text,
      path: text,
      headers: fc.dictionary(text, text),
      body: fc.oneof(text, fc.array(text)),
    },
    { requiredKeys: ['action'] },
  )
  const request = fc.oneof(
    fc
      .record({ id, params: fc.record({ name, arguments: args }) })
      .map((drawn) => ({ ...drawn, method: 'tools/call' })),
    fc.record({ id, method: fc.constantFrom('ping', 'tools/list', 'prompts/list', 'x') }),
    fc
      .record({ id, uri: text })
      .map(({ id, uri }) => ({ id, method: 'resources/read', params: { uri: `carebench://runs/${uri}` } })),
  )
  const notification = fc.oneof(
    id.map((requestId) => ({ method: 'notifications/cancelled', params: { requestId } })),
    fc.constant({ method: 'notifications/x' }),
  )

  it('each request of a batch is answered, in order, and nothing is logged as a failure', async () => {
    const { call, organizationKey, logged } = await createServiceUnderTest()
    const messages = fc.array(fc.oneof(request, notification), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(messages, async (sent) => {
        const batch = sent.map((message) => ({ jsonrpc: '2.0', ...message }))
        const { status, text: answer } = await call(organizationKey, 'POST', '/mcp', batch)
        if (/has a key that is not allowed/.test(answer)) return
        const ids = sent.flatMap((message) => ('id' in message ? [message.id] : []))
        expect(status).toBe(ids.length === 0 ? 202 : 200)
        if (ids.length === 0) return
        const answers: readonly { readonly id: unknown; readonly error?: { readonly code: number } }[] =
          JSON.parse(answer)
        expect(answers.map((reply) => reply.id)).toEqual(JSON.parse(JSON.stringify(ids)))
        // An internal error of the server.
        expect(answers.filter(({ error }) => error?.code === -32603)).toEqual([])
      }),
      { numRuns },
    )
    expect(logged).toEqual([])
  })

  it('gets a response or an error', async () => {
    const { call, organizationKey } = await createServiceUnderTest()
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (message) => {
        const { status } = await call(organizationKey, 'POST', '/mcp', message)
        expect([200, 202, 400]).toContain(status)
      }),
      { numRuns },
    )
  })
})

describe('a tool', () => {
  it('accepts any text as an id, and reports that nothing is found', async () => {
    const { call, organizationKey } = await createServiceUnderTest()
    for (const id of ['\ud800', '..', '../x', '', '$&', 'a\r\nb']) {
      const { body } = await call(organizationKey, 'POST', '/mcp', makeCall('environments', { action: 'get', id }))
      expect([id, body]).toMatchObject([id, { result: { isError: true } }])
      expect(JSON.stringify(body)).toContain('RESOURCE_NOT_FOUND')
    }
    const uri = 'carebench://runs/\ud800'
    const { body } = await call(organizationKey, 'POST', '/mcp', { ...ping, method: 'resources/read', params: { uri } })
    expect(body).toMatchObject({ error: { code: -32602, data: { uri } } })
  })

  it('returns a file as text if it is declared as JSON but is not JSON', async () => {
    const { call, organizationKey } = await createServiceUnderTest()
    const { files } = await openSandbox(call, organizationKey)
    const at = { action: 'call', id: files, group: 'files', path: 'outbound/a.json' }
    await call(organizationKey, 'POST', '/mcp', makeCall('change_sandboxes', { ...at, method: 'PUT', body: '{broken' }))
    const { text } = await call(organizationKey, 'POST', '/mcp', makeCall('change_sandboxes', { ...at, method: 'GET' }))
    const { result } = JSON.parse(text)
    expect(JSON.parse(result.content[0].text)).toMatchObject({ status: 200, body: '{broken' })
  })

  it('calls the system of a sandbox by its group, with a key or without, and by nothing else', async () => {
    const { call, organizationKey } = await createServiceUnderTest()
    const { files } = await openSandbox(call, organizationKey)
    const at = { action: 'call', id: files, method: 'GET', path: 'inbox' }
    const answer = async (group: unknown) => {
      const { body } = await call(organizationKey, 'POST', '/mcp', makeCall('change_sandboxes', { ...at, group }))
      return (body.result as { content: [{ text: string }] }).content[0].text
    }
    expect(await answer('files')).toContain('"status":200')
    expect(await answer('files@imaging')).toContain('"status":404')
    const others = [
      'file',
      'files@',
      'files@A',
      'files@x/../../api-keys',
      'files@$&',
      'files@a@b',
      'constructor',
      5,
      null,
    ]
    for (const group of others) {
      expect(await answer(group)).toContain(`as in "faxes@imaging", got ${JSON.stringify(group)}`)
    }
  })

  it('encodes paths as HTTP clients do, and keeps existing percent-encoding', async () => {
    const { call, organizationKey } = await createServiceUnderTest()
    const { files } = await openSandbox(call, organizationKey)
    const at = { action: 'call', id: files, group: 'files' }
    const put = { ...at, method: 'PUT', path: 'outbound/ä b#1.txt', body: 'x' }
    const { text } = await call(organizationKey, 'POST', '/mcp', makeCall('change_sandboxes', put))
    expect(text).toContain('outbound/ä b#1.txt')
    const sent = await call(organizationKey, 'GET', `/sandboxes/${files}/files/outbound/%C3%A4%20b%231.txt`)
    expect([sent.status, sent.text]).toEqual([200, 'x'])
    const encoded = { ...at, method: 'GET', path: 'outbound/%C3%A4%20b%231.txt' }
    expect((await call(organizationKey, 'POST', '/mcp', makeCall('change_sandboxes', encoded))).text).toContain('200')
  })
})

/** Creates a standalone playground with a file exchange; returns the id of its sandbox. */
async function openSandbox(call: ServiceUnderTest['call'], key: string): Promise<{ readonly files: string }> {
  const idOf = async (path: string, body: object) => String((await call(key, 'POST', path, body)).body.id)
  const environment = await idOf('/environments', { name: 'e' })
  const simulator = await idOf('/simulators', { type: 'Files', name: 'files', config: {} })
  await call(key, 'POST', `/environments/${environment}/simulators/${simulator}`)
  const playground = await idOf('/playgrounds', { environment_id: environment })
  const { body } = await call(key, 'GET', `/sandboxes?playground_id=${playground}`)
  const [files] = body.data as readonly { readonly id: string }[]
  return { files: files?.id ?? '' }
}
