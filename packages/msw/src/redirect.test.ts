import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type CarebenchMock, carebenchMock } from './carebench-mock.js'
import { clinic } from './testing/clinic.js'

let mock: CarebenchMock

beforeAll(async () => {
  mock = await carebenchMock({ benchmark: clinic })
})

afterEach(() => mock.reset())

/** Answers creations with a redirect to a list, or to the given location. */
function redirectCreations(status: number, location = '/benchmarks?limit=1'): void {
  mock.override('createEnvironment', () => ({ status, headers: { location }, body: null }))
}

function create(init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${mock.organizationKey}`, 'content-type': 'application/json' }
  return mock.fetch(`${mock.baseUrl}/environments`, { method: 'POST', headers, body: '{"name":"new"}', ...init })
}

function methods() {
  return mock.calls.map(({ method }) => method)
}

describe('a redirect', () => {
  it.each([301, 302, 303])('with status %i turns a POST into a GET without body', async (status) => {
    redirectCreations(status)
    const answer = await create()
    expect([answer.status, answer.redirected, answer.url]).toEqual([200, true, `${mock.baseUrl}/benchmarks?limit=1`])
    expect(await answer.json()).toMatchObject({ data: [{ name: 'clinic' }] })
    expect(methods()).toEqual(['POST', 'GET'])
    const [, followed] = mock.calls
    expect(followed?.headers).toMatchObject({ authorization: `Bearer ${mock.organizationKey}` })
    expect(followed?.headers).not.toHaveProperty('content-type')
  })

  it.each([307, 308])('with status %i repeats the same request', async (status) => {
    redirectCreations(status, '/benchmarks')
    const answer = await create({ body: '{"name":"redirected"}' })
    expect([answer.status, await answer.json()]).toMatchObject([201, { name: 'redirected' }])
    expect(methods()).toEqual(['POST', 'POST'])
  })

  it('is returned unchanged with redirect: manual', async () => {
    redirectCreations(303)
    const answer = await create({ redirect: 'manual' })
    expect([answer.status, answer.redirected, answer.headers.get('location')]).toEqual([
      303,
      false,
      '/benchmarks?limit=1',
    ])
    expect(methods()).toEqual(['POST'])
  })

  it('is an error with redirect: error', async () => {
    redirectCreations(303)
    await expect(create({ redirect: 'error' })).rejects.toMatchObject({ cause: { message: 'unexpected redirect' } })
  })

  it('is an error if it leads out of the mock', async () => {
    redirectCreations(303, 'https://elsewhere.example.org/')
    await expect(create()).rejects.toMatchObject({
      cause: { message: expect.stringContaining('mock.fetch supports only') },
    })
  })

  it('is followed at most 20 times', async () => {
    redirectCreations(307, '/environments')
    await expect(create()).rejects.toMatchObject({ cause: { message: 'redirect count exceeded' } })
    expect(methods()).toHaveLength(21)
  })

  it('is not followed with another status', async () => {
    redirectCreations(201)
    const answer = await create()
    expect([answer.status, answer.redirected]).toEqual([201, false])
  })
})

describe('a call is the same with and without a Request', () => {
  const url = () => `${mock.baseUrl}/environments`
  const calls: Readonly<Record<string, RequestInit>> = {
    'a GET': {},
    'a text': { method: 'POST', body: 'text' },
    'an empty text': { method: 'PUT', body: '' },
    'headers in pairs': {
      headers: [
        ['X-One', ' 1 '],
        ['x-one', '2'],
        ['Accept', 'text/html'],
      ],
    },
    'a method in lower case': { method: 'post', body: '{}' },
    'a non-standard method': { method: 'REPORT' },
    'a body of parameters': { method: 'POST', body: new URLSearchParams({ a: 'b' }) },
  }

  it.each(Object.entries(calls))('%s', async (_, init) => {
    const plain = await mock.fetch(`${url()}?a=b c#top`, init)
    const requested = await mock.fetch(new Request(`${url()}?a=b c#top`, init))
    const [first, second] = mock.calls
    expect(first).toEqual(second)
    expect([plain.status, plain.url.split('#')[0]]).toEqual([requested.status, requested.url.split('#')[0]])
  })

  it.each<[string, string, RequestInit]>([
    ['a body with GET', '/environments', { body: '' }],
    ['an invalid method', '/environments', { method: 'GE T' }],
    ['an invalid header', '/environments', { headers: { 'a b': 'c' } }],
    ['a path without a base URL', 'environments', {}],
    ['credentials in the URL', 'https://a:b@carebench.test/environments', {}],
  ])('%s is rejected', async (_, path, init) => {
    const target = path.startsWith('/') ? mock.baseUrl + path : path
    await expect(mock.fetch(target, init)).rejects.toBeInstanceOf(TypeError)
    expect(mock.calls).toEqual([])
  })
})
