import { APICallError, LoadAPIKeyError, NoSuchModelError } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import { readModelFault, readRetryAfter } from './model-fault.js'

const now = Date.parse('2026-11-22T20:00:00Z')

function refusal(statusCode: number | undefined, message: string, responseBody = ''): APICallError {
  const given = { message, url: 'http://127.0.0.1/v1', requestBodyValues: {}, responseBody }
  return new APICallError(statusCode === undefined ? given : { ...given, statusCode })
}

describe('readModelFault', () => {
  it.each([
    [refusal(429, 'Rate limit reached.'), 'infra', 'rate_limit'],
    [refusal(429, 'You exceeded your current quota.', '{"error":{"code":"insufficient_quota"}}'), 'infra', 'quota'],
    [refusal(400, 'Your credit balance is too low to access the API.'), 'infra', 'quota'],
    [refusal(401, 'Incorrect API key.'), 'infra', 'auth'],
    [refusal(403, 'Forbidden.'), 'infra', 'auth'],
    [refusal(404, 'Not found.'), 'infra', 'model_not_found'],
    [refusal(400, 'The model `x` does not exist.'), 'infra', 'model_not_found'],
    [refusal(500, 'Internal error.'), 'infra', 'provider_5xx'],
    [refusal(529, 'Overloaded.'), 'infra', 'provider_5xx'],
    [refusal(200, 'Invalid JSON response'), 'infra', 'provider_5xx'],
    [refusal(undefined, 'Cannot connect to API: ECONNREFUSED'), 'infra', 'network'],
    [refusal(408, 'Timeout.'), 'infra', 'network'],
    [refusal(400, 'Invalid schema for function.'), 'infra', 'bad_request'],
    [refusal(400, "This model's maximum context length is 8192 tokens."), 'limit', 'context_window'],
    [refusal(400, 'prompt is too long: 210000 tokens > 200000 maximum'), 'limit', 'context_window'],
    [
      refusal(400, 'The input token count (1200000) exceeds the maximum number of tokens allowed.'),
      'limit',
      'context_window',
    ],
    [refusal(413, 'Request too large.'), 'limit', 'context_window'],
    [refusal(400, 'Bad request.', '{"error":{"code":"content_filter"}}'), 'agent', 'content_filter'],
    [new TypeError('terminated'), 'infra', 'network'],
    [new LoadAPIKeyError({ message: 'No key.' }), 'infra', 'auth'],
    [new NoSuchModelError({ modelId: 'x', modelType: 'languageModel' }), 'infra', 'model_not_found'],
  ])('reads %s', (error, kind, reason) => {
    expect(readModelFault(error, now).ended).toMatchObject({ kind, reason })
  })

  it('keeps a fault as it is', () => {
    const fault = readModelFault(refusal(429, 'Slow down.'), now)
    expect(readModelFault(fault, now)).toBe(fault)
  })
})

describe('readRetryAfter', () => {
  it.each([
    [{ 'retry-after': '12' }, 12_000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after-ms': '250', 'retry-after': '12' }, 250],
    [{ 'retry-after': 'Sun, 22 Nov 2026 20:01:00 GMT' }, 60_000],
    [{ 'retry-after': 'Sun, 22 Nov 2026 19:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('reads %o', (headers, ms) => {
    expect(readRetryAfter(headers as Record<string, string>, now)).toBe(ms)
  })
})
