import { ApiError as ProtocolApiError } from '@carebench/protocol'
import { ApiError } from '@carebench/protocol/wire'
import { expect, it } from 'vitest'
import { Carebench } from './carebench.js'
import { readServiceError } from './http/answer.js'
import { catchRejection, json, stubFetch } from './testing/stub-fetch.js'

function refusal(answer: Response) {
  const { fetch } = stubFetch(answer)
  const carebench = new Carebench({ baseUrl: 'https://s.example.org', apiKey: 'vk_1', fetch, retry: { retries: 0 } })
  return catchRejection(carebench.call('createBenchmark', { body: { name: 'a@b' } }))
}

it('is the same class in both entry points of protocol', () => {
  expect(ApiError).toBe(ProtocolApiError)
})

it('has code, status, fields and request id', async () => {
  const error = await refusal(
    json(400, {
      error: {
        code: 'INVALID_REQUEST',
        message: 'The body is not valid.',
        errors: [{ path: '/name', message: 'must not hold @' }],
        request_id: 'req-1',
      },
    }),
  )
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    name: 'ApiError',
    code: 'INVALID_REQUEST',
    status: 400,
    message: 'The body is not valid.',
    errors: [{ path: '/name', message: 'must not hold @' }],
    requestId: 'req-1',
  })
})

it('reads the request id and the delay from the headers', async () => {
  const body = { error: { code: 'UNAVAILABLE', message: 'Shutting down.' } }
  const error = await refusal(json(503, body, { 'x-request-id': 'req-2', 'retry-after': '7', 'set-cookie': 'a=b' }))
  expect(error).toMatchObject({ code: 'UNAVAILABLE', requestId: 'req-2', headers: { 'retry-after': '7' } })
  expect(Object.keys((error as ApiError).headers)).toEqual(['retry-after'])
})

it('has no members that the response lacks', async () => {
  const error = await refusal(json(401, { error: { code: 'UNAUTHORIZED', message: 'No.' } }))
  expect(error).toMatchObject({ code: 'UNAUTHORIZED', requestId: undefined, errors: [], headers: {} })
})

it('is not created for other errors', () => {
  for (const body of [
    undefined,
    null,
    '',
    'text',
    [],
    {},
    { error: 'x' },
    { error: { code: 'toString', message: '' } },
  ]) {
    expect(readServiceError({ status: 400, headers: new Headers(), body })).toBeNull()
  }
})
