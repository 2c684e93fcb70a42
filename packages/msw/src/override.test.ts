import { ApiError } from '@carebench/protocol'
import { afterEach, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { type CarebenchMock, carebenchMock } from './carebench-mock.js'
import { clinic } from './testing/clinic.js'
import { callMock, startFirstTask } from './testing/mock-call.js'

let mock: CarebenchMock

beforeAll(async () => {
  mock = await carebenchMock({ benchmark: clinic })
})

afterEach(() => mock.reset())

function call(method: string, path: string, body?: unknown) {
  return callMock(mock, mock.organizationKey, method, path, body)
}

describe('an override', () => {
  it('gets typed input and responds with the status of the operation', async () => {
    const override = mock.override('createBenchmark', async ({ body, forward }) => {
      expectTypeOf(body.name).toEqualTypeOf<string>()
      return { ...(await forward()), description: `about ${body.name}` }
    })
    const answer = await call('POST', '/benchmarks', { name: 'second' })
    expect(answer).toMatchObject({ status: 201, body: { name: 'second', description: 'about second' } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await mock.call('listBenchmarks')).data).toHaveLength(2)
    override.remove()
    expect(await call('POST', '/benchmarks', { name: 'third' })).toMatchObject({ body: { description: null } })
    expect(override.hits).toBe(1)
  })

  it('is not called with invalid input, and passes on a rejection by the service', async () => {
    const override = mock.override('createBenchmark', ({ forward }) => forward())
    const answer = await call('POST', '/benchmarks', { name: 4 })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_REQUEST', errors: [{ path: '/name' }] } },
    })
    expect(await call('POST', '/benchmarks', { name: 'clinic' })).toMatchObject({ status: 409 })
    expect(override.hits).toBe(2)
  })

  it('can throw an ApiError, or return a whole response', async () => {
    mock.override('getBenchmark', ({ params }) => {
      throw new ApiError('CONFLICT', `Not ${params.id}.`)
    })
    expect(await call('GET', '/benchmarks/x')).toMatchObject({ status: 409, body: { error: { message: 'Not x.' } } })
    mock.override('getBenchmark', () => ({ status: 418, headers: { 'x-kind': 'tea' }, body: 'short' }))
    const answer = await call('GET', '/benchmarks/x')
    expect(answer).toMatchObject({ status: 418, body: { text: 'short' } })
    expect(answer.headers.get('x-kind')).toBe('tea')
  })

  it('without a body has none', async () => {
    mock.override('deleteBenchmark', () => undefined)
    const answer = await call('DELETE', '/benchmarks/x')
    expect(answer).toMatchObject({ status: 204, body: { text: '' } })
  })

  it('that throws another error rejects with it', async () => {
    mock.override('getBenchmark', () => {
      throw new RangeError('A mistake.')
    })
    await expect(call('GET', '/benchmarks/x')).rejects.toThrow('A mistake.')
  })

  it('can be for a group of a simulated system', async () => {
    const { id, token } = await startFirstTask(mock)
    const override = mock.override('proxyFhir', async ({ path, request, forward }) => {
      if (request.method !== 'GET') return forward()
      const body = JSON.stringify({ resourceType: 'OperationOutcome', path })
      return { status: 500, headers: { 'content-type': 'application/fhir+json' }, body }
    })
    const base = `/v1/benchmark-runs/${id}/fhir`
    expect(await callMock(mock, token, 'GET', `${base}/Patient/p1?_format=json`)).toMatchObject({
      status: 500,
      body: { path: 'Patient/p1' },
    })
    const patient = { resourceType: 'Patient', id: 'p1', active: false }
    expect(await callMock(mock, token, 'PUT', `${base}/Patient/p1`, patient)).toMatchObject({ status: 200 })
    expect(override.hits).toBe(2)
  })

  it('of an unknown operation is rejected', () => {
    expect(() =>
      mock.override('nothing' as 'listTasks', () => ({ data: [], _meta: { limit: 1, next: null, prev: null } })),
    ).toThrow(/Unknown operation "nothing"/)
  })
})
