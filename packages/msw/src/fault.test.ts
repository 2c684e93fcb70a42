import { errorStatus } from '@carebench/protocol'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type CarebenchMock, carebenchMock } from './carebench-mock.js'
import type { Fault } from './fault.js'
import { clinic } from './testing/clinic.js'
import { callMock, startFirstTask } from './testing/mock-call.js'

let mock: CarebenchMock

beforeAll(async () => {
  mock = await carebenchMock({ benchmark: clinic })
})

afterEach(() => mock.reset())

function list() {
  return callMock(mock, mock.organizationKey, 'GET', '/benchmarks')
}

async function statuses(count: number) {
  const seen: (number | string)[] = []
  for (let index = 0; index < count; index++) {
    seen.push(
      await list().then(
        ({ status }) => status,
        (error: Error) => error.name,
      ),
    )
  }
  return seen
}

describe('a status', () => {
  it('is returned the given number of times, with the body and headers of the service', async () => {
    const fault = mock.fail('listBenchmarks', { status: 503, times: 2 })
    const answer = await list()
    expect(answer).toMatchObject({
      status: 503,
      body: { error: { code: 'UNAVAILABLE', request_id: expect.any(String) } },
    })
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(answer.headers.get('x-request-id')).toBe(Reflect.get(answer.body.error as object, 'request_id'))
    expect(await statuses(2)).toEqual([503, 200])
    expect(fault.hits).toBe(2)
  })

  it.each(Object.entries(errorStatus))('has the code %s', async (code, status) => {
    mock.fail('listBenchmarks', { status, code: code as keyof typeof errorStatus, message: 'As ordered.' })
    expect(await list()).toMatchObject({ status, body: { error: { code, message: 'As ordered.' } } })
  })

  it('without a code of the service is returned as by a gateway', async () => {
    mock.fail('listBenchmarks', { status: 502, retryAfter: 7 })
    const answer = await list()
    expect(answer.status).toBe(502)
    expect(answer.headers.get('content-type')).toBe('text/html')
    expect(answer.headers.get('retry-after')).toBe('7')
  })

  it('does not affect the service', async () => {
    mock.fail('createEnvironment', { status: 500 })
    const create = () => callMock(mock, mock.organizationKey, 'POST', '/environments', { name: 'second' })
    expect((await create()).status).toBe(500)
    expect((await mock.call('listEnvironments')).data).toHaveLength(1)
  })
})

describe('a plan', () => {
  it('can start later, end, and be removed', async () => {
    mock.fail('listBenchmarks', { status: 500, skip: 1, times: 1 })
    expect(await statuses(3)).toEqual([200, 500, 200])
    const endless = mock.fail(['listTasks', 'listBenchmarks'], { status: 409 })
    expect(await statuses(2)).toEqual([409, 409])
    endless.remove()
    expect(await statuses(1)).toEqual([200])
  })

  it('affects only its own operation, or all calls', async () => {
    mock.fail('listTasks', { status: 500 })
    expect(await statuses(1)).toEqual([200])
    mock.fail('*', { status: 429 })
    expect(await statuses(1)).toEqual([429])
    expect((await callMock(mock, mock.organizationKey, 'GET', '/nowhere')).status).toBe(429)
  })

  it('is used after earlier ones', async () => {
    mock.fail('listBenchmarks', { status: 500, times: 1 })
    mock.fail('listBenchmarks', { connection: 'refused', times: 1 })
    mock.fail('*', { status: 401, times: 1 })
    expect(await statuses(4)).toEqual([500, 'TypeError', 401, 200])
    expect(mock.calls.map(({ status }) => status)).toEqual([500, null, 401, 200])
  })

  it.each<[string, Fault]>([
    ['status', { status: 200 }],
    ['status', { status: 4.5 }],
    ['requires the status', { status: 503, code: 'CONFLICT' }],
    ['times', { status: 503, times: -1 }],
    ['skip', { status: 503, skip: 0.5 }],
    ['retryAfter', { status: 503, retryAfter: -1 }],
    ['latency', { latency: Number.NaN }],
    ['connection', { connection: 'slow' as 'lost' }],
    ['token', { token: 'old' as 'expired' }],
    ['one of status', { times: 1 } as Fault],
    ['no member "time"', { status: 503, time: 1 } as Fault],
  ])('that is invalid is rejected: %s', async (message, fault) => {
    expect(() => mock.fail('listBenchmarks', fault)).toThrow(message)
    expect(await statuses(1)).toEqual([200])
  })

  it('for no operation is rejected', () => {
    expect(() => mock.fail('listBenchmark' as 'listBenchmarks', { status: 503 })).toThrow(
      /Unknown operation "listBenchmark"/,
    )
  })
})

describe('a connection', () => {
  const create = () => callMock(mock, mock.organizationKey, 'POST', '/environments', { name: 'second' })

  it('that is refused has no effect', async () => {
    mock.fail('createEnvironment', { connection: 'refused' })
    await expect(create()).rejects.toMatchObject({
      name: 'TypeError',
      message: 'fetch failed',
      cause: { code: 'ECONNRESET' },
    })
    expect((await mock.call('listEnvironments')).data).toHaveLength(1)
  })

  it('that is lost fails after the call was executed', async () => {
    mock.fail('createEnvironment', { connection: 'lost', times: 1 })
    await expect(create()).rejects.toThrow(TypeError)
    expect((await mock.call('listEnvironments')).data).toHaveLength(2)
  })
})

it('an expired token gets the response for expired tokens', async () => {
  const { id, token } = await startFirstTask(mock)
  const read = async () => {
    const { status, headers, body } = await callMock(mock, token, 'GET', `/v1/benchmark-runs/${id}`)
    const { request_id: _, ...error } = body.error as Record<string, unknown>
    return { status, error, names: [...headers.keys()], authenticate: headers.get('www-authenticate') }
  }
  mock.fail('readBenchmarkRun', { token: 'expired', times: 1 })
  const ordered = await read()
  expect(ordered).toMatchObject({ status: 401, error: { code: 'UNAUTHORIZED' } })
  await mock.advance(86_400)
  expect(await read()).toEqual(ordered)
})

describe('latency', () => {
  it('delays a response', async () => {
    mock.fail('listBenchmarks', { latency: 30, times: 1 })
    let answered = false
    const call = list().then((answer) => {
      answered = true
      return answer
    })
    await list()
    expect(answered).toBe(false)
    expect((await call).status).toBe(200)
  })

  it('without end lasts until the caller gives up', async () => {
    mock.fail('listBenchmarks', { latency: Number.POSITIVE_INFINITY })
    const controller = new AbortController()
    const call = mock.fetch(`${mock.baseUrl}/benchmarks`, { signal: controller.signal })
    const reason = new Error('enough')
    queueMicrotask(() => controller.abort(reason))
    await expect(call).rejects.toBe(reason)
    await expect(mock.fetch(mock.baseUrl, { signal: AbortSignal.abort(reason) })).rejects.toThrow()
  })

  it('can be combined with any other fault', async () => {
    mock.fail('listBenchmarks', { latency: 1, status: 503 })
    expect((await list()).status).toBe(503)
  })
})
