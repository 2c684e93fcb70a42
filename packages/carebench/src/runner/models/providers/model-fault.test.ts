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
    [
      refusal(400, 'The decoder prompt (length 5000) is longer than the maximum model length of 4096.'),
      'limit',
      'context_window',
    ],
    [refusal(400, 'max_tokens must be at least 1, got -186.'), 'limit', 'context_window'],
    [refusal(413, 'Request too large.'), 'limit', 'context_window'],
    [refusal(400, 'Bad request.', '{"error":{"code":"content_filter"}}'), 'agent', 'content_filter'],
    [new TypeError('terminated'), 'infra', 'network'],
    [new LoadAPIKeyError({ message: 'No key.' }), 'infra', 'auth'],
    [new NoSuchModelError({ modelId: 'x', modelType: 'languageModel' }), 'infra', 'model_not_found'],
  ])('reads %s', (error, kind, reason) => {
    expect(readModelFault(error, now).ended).toMatchObject({ kind, reason })
  })

  // For bodies in unknown formats, the provider's package has only the status line.
  it.each([
    [
      400,
      '{"object":"error","message":"\\"auto\\" needs --tool-call-parser","code":400}',
      '"auto" needs --tool-call-parser',
    ],
    [400, '{"error":"this model has no tools"}', 'this model has no tools'],
    [422, '{"detail":[{"loc":["body"],"msg":"field required"}]}', 'field required'],
    [500, 'out of memory\n', 'out of memory'],
    [500, '{"code":7}', '{"code":7}'],
    [502, '<html><body>Bad gateway</body></html>', 'Status line'],
    [500, '', 'Status line'],
    [500, 'x'.repeat(400), `${'x'.repeat(300)}…`],
  ])('quotes the error of a compatible server: %i %s', (status, body, said) => {
    expect(readModelFault(refusal(status, 'Status line', body), now).ended.message).toBe(`${said} (status ${status})`)
  })

  it.each([
    ['{"detail":"Not Found"}', 'Not Found (status 404 of http://127.0.0.1/v1)'],
    ['404 page not found', '404 page not found (status 404 of http://127.0.0.1/v1)'],
    ['{"error":"model \'x\' not found"}', "model 'x' not found (status 404)"],
  ])('names the address if it may be wrong: %s', (body, message) => {
    expect(readModelFault(refusal(404, 'Not Found', body), now).ended.message).toBe(message)
  })

  it('returns a ModelRequestError unchanged', () => {
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
