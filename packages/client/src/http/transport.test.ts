import { inspect } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Carebench } from '../carebench.js'
import { catchRejection, json, stubFetch } from '../testing/stub-fetch.js'
import { ClientError } from './client-error.js'
import type { CallOptions, ClientOptions } from './transport.js'

const apiKey = 'vk_canary7apikey'
const run = { id: 'x', name: 'n' }

function client(fetch: NonNullable<ClientOptions['fetch']>, options: Partial<ClientOptions> = {}) {
  return new Carebench({ baseUrl: 'https://service.example.org', apiKey, fetch, retry: { retries: 0 }, ...options })
}

function get(carebench: Carebench, options?: CallOptions) {
  return carebench.call('getBenchmark', { params: { id: 'x' } }, options)
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the base URL', () => {
  it.each([
    ['https://service.example.org', 'https://service.example.org/benchmarks/x'],
    ['https://service.example.org/', 'https://service.example.org/benchmarks/x'],
    ['https://service.example.org//', 'https://service.example.org/benchmarks/x'],
    ['https://service.example.org:8443/care/bench', 'https://service.example.org:8443/care/bench/benchmarks/x'],
    ['https://service.example.org/care/', 'https://service.example.org/care/benchmarks/x'],
    ['http://127.0.0.1:80', 'http://127.0.0.1/benchmarks/x'],
  ])('is the beginning of the address of a call: %s', async (baseUrl, expected) => {
    const { fetch, sent } = stubFetch(json(200, run))
    await get(client(fetch, { baseUrl }))
    expect(sent[0]?.url).toBe(expected)
  })

  it.each([
    '',
    '127.0.0.1:8443',
    '/v1',
    'ftp://service.example.org',
    'https://user:canary7pass@service.example.org',
    'https://service.example.org/?a=1',
    'https://service.example.org/#top',
  ])('is rejected if it is invalid: %j', (baseUrl) => {
    const make = () => client(stubFetch().fetch, { baseUrl })
    expect(make).toThrow(TypeError)
    expect(make).toThrow(/^baseUrl must (?!.*canary7)/)
  })
})

describe('fetch', () => {
  it('is the global one, looked up at the call', async () => {
    const carebench = new Carebench({ baseUrl: 'https://service.example.org', apiKey })
    const { fetch, sent } = stubFetch(json(200, run))
    vi.stubGlobal('fetch', fetch)
    await get(carebench)
    expect(sent).toHaveLength(1)
  })

  it('does not follow redirects', async () => {
    const redirect = new Response(null, { status: 308, headers: { location: 'https://elsewhere.example.org/' } })
    const error = await catchRejection(get(client(stubFetch(redirect).fetch)))
    expect(error).toMatchObject({ code: 'unexpected_answer', status: 308 })
    const init = vi.fn(async () => json(200, run))
    await get(client(init))
    expect(init).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ redirect: 'manual' }))
  })
})

describe('headers of a call', () => {
  it('are sent, in lower case', async () => {
    const { fetch, sent } = stubFetch(json(200, run))
    await get(client(fetch), { headers: { 'X-Request-Id': 'req-1' } })
    expect(sent[0]?.headers).toEqual({
      accept: 'application/json',
      authorization: `Bearer ${apiKey}`,
      'x-request-id': 'req-1',
    })
  })

  it.each(['authorization', 'Authorization', 'AUTHORIZATION'])('never replace the token: %s', async (name) => {
    const { fetch, sent } = stubFetch(json(200, run))
    await get(client(fetch), { headers: { [name]: 'Bearer other' } })
    expect(Object.entries(sent[0]?.headers ?? {}).filter(([key]) => key.toLowerCase() === 'authorization')).toEqual([
      ['authorization', `Bearer ${apiKey}`],
    ])
  })

  it.each([
    ['x-a', 'canary7\nvalue'],
    ['x-a', 'canary7\u2713'],
    ['x a', 'canary7'],
  ])('that are invalid are rejected by name: %j', async (name, value) => {
    const error = await catchRejection(get(client(stubFetch().fetch), { headers: { [name]: value } }))
    expect(error).toBeInstanceOf(TypeError)
    expect(inspect(error)).toContain(name)
    expect(inspect(error)).not.toContain('canary7')
  })
})

describe('a call without a response', () => {
  it('is a connection error with the innermost reason', async () => {
    const cause = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') })
    const error = await catchRejection(get(client(stubFetch(cause).fetch)))
    expect(error).toBeInstanceOf(ClientError)
    expect(error).toMatchObject({ name: 'ClientError', code: 'connection', cause, status: undefined })
    expect(String(error)).toBe(
      'ClientError: GET /benchmarks/x got no response from https://service.example.org: connect ECONNREFUSED ' +
        '127.0.0.1:1',
    )
  })

  it('reports the code if the reason has no message', async () => {
    const cause = new TypeError('fetch failed', {
      cause: Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }),
    })
    await expect(get(client(stubFetch(cause).fetch))).rejects.toThrow(/: ECONNREFUSED$/)
  })

  it('is a connection error also if the body is cut off', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('terminated')) })
    const error = await catchRejection(get(client(stubFetch(new Response(body)).fetch)))
    expect(error).toMatchObject({ code: 'connection' })
    expect(String(error)).toContain('terminated')
  })
})

describe('a signal', () => {
  it('that has already aborted prevents the request', async () => {
    const { fetch, sent } = stubFetch(json(200, run))
    const reason = new Error('enough')
    const error = await catchRejection(get(client(fetch), { signal: AbortSignal.abort(reason) }))
    expect(error).toMatchObject({ name: 'ClientError', code: 'aborted', cause: reason })
    expect(sent).toEqual([])
  })

  it('ends the call, even if fetch ignores it, and is passed on', async () => {
    const controller = new AbortController()
    let handed: AbortSignal | undefined
    const { fetch } = stubFetch(({ signal }) => {
      handed = signal
      return new Promise<Response>(() => undefined)
    })
    const call = get(client(fetch), { signal: controller.signal })
    controller.abort()
    expect(await catchRejection(call)).toMatchObject({ code: 'aborted' })
    expect(handed?.aborted).toBe(true)
  })

  it('has no effect on a finished call', async () => {
    const controller = new AbortController()
    const { fetch } = stubFetch(json(200, run))
    await expect(get(client(fetch), { signal: controller.signal })).resolves.toEqual(run)
    controller.abort()
  })
})

describe('a timeout', () => {
  const silent = () => stubFetch(() => new Promise<Response>(() => undefined)).fetch

  it.each([
    ['60 s by default', {}, {}, 60_000],
    ['the one of the client', { timeout: 500 }, {}, 500],
    ['the one of the call', { timeout: 500 }, { timeout: 70 }, 70],
  ])('is %s', async (_, options, callOptions, expected) => {
    vi.useFakeTimers()
    let error: unknown
    get(client(silent(), options), callOptions).catch((thrown: unknown) => {
      error = thrown
    })
    await vi.advanceTimersByTimeAsync(expected - 1)
    expect(error).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(error).toMatchObject({ name: 'ClientError', code: 'timeout' })
    expect(String(error)).toContain(`${expected} ms`)
  })

  it('leaves no timer running', async () => {
    vi.useFakeTimers()
    await get(client(stubFetch(json(200, run)).fetch))
    expect(vi.getTimerCount()).toBe(0)
    const endless = get(client(stubFetch(json(200, run)).fetch), { timeout: Number.POSITIVE_INFINITY })
    expect(vi.getTimerCount()).toBe(0)
    await endless
  })

  it.each([0, -1, Number.NaN, 2 ** 31])('of %s is rejected', async (timeout) => {
    expect(() => client(silent(), { timeout })).toThrow(RangeError)
    expect(await catchRejection(get(client(silent()), { timeout }))).toBeInstanceOf(RangeError)
  })
})

describe('bodies', () => {
  const text = (body: string, contentType: string, status = 200) =>
    new Response(body, { status, headers: { 'content-type': contentType } })

  it.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/problem+json'])(
    'of %s are JSON',
    async (contentType) => {
      await expect(get(client(stubFetch(text('{"id":"x"}', contentType)).fetch))).resolves.toEqual({ id: 'x' })
    },
  )

  it.each([
    ['malformed JSON with the media type of JSON', text('{"id":', 'application/json')],
    ['a web page', text('<!doctype html>', 'text/html')],
    ['JSON with another media type', text('{"id":"x"}', 'text/plain')],
    ['a media type that only looks like JSON', text('{"id":"x"}', 'text/x; note=application/json')],
    ['an array', json(200, [])],
    ['null', json(200, null)],
    ['nothing', new Response(null, { status: 200 })],
    ['204', new Response(null, { status: 204 })],
    ['an error without a body', new Response(null, { status: 502 })],
    ['an error page', text('<h1>Bad gateway</h1>', 'text/html', 502)],
    ['an error of another service', json(404, { error: 'not here' })],
  ])('of %s are unexpected', async (_, answer) => {
    const { status } = answer
    const error = await catchRejection(get(client(stubFetch(answer).fetch)))
    expect(error).toMatchObject({ name: 'ClientError', code: 'unexpected_answer', status })
    expect(String(error)).toContain(`GET /benchmarks/x was answered ${status}`)
  })

  it('with an unknown error code are unexpected, and the error quotes it', async () => {
    const answer = json(418, { error: { code: 'TEAPOT', message: 'Short and stout.' } })
    const error = await catchRejection(get(client(stubFetch(answer).fetch)))
    expect(error).toMatchObject({ code: 'unexpected_answer', status: 418 })
    expect(String(error)).toContain('"TEAPOT", which this client does not know: Short and stout.')
  })
})
