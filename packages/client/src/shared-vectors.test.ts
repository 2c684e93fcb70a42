import { describe, expect, it } from 'vitest'
import vectors from '../vectors/rules.json' with { type: 'json' }
import { Carebench } from './carebench.js'
import { readBaseUrl } from './http/base-url.js'
import { assertIdempotencyKey } from './http/idempotency-key.js'
import { readToken } from './http/request-headers.js'
import { pathSegment, queryString } from './http/request-path.js'
import { RetryPolicy } from './http/retry-policy.js'
import { catchRejection, json, stubFetch } from './testing/stub-fetch.js'

// python/tests/test_vectors.py reads the same file.

interface Exchange {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly text?: string
  readonly fault?: 'lost' | 'unsent' | 'untrusted'
}

interface CallVector {
  readonly name: string
  readonly operation?: string
  readonly params?: unknown
  readonly system?: string
  readonly method?: string
  readonly path?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly idempotency_key?: string
  readonly retries?: number
  readonly exchanges: readonly Exchange[]
  readonly expect: {
    readonly sent: number
    readonly key?: string | boolean
    readonly result?: unknown
    readonly error?: Readonly<Record<string, unknown>>
  }
}

const faults = {
  lost: () => new TypeError('fetch failed'),
  unsent: () => failed('ECONNREFUSED'),
  untrusted: () => failed('SELF_SIGNED_CERT_IN_CHAIN'),
}

function failed(code: string) {
  return new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code }) })
}

function makeAnswer({ status = 200, headers = {}, body, text, fault }: Exchange): Response | Error {
  if (fault !== undefined) return faults[fault]()
  return text === undefined ? json(status, body, headers) : new Response(text === '' ? null : text, { status, headers })
}

describe('the vectors that the clients share', () => {
  it.each(vectors.retry)('a policy of retries $name', ({ options, random, attempts }) => {
    const policy = new RetryPolicy({ ...options, random: () => random })
    const found = attempts.map(([attempt, status, retryAfter]) =>
      policy.delayAfter(attempt as number, {
        status: status as number | null,
        retryAfter: retryAfter as string | null,
      }),
    )
    expect(found).toEqual(attempts.map(([, , , delay]) => delay))
  })

  it('hold for keys, segments, queries, addresses and tokens', () => {
    for (const key of vectors.keys.valid) assertIdempotencyKey(key)
    for (const key of vectors.keys.invalid) expect(() => assertIdempotencyKey(key), key).toThrow(TypeError)
    for (const [value = '', encoded] of vectors.segments.valid) expect(pathSegment('id', value)).toBe(encoded)
    for (const value of vectors.segments.invalid) expect(() => pathSegment('id', value)).toThrow(TypeError)
    for (const [query, text] of vectors.queries) expect(queryString(query)).toBe(text)
    for (const [url = '', read] of vectors.urls.valid) expect(readBaseUrl(url)).toBe(read)
    for (const url of vectors.urls.invalid) expect(() => readBaseUrl(url), url).toThrow(TypeError)
    for (const token of vectors.tokens.valid) expect(readToken('key', token)).toBe(token)
    for (const token of vectors.tokens.invalid) expect(() => readToken('key', token), token).toThrow(TypeError)
  })

  it.each(vectors.lists)('a list $name', async (list) => {
    const { fetch, sent } = stubFetch(...list.pages.map((page) => json(200, page)))
    const carebench = new Carebench({ baseUrl: 'https://service.example.org', apiKey: 'vk_1', fetch })
    const options = { direction: list.direction as 'prev' | undefined, cursor: list.cursor }
    const items = carebench.list('listBenchmarks', { query: { limit: 2 } }, options).toArray({ max: 100 })
    if (list.error === undefined) expect(await items).toEqual(list.items)
    else expect(await catchRejection(items)).toMatchObject({ name: 'PageError', code: list.error })
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(list.sent)
  })

  it.each(vectors.calls as readonly CallVector[])('$name', async (vector) => {
    const { fetch, sent } = stubFetch(...vector.exchanges.map(makeAnswer))
    const retry = { baseDelay: 0, retries: vector.retries }
    const carebench = new Carebench({ baseUrl: 'https://service.example.org', apiKey: 'vk_1', fetch, retry })
    const called = (async () => call(carebench, vector))()
    const { result, error, key, sent: count } = vector.expect
    if (error === undefined) expect(await called).toEqual(result)
    else await expectError(await catchRejection(called), error)
    expect(sent).toHaveLength(count)
    const keys = new Set(sent.map(({ headers }) => headers['idempotency-key']))
    if (count > 0) expect(keys.size).toBe(1)
    const [sentKey] = keys
    if (key === true) expect(sentKey).toMatch(/^[0-9a-f]{32}$/)
    else if (count > 0) expect(sentKey).toBe(typeof key === 'string' ? key : undefined)
  })
})

async function call(carebench: Carebench, vector: CallVector): Promise<unknown> {
  const { params, body, headers, idempotency_key: idempotencyKey } = vector
  const options = { headers, idempotencyKey }
  if (vector.system === undefined) {
    return carebench.call(vector.operation as 'createBenchmark', { params, body } as never, options)
  }
  const system = carebench.sandbox('sbx_1').system(vector.system)
  return system.request(vector.method ?? '', vector.path ?? '', (body ?? undefined) as never, options)
}

async function expectError(found: unknown, { class: name, ...members }: Readonly<Record<string, unknown>>) {
  if (name === 'invalid') {
    expect(found).toBeInstanceOf(TypeError)
    return
  }
  expect((found as Error).constructor.name).toBe(name)
  expect(found).toMatchObject(members)
}
