import { beforeAll, describe, expect, it } from 'vitest'
import { at, type ContractTestbed, create, createContractTestbed, listAt } from './contract-testbed.js'

// The rules for every request and every error, tested on some endpoints.

let testbed: ContractTestbed
beforeAll(async () => {
  testbed = await createContractTestbed()
})

function bytes(text: string) {
  return new TextEncoder().encode(text)
}

const invalid = { status: 400, body: { error: { code: 'INVALID_REQUEST' } } }

describe('bodies', () => {
  it.each(['{"name":1e400}', '{"name":"x","description":"y","overrides":{"seed":-1e999}}'])(
    'with a number out of the range of doubles are refused: %s [json.number-overflow]',
    async (text) => {
      expect(await testbed.call('POST', '/benchmarks', bytes(text))).toMatchObject(invalid)
    },
  )

  it('with an integer beyond the safe range are refused, also in open JSON [json.unsafe-integer]', async () => {
    for (const number of ['9007199254740993', '-12345678901234567890']) {
      const text = `{"type":"FHIR","name":"x","config":{"bundle":{"a":${number}}}}`
      expect(await testbed.call('POST', '/datasets', bytes(text))).toMatchObject(invalid)
    }
    const text = '{"type":"FHIR","name":"x","config":{"bundle":{"a":9007199254740991}}}'
    const taken = await testbed.call('POST', '/datasets', bytes(text))
    expect([taken.status, at(taken.body, 'config', 'bundle', 'a')]).toEqual([201, 9007199254740991])
  })

  it('nested more than 100 levels deep are refused [json.depth]', async () => {
    const nested = (levels: number) =>
      bytes(`{"type":"FHIR","name":"x","config":{"bundle":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}}`)
    expect((await testbed.call('POST', '/datasets', nested(97))).status).toBe(201)
    expect(await testbed.call('POST', '/datasets', nested(98))).toMatchObject(invalid)
    expect(await testbed.call('POST', '/datasets', nested(100_000))).toMatchObject(invalid)
  })

  it.each(['__proto__', 'constructor', 'prototype'])(
    'with the key %s at any level are refused [json.prototype-keys]',
    async (key) => {
      for (const text of [`{"name":"x","${key}":1}`, `{"type":"FHIR","name":"x","config":{"bundle":{"${key}":{}}}}`]) {
        expect(await testbed.call('POST', '/datasets', bytes(text))).toMatchObject(invalid)
      }
    },
  )

  it('that are empty, or not UTF-8 or JSON, are refused and create nothing [json.invalid-utf8, json.malformed, errors.changes-nothing]', async () => {
    const fresh = await createContractTestbed()
    for (const body of [
      Uint8Array.of(0x22, 0xff, 0x22),
      bytes('{"name":'),
      bytes("{'name':'x'}"),
      bytes('{"name":"x"} x'),
      bytes(''),
    ]) {
      expect(await fresh.call('POST', '/environments', body)).toMatchObject(invalid)
    }
    expect((await fresh.call('GET', '/environments')).body).toMatchObject({ data: [] })
  })

  it('use the last of two equal keys [json.duplicate-keys]', async () => {
    const made = await testbed.call('POST', '/environments', bytes('{"name":"first","name":"second"}'))
    expect(made).toMatchObject({ status: 201, body: { name: 'second' } })
  })

  it('replace arrays and configurations as a whole in a PATCH [json.patch-arrays]', async () => {
    const benchmark_id = await create(testbed.call, '/benchmarks', { name: 'arrays' })
    const task = await create(testbed.call, '/tasks', { benchmark_id, name: 't', tags: ['a', 'b'] })
    expect((await testbed.call('PATCH', `/tasks/${task}`, { tags: ['c'] })).body).toMatchObject({ tags: ['c'] })
    const config = { determinations: [], default_determination: { status: 'denied' } }
    const id = await create(testbed.call, '/simulators', { type: 'Payer', name: 'p', config })
    const changed = await testbed.call('PATCH', `/simulators/${id}`, { config: { determinations: [] } })
    expect(at(changed.body, 'config')).toEqual({ determinations: [] })
  })

  it('over 1 MiB are too large, except for datasets [errors.code-payload-too-large, errors.payload-large-groups]', async () => {
    const large = 'x'.repeat(1_048_576)
    const refused = await testbed.call('POST', '/environments', { name: 'x', description: large })
    expect(refused).toMatchObject({ status: 413, body: { error: { code: 'PAYLOAD_TOO_LARGE' } } })
    const files = { files: [{ path: 'a.txt', content: large }] }
    expect((await testbed.call('POST', '/datasets', { type: 'Files', name: 'x', config: files })).status).toBe(201)
    const huge = { files: [{ path: 'a.txt', content: 'x'.repeat(16 * 1_048_576) }] }
    expect((await testbed.call('POST', '/datasets', { type: 'Files', name: 'x', config: huge })).status).toBe(413)
  })
})

describe('names on the wire', () => {
  it('are snake_case in bodies and queries [transport.snake-case-bodies, transport.snake-case-queries, transport.json-bodies, transport.json-requests]', async () => {
    const benchmark_id = await create(testbed.call, '/benchmarks', { name: 'snake' })
    const made = await testbed.call('POST', '/tasks', { benchmark_id, name: 't', task_item: { a: 1 } })
    expect(made.headers['content-type']).toMatch(/^application\/json(;|$)/)
    expect(Object.keys(made.body as object).filter((key) => !/^[a-z]+(_[a-z]+)*$/.test(key))).toEqual([])
    expect(made.body).toMatchObject({ benchmark_id, task_item: { a: 1 }, created_at: expect.any(String) })
    expect(await testbed.call('POST', '/tasks', { benchmarkId: benchmark_id, name: 't' })).toMatchObject(invalid)
    expect((await testbed.call('GET', `/tasks?benchmark_id=${benchmark_id}`)).status).toBe(200)
    expect(await testbed.call('GET', `/tasks?benchmarkId=${benchmark_id}`)).toMatchObject(invalid)
  })

  it('begin with /v1 in the public API only [transport.v1-prefix]', async () => {
    expect((await testbed.call('GET', '/v1/benchmarks')).status).toBe(404)
    expect((await testbed.call('GET', '/v1/environments')).status).toBe(404)
    expect((await testbed.call('POST', '/benchmark-runs/x/start')).status).toBe(404)
    expect((await testbed.call('POST', '/task-runs/x/start')).status).toBe(404)
  })
})

describe('every response', () => {
  it('has a request id, that of the caller if it is valid [transport.request-id, transport.request-id-kept, transport.request-id-replaced]', async () => {
    const idOf = async (header?: string) => {
      const answer = await testbed.call(
        'GET',
        '/environments',
        undefined,
        header === undefined ? {} : { 'x-request-id': header },
      )
      return answer.headers['x-request-id']
    }
    expect(await idOf()).toMatch(/^[A-Za-z0-9-]{1,64}$/)
    expect(await idOf()).not.toBe(await idOf())
    for (const header of ['a', 'A-z-9', 'x'.repeat(64)]) expect(await idOf(header)).toBe(header)
    for (const header of ['', 'x'.repeat(65), 'a b', 'a_b', 'é']) {
      expect(await idOf(header)).not.toBe(header)
      expect(await idOf(header)).toMatch(/^[A-Za-z0-9-]{1,64}$/)
    }
  })

  it('may not be cached, nor read by other origins [transport.no-store, transport.no-cors]', async () => {
    for (const call of [testbed.call, testbed.as(null), testbed.as('vk_wrong')]) {
      const { headers } = await call('GET', '/environments', undefined, { origin: 'https://example.org' })
      expect(headers['cache-control']).toBe('no-store')
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })
})

describe('every error', () => {
  it('has a code, a message and the request id [errors.body, errors.request-id, errors.unauthorized, errors.not-found]', async () => {
    for (const [call, method, target, body, status, code] of [
      [testbed.as(null), 'GET', '/environments', undefined, 401, 'UNAUTHORIZED'],
      [testbed.call, 'GET', '/environments/env_none', undefined, 404, 'RESOURCE_NOT_FOUND'],
      [testbed.call, 'GET', '/nowhere', undefined, 404, 'RESOURCE_NOT_FOUND'],
      [testbed.call, 'PUT', '/environments', undefined, 405, 'METHOD_NOT_ALLOWED'],
      [testbed.call, 'POST', '/environments', {}, 400, 'INVALID_REQUEST'],
      [testbed.call, 'GET', '/environments?cursor=x', undefined, 400, 'INVALID_CURSOR'],
    ] as const) {
      const answer = await call(method, target, body)
      expect([answer.status, answer.body]).toMatchObject([
        status,
        { error: { code, message: expect.stringMatching(/./), request_id: answer.headers['x-request-id'] } },
      ])
    }
  })

  it('about a state names the state [errors.conflict-names-state]', async () => {
    const id = await create(testbed.call, '/environments', { name: 'held' })
    await create(testbed.call, '/benchmarks', { name: 'holder', environment_id: id })
    const refused = await testbed.call('DELETE', `/environments/${id}`)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('bench_')])
  })

  it('about members names each of them [errors.paths]', async () => {
    const { body } = await testbed.call('POST', '/benchmarks', { timeout: 'x', unheard_of: 1 })
    const paths = listAt(body, 'error', 'errors').map((error) => at(error, 'path'))
    expect([...paths].sort()).toEqual(['/name', '/timeout', '/unheard_of'])
  })
})
