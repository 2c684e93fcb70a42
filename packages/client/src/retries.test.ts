import { inspect } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Carebench } from './carebench.js'
import { CarebenchSolver } from './carebench-solver.js'
import type { RequestEvent, ResponseEvent } from './http/hooks.js'
import { ConflictError, RateLimitError, ServiceFailureError } from './http/status-errors.js'
import type { CallOptions, ClientOptions } from './http/transport.js'
import { sessionAnswers } from './testing/run-answers.js'
import { catchRejection, json, type SentRequest, stubFetch } from './testing/stub-fetch.js'

function away(headers = {}) {
  return json(503, { error: { code: 'UNAVAILABLE', message: 'Away.' } }, headers)
}

function found() {
  return json(200, { id: 'x' })
}

const apiKey = 'vk_canary7apikey'

function client(fetch: NonNullable<ClientOptions['fetch']>, options: Partial<ClientOptions> = {}) {
  const retry = { baseDelay: 0 }
  return new Carebench({ baseUrl: 'https://service.example.org', apiKey, fetch, retry, ...options })
}

function get(carebench: Carebench) {
  return carebench.call('getBenchmark', { params: { id: 'x' } })
}

afterEach(() => vi.useRealTimers())

describe('a call that must not be repeated', () => {
  const failed = (code: string, message: string) =>
    new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) })
  const cut = 'Client network socket disconnected before secure TLS connection was established'

  /** Writes to a simulated system over connections that fail; returns the number of attempts. */
  async function write(...failures: readonly Error[]): Promise<number> {
    const { fetch, sent } = stubFetch(...sessionAnswers(), ...failures, away())
    const options = { baseUrl: 'https://s.example.org', solverKey: 'vrl_slv_1', fetch, retry: { baseDelay: 0 } }
    const session = await (await new CarebenchSolver(options).runs.create({ benchmark: 'small@1' })).tasks[0]?.start()
    const before = sent.length
    await catchRejection(session?.fhir.update({ resourceType: 'Patient', id: 'p' }) ?? Promise.resolve())
    return sent.length - before
  }

  it.each([
    ['no connection was opened', failed('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1')],
    ['the TLS handshake was cut', failed('ECONNRESET', cut)],
  ])('is sent again if %s', async (_, failure) => {
    expect(await write(failure)).toBe(2)
  })

  it('fails if the connection was lost afterwards', async () => {
    expect(await write(failed('ECONNRESET', 'read ECONNRESET'))).toBe(1)
  })
})

describe('a repeatable call', () => {
  it.each([
    ['503', away()],
    ['429', json(429, { error: { code: 'RATE_LIMITED', message: 'Slowly.' } })],
    ['a page of a gateway', new Response('<h1>502</h1>', { status: 502, headers: { 'content-type': 'text/html' } })],
    [
      'JSON that breaks off, with 504',
      new Response('{', { status: 504, headers: { 'content-type': 'application/json' } }),
    ],
    ['no answer', new TypeError('fetch failed')],
  ])('is retried after %s', async (_, first) => {
    const { fetch, sent } = stubFetch(first, found())
    expect(await get(client(fetch))).toEqual({ id: 'x' })
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
  })

  it.each([
    'SELF_SIGNED_CERT_IN_CHAIN',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('fails at once if the certificate is not trusted (%s)', async (code) => {
    const cause = Object.assign(new Error('certificate'), { code })
    const { fetch, sent } = stubFetch(new TypeError('fetch failed', { cause }), found())
    expect(await catchRejection(get(client(fetch)))).toMatchObject({ code: 'connection' })
    expect(sent).toHaveLength(1)
  })

  it('fails with the last error after its retries', async () => {
    const { fetch, sent } = stubFetch(new TypeError('fetch failed'), away(), away({ 'retry-after': '0' }))
    const error = await catchRejection(get(client(fetch)))
    expect(error).toBeInstanceOf(ServiceFailureError)
    expect(error).toMatchObject({ code: 'UNAVAILABLE', status: 503 })
    expect(sent).toHaveLength(3)
  })

  it('waits as long as the service requests', async () => {
    vi.useFakeTimers()
    const { fetch, sent } = stubFetch(away({ 'retry-after': '3' }), found())
    const call = get(client(fetch))
    await vi.advanceTimersByTimeAsync(2_999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await call).toEqual({ id: 'x' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does not wait beyond its timeout, which includes all attempts', async () => {
    vi.useFakeTimers()
    const { fetch, sent } = stubFetch(away({ 'retry-after': '3' }), found())
    const call = catchRejection(get(client(fetch, { timeout: 1_000 })))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await call).toMatchObject({ name: 'ClientError', code: 'timeout' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sent).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends with its signal during a delay', async () => {
    const controller = new AbortController()
    const { fetch, sent } = stubFetch(away({ 'retry-after': '60' }))
    const onResponse = () => queueMicrotask(() => controller.abort())
    const call = client(fetch, { onResponse }).call('listBenchmarks', {}, { signal: controller.signal })
    expect(await catchRejection(call)).toMatchObject({ code: 'aborted' })
    expect(sent).toHaveLength(1)
  })
})

describe('a call is not retried', () => {
  it.each([
    ['a refusal', json(409, { error: { code: 'CONFLICT', message: 'Taken.' } }), ConflictError],
    ['500', json(500, { error: { code: 'INTERNAL', message: 'Oh.' } }), ServiceFailureError],
  ])('after %s', async (_, answer, ErrorClass) => {
    const { fetch, sent } = stubFetch(answer, found())
    expect(await catchRejection(get(client(fetch)))).toBeInstanceOf(ErrorClass)
    expect(sent).toHaveLength(1)
  })

  it.each([
    ['503', away()],
    ['429', json(429, { error: { code: 'RATE_LIMITED', message: 'Slowly.' } }, { 'retry-after': '4' })],
    ['no answer', new TypeError('fetch failed')],
  ])('if it has a further effect, after %s', async (_, answer) => {
    const { fetch, sent } = stubFetch(answer, found())
    const error = await catchRejection(client(fetch).call('advanceClock', { body: { advanceSeconds: 1 } }))
    expect(sent).toHaveLength(1)
    if (error instanceof RateLimitError) expect(error.retryAfter).toBe(4)
  })

  it('on a simulated system, unless it only reads', async () => {
    const { fetch, sent } = stubFetch(...sessionAnswers(), away(), away(), json(200, { resourceType: 'Patient' }))
    const options = { baseUrl: 'https://s.example.org', solverKey: 'vrl_slv_1', fetch, retry: { baseDelay: 0 } }
    const session = await (await new CarebenchSolver(options).runs.create({ benchmark: 'small@1' })).tasks[0]?.start()
    await catchRejection(session?.fhir.update({ resourceType: 'Patient', id: 'p' }) ?? Promise.resolve())
    expect(sent).toHaveLength(3)
    expect(await session?.fhir.read('Patient', 'p')).toEqual({ resourceType: 'Patient' })
    expect(sent).toHaveLength(5)
  })
})

describe('a call that creates something', () => {
  const create = (carebench: Carebench, options?: CallOptions) =>
    carebench.call('createBenchmark', { body: { name: 'a' } }, options)
  const keysOf = (sent: readonly SentRequest[]) => sent.map(({ headers }) => headers['idempotency-key'])

  it.each([
    ['503', away()],
    ['429', json(429, { error: { code: 'RATE_LIMITED', message: 'Slowly.' } })],
    ['no answer', new TypeError('fetch failed')],
  ])('is retried with the same key after %s', async (_, first) => {
    const { fetch, sent } = stubFetch(first, json(201, { id: 'x' }))
    expect(await create(client(fetch))).toEqual({ id: 'x' })
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
    expect(keysOf(sent)[0]).toMatch(/^[0-9a-f]{32}$/)
  })

  it('has its own key, also in the run flow', async () => {
    const { fetch, sent } = stubFetch(json(201, {}), json(201, {}), ...sessionAnswers())
    await create(client(fetch))
    await create(client(fetch))
    const solver = new CarebenchSolver({ baseUrl: 'https://s.example.org', solverKey: 'vrl_slv_1', fetch })
    await (await solver.runs.create({ benchmark: 'small@1' })).tasks[0]?.start()
    const [first, second, run, start] = keysOf(sent)
    expect(new Set([first, second, run]).size).toBe(3)
    expect(start).toBeUndefined()
  })

  it('can be given its key, as an option or as a header', async () => {
    const { fetch, sent } = stubFetch(away(), json(201, {}), json(201, {}), away())
    await create(client(fetch), { idempotencyKey: 'order 17' })
    await create(client(fetch), { headers: { 'Idempotency-Key': 'order 18' } })
    const none = client(fetch, { retry: { retries: 0 } })
    await catchRejection(create(none, { idempotencyKey: 'order 19' }))
    expect(keysOf(sent)).toEqual(['order 17', 'order 17', 'order 18', 'order 19'])
  })

  it('has no key if the client does not retry', async () => {
    const { fetch, sent } = stubFetch(away())
    await catchRejection(create(client(fetch, { retry: { retries: 0 } })))
    expect(keysOf(sent)).toEqual([undefined])
  })

  it.each(['', 'x'.repeat(129), 'a\nb', 'ä'])('rejects the key %j before it sends anything', async (idempotencyKey) => {
    const { fetch, sent } = stubFetch(json(201, {}))
    const error = await catchRejection((async () => create(client(fetch), { idempotencyKey }))())
    expect(error).toBeInstanceOf(TypeError)
    expect(sent).toEqual([])
  })

  it('is the only one that sends a key', async () => {
    const { fetch, sent } = stubFetch(found())
    await client(fetch).call('getBenchmark', { params: { id: 'x' } }, { idempotencyKey: 'k' })
    expect(keysOf(sent)).toEqual([undefined])
  })
})

describe('hooks', () => {
  it('see every attempt and its outcome, and no token', async () => {
    const seen: (RequestEvent | ResponseEvent)[] = []
    const { fetch } = stubFetch(new TypeError('fetch failed'), away({ 'x-request-id': 'r-2' }), found())
    const hooks = {
      onRequest: (event: RequestEvent) => void seen.push(event),
      onResponse: (event: ResponseEvent) => void seen.push(event),
    }
    await client(fetch, hooks).call(
      'getBenchmark',
      { params: { id: 'x' } },
      { headers: { Authorization: 'Bearer other' } },
    )
    const request = {
      method: 'GET',
      url: 'https://service.example.org/benchmarks/x',
      headers: { accept: 'application/json' },
    }
    expect(seen).toMatchObject([
      { ...request, attempt: 1 },
      { request: { attempt: 1 }, status: null, requestId: null, retryIn: 0 },
      { attempt: 2 },
      { request: { attempt: 2 }, status: 503, requestId: 'r-2', retryIn: 0 },
      { attempt: 3 },
      { status: 200, retryIn: null },
    ])
    expect(Reflect.get(seen[1] ?? {}, 'request')).toBe(seen[0])
    expect(inspect(seen, { depth: 9 })).not.toContain('canary7')
    expect(inspect(seen, { depth: 9 })).not.toContain('other')
  })

  it('may add headers, but not the token', async () => {
    const { fetch, sent } = stubFetch(found())
    await get(client(fetch, { onRequest: () => ({ Traceparent: '00-1', Authorization: 'Bearer other' }) }))
    expect(sent[0]?.headers).toEqual({
      accept: 'application/json',
      authorization: `Bearer ${apiKey}`,
      traceparent: '00-1',
    })
  })

  it('that throw end the call', async () => {
    const { fetch, sent } = stubFetch(found())
    const onRequest = () => {
      throw new RangeError('A mistake.')
    }
    expect(await catchRejection(get(client(fetch, { onRequest })))).toBeInstanceOf(RangeError)
    expect(sent).toEqual([])
  })
})
