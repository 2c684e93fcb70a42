import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type CarebenchMock, carebenchMock } from './carebench-mock.js'
import { clinic } from './testing/clinic.js'
import { callMock } from './testing/mock-call.js'

let mock: CarebenchMock
let server: ReturnType<typeof setupServer>

beforeAll(async () => {
  mock = await carebenchMock({ benchmark: clinic, baseUrl: 'https://carebench.test:8443/care+bench/' })
  server = setupServer(...mock.handlers)
  server.listen({ onUnhandledRequest: 'error' })
})

afterEach(() => mock.reset())
afterAll(() => server.close())

describe.each([
  ['mock.fetch', (...args: Parameters<typeof fetch>) => mock.fetch(...args)],
  ['msw', (...args: Parameters<typeof fetch>) => fetch(...args)],
])('%s', (_, send) => {
  const url = (path: string) => mock.baseUrl + path
  const headers = () => ({ authorization: `Bearer ${mock.organizationKey}` })

  it('reaches the service below the base URL, with prefix and port', async () => {
    expect(mock.baseUrl).toBe('https://carebench.test:8443/care+bench')
    const answer = await send(url('/benchmarks?limit=1#top'), { headers: headers() })
    expect(answer.status).toBe(200)
    expect(answer.url.split('#')[0]).toBe(url('/benchmarks?limit=1'))
    const text = await answer.text()
    expect(answer.headers.get('content-length')).toBe(String(new TextEncoder().encode(text).byteLength))
    expect(JSON.parse(text)).toMatchObject({ data: [{ name: 'clinic' }], _meta: { limit: 1 } })
    expect(mock.calls).toMatchObject([{ operation: 'listBenchmarks', method: 'GET', target: '/benchmarks?limit=1' }])
  })

  it('accepts a Request, a URL, and bodies of every kind', async () => {
    expect((await send(new Request(url('/benchmarks'), { headers: headers() }))).status).toBe(200)
    expect((await send(new URL(url('/benchmarks')), { headers: headers() })).status).toBe(200)
    const bodies = [
      JSON.stringify({ name: 'text' }),
      new TextEncoder().encode(JSON.stringify({ name: 'bytes' })),
      new Blob([JSON.stringify({ name: 'blob' })]),
    ]
    for (const body of bodies) {
      const init = { method: 'POST', headers: { ...headers(), 'content-type': 'application/json' }, body }
      expect((await send(url('/environments'), init)).status).toBe(201)
    }
    const form = await send(url('/environments'), { method: 'POST', headers: headers(), body: new FormData() })
    expect(form.status).toBe(415)
    const untyped = await send(url('/environments'), { method: 'POST', headers: headers(), body: '{}' })
    expect(await untyped.json()).toMatchObject({ error: { message: expect.stringContaining('got text/plain') } })
  })

  it('says why a connection was refused', async () => {
    mock.fail('listBenchmarks', { connection: 'refused' })
    const error = await send(url('/benchmarks'), { headers: headers() }).catch((reason: unknown) => reason)
    expect(String((error as Error).cause)).toContain('The connection was refused (mock.fail).')
  })

  it('answers paths with an invalid encoding, and unknown ones', async () => {
    for (const path of ['/%zz', '/tasks/%E0%A4%A', '/', '//benchmarks', '/benchmarks/']) {
      const answer = await send(url(path), { headers: headers() })
      expect([path, answer.status]).toEqual([path, 404])
    }
  })

  it('answers HEAD and 204 without a body', async () => {
    const head = await send(url('/benchmarks'), { method: 'HEAD', headers: headers() })
    expect(await head.text()).toBe('')
    expect(head.status).toBe(200)
    const { id } = await mock.call('createEnvironment', { body: { name: 'gone' } })
    const gone = await send(url(`/environments/${id}`), { method: 'DELETE', headers: headers() })
    expect(gone.status).toBe(204)
    expect(await gone.text()).toBe('')
    expect(gone.headers.get('content-length')).toBeNull()
  })

  it('fails as fetch does', async () => {
    mock.fail('listBenchmarks', { connection: 'lost' })
    await expect(send(url('/benchmarks'), { headers: headers() })).rejects.toBeInstanceOf(TypeError)
  })

  it('respects a signal', async () => {
    mock.fail('listBenchmarks', { latency: Number.POSITIVE_INFINITY })
    const signal = AbortSignal.timeout(10)
    await expect(send(url('/benchmarks'), { signal })).rejects.toMatchObject({ name: 'TimeoutError' })
    await expect(send(url('/benchmarks'), { signal })).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})

it('mock.fetch rejects all other URLs', async () => {
  for (const url of ['https://carebench.test/', 'https://carebench.test:8443/care+benchmarks', 'http://127.0.0.1:1/']) {
    await expect(mock.fetch(url)).rejects.toMatchObject({
      name: 'TypeError',
      cause: { message: expect.stringContaining('mock.fetch supports only') },
    })
  }
})

it('mock.fetch returns an ordinary Response where caches read the internal body', async () => {
  vi.stubGlobal('caches', {})
  const mock = await carebenchMock({ benchmark: clinic })
  const answer = await mock.fetch(`${mock.baseUrl}/healthz`)
  expect([Object.getPrototypeOf(answer) === Response.prototype, answer.url]).toEqual([true, `${mock.baseUrl}/healthz`])
  vi.unstubAllGlobals()
})

it('both reach the same service', async () => {
  await callMock(mock, mock.organizationKey, 'POST', '/environments', { name: 'by fetch' })
  const { body } = await callMock(mock, mock.organizationKey, 'GET', '/environments', undefined, fetch)
  expect(body).toMatchObject({ data: [{ name: 'by fetch' }, { name: 'Clinic' }] })
})
