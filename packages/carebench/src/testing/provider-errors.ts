import type { JsonObject } from '@carebench/protocol'

/** An error response of a provider, with its meaning. */
export interface ProviderError {
  readonly provider: 'openai' | 'anthropic' | 'google' | 'local'
  readonly what: string
  readonly status: number
  readonly json: JsonObject
  readonly headers?: Readonly<Record<string, string>>
  readonly means: readonly [kind: string, reason: string]
  /** Milliseconds that the provider asks to wait. */
  readonly wait?: number
  /** `again`: the same request may succeed later. `stop`: no request of this account will. */
  readonly next?: 'again' | 'stop'
}

function openai(what: string, status: number, code: string | null, message: string, type = 'invalid_request_error') {
  return { provider: 'openai', what, status, json: { error: { message, type, param: null, code } } } as const
}

function anthropic(what: string, status: number, type: string, message: string, details?: JsonObject) {
  const error = { type, message, ...(details !== undefined && { details }) }
  return { provider: 'anthropic', what, status, json: { type: 'error', error, request_id: 'req_1' } } as const
}

function google(what: string, code: number, status: string, message: string, details: readonly JsonObject[] = []) {
  return { provider: 'google', what, status: code, json: { error: { code, message, status, details } } } as const
}

function local(what: string, status: number, message: string, type = 'BadRequestError') {
  return { provider: 'local', what, status, json: { error: { message, type, param: null, code: status } } } as const
}

const perMinute =
  'Rate limit reached for m-1 in organization org-1 on requests per min (RPM): Limit 3, Used 3, Requested 1.'
const exceeded = 'You exceeded your current quota, please check your plan and billing details.'

/**
 * Error responses in the formats of the providers of 2026, with their wording where the classification depends on it.
 */
export const providerErrors: readonly ProviderError[] = [
  {
    ...openai('a wrong key', 401, 'invalid_api_key', 'Incorrect API key provided: key-1.'),
    means: ['infra', 'auth'],
    next: 'stop',
  },
  {
    ...openai('a model of others', 403, 'model_not_found', 'Project `proj_1` does not have access to model `m-1`'),
    means: ['infra', 'model_not_found'],
  },
  {
    ...openai('a country', 403, 'unsupported_country_region_territory', 'Country, region, or territory not supported'),
    means: ['infra', 'auth'],
    next: 'stop',
  },
  {
    ...openai(
      'no such model',
      404,
      'model_not_found',
      'The model `m-1` does not exist or you do not have access to it.',
    ),
    means: ['infra', 'model_not_found'],
  },
  {
    ...openai('a rate limit', 429, 'rate_limit_exceeded', perMinute, 'requests'),
    headers: { 'retry-after-ms': '1500', 'retry-after': '2', 'x-ratelimit-remaining-requests': '0' },
    means: ['infra', 'rate_limit'],
    wait: 1500,
    next: 'again',
  },
  {
    ...openai(
      'a rate limit in words',
      429,
      'rate_limit_exceeded',
      `${perMinute} Please try again in 6m0s.`,
      'requests',
    ),
    means: ['infra', 'rate_limit'],
    wait: 360_000,
    next: 'again',
  },
  {
    ...openai(
      'a request larger than a minute',
      429,
      'rate_limit_exceeded',
      'Request too large for m-1 in organization org-1 on tokens per min (TPM): Limit 30000, Requested 41000.',
      'tokens',
    ),
    means: ['infra', 'rate_limit'],
  },
  {
    ...openai('no credit', 429, 'project_spend_limit_exceeded', exceeded, 'insufficient_quota'),
    means: ['infra', 'quota'],
    next: 'stop',
  },
  {
    ...openai(
      'a full context',
      400,
      'context_length_exceeded',
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 130452 tokens.",
    ),
    means: ['limit', 'context_window'],
  },
  {
    ...openai(
      'a flagged prompt',
      400,
      'invalid_prompt',
      'Your prompt was flagged as potentially violating our usage policy.',
    ),
    means: ['agent', 'content_filter'],
  },
  {
    ...openai('a parameter', 400, 'unsupported_value', "Unsupported value: 'temperature'."),
    means: ['infra', 'bad_request'],
  },
  {
    ...openai('an outage', 503, null, 'The engine is currently overloaded.', 'server_error'),
    means: ['infra', 'provider_5xx'],
    next: 'again',
  },
  {
    provider: 'openai',
    what: 'a response that failed',
    status: 200,
    json: {
      id: 'resp_1',
      object: 'response',
      status: 'failed',
      error: { code: 'server_error', message: 'The server had an error.' },
    },
    means: ['infra', 'provider_5xx'],
    next: 'again',
  },
  {
    ...anthropic('a wrong key', 401, 'authentication_error', 'invalid x-api-key'),
    means: ['infra', 'auth'],
    next: 'stop',
  },
  {
    ...anthropic('no permission', 403, 'permission_error', 'Your API key does not have permission.'),
    means: ['infra', 'auth'],
    next: 'stop',
  },
  { ...anthropic('no such model', 404, 'not_found_error', 'model: m-1'), means: ['infra', 'model_not_found'] },
  {
    ...anthropic('a rate limit', 429, 'rate_limit_error', 'This request would exceed your rate limit.'),
    headers: { 'retry-after': '17', 'anthropic-ratelimit-requests-remaining': '0' },
    means: ['infra', 'rate_limit'],
    wait: 17_000,
    next: 'again',
  },
  {
    ...anthropic('a monthly limit', 429, 'rate_limit_error', 'Your organization has reached its spend limit.', {
      error_code: 'enforced_spend_limit_reached',
    }),
    means: ['infra', 'quota'],
    next: 'stop',
  },
  {
    ...anthropic(
      'a limit of the workspace',
      400,
      'invalid_request_error',
      'You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.',
    ),
    means: ['infra', 'quota'],
    next: 'stop',
  },
  {
    ...anthropic('no credit', 400, 'invalid_request_error', 'Your credit balance is too low to access the API.'),
    means: ['infra', 'quota'],
    next: 'stop',
  },
  {
    ...anthropic('a bill', 402, 'billing_error', 'There is a problem with your billing.'),
    means: ['infra', 'quota'],
    next: 'stop',
  },
  {
    ...anthropic('a long prompt', 400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
    means: ['limit', 'context_window'],
  },
  {
    ...anthropic(
      'a long answer',
      400,
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000',
    ),
    means: ['limit', 'context_window'],
  },
  {
    ...anthropic('a large body', 413, 'request_too_large', 'Request exceeds the maximum size'),
    means: ['limit', 'context_window'],
  },
  {
    ...anthropic('an overload', 529, 'overloaded_error', 'Overloaded'),
    means: ['infra', 'provider_5xx'],
    next: 'again',
  },
  {
    ...anthropic('an outage', 500, 'api_error', 'Internal server error'),
    means: ['infra', 'provider_5xx'],
    next: 'again',
  },
  {
    ...google('a wrong key', 400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
    ]),
    means: ['infra', 'auth'],
    next: 'stop',
  },
  {
    ...google('a country', 400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.'),
    means: ['infra', 'auth'],
    next: 'stop',
  },
  {
    ...google('no permission', 403, 'PERMISSION_DENIED', 'Requests to this API are blocked.'),
    means: ['infra', 'auth'],
    next: 'stop',
  },
  {
    ...google(
      'no such model',
      404,
      'NOT_FOUND',
      'models/m-1 is not found for API version v1beta, or is not supported.',
    ),
    means: ['infra', 'model_not_found'],
  },
  {
    ...google(
      'a rate limit',
      429,
      'RESOURCE_EXHAUSTED',
      `${exceeded}\n* Quota exceeded for metric: requests, limit: 20, model: m-1`,
      [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '36s' }],
    ),
    means: ['infra', 'rate_limit'],
    wait: 36_000,
    next: 'again',
  },
  {
    ...google('a rate limit in words', 429, 'RESOURCE_EXHAUSTED', 'Too many requests.\nPlease retry in 1h2m5.5s.'),
    means: ['infra', 'rate_limit'],
    wait: 3_725_500,
    next: 'again',
  },
  {
    ...google(
      'no quota at all',
      429,
      'RESOURCE_EXHAUSTED',
      `${exceeded}\n* Quota exceeded for metric: free_tier_requests, limit: 0, model: m-1`,
    ),
    means: ['infra', 'quota'],
    next: 'stop',
  },
  {
    ...google(
      'a full context',
      400,
      'INVALID_ARGUMENT',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    ),
    means: ['limit', 'context_window'],
  },
  {
    ...google('an overload', 503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
    means: ['infra', 'provider_5xx'],
    next: 'again',
  },
  {
    ...local(
      'a full context',
      400,
      'the request exceeds the available context size, try increasing it',
      'exceed_context_size_error',
    ),
    means: ['limit', 'context_window'],
  },
  {
    ...local('no such model', 404, 'model "m-1" not found, try pulling it first', 'api_error'),
    means: ['infra', 'model_not_found'],
  },
  { ...local('no tools', 400, 'm-1 does not support tools', 'api_error'), means: ['infra', 'bad_request'] },
  {
    ...local('a long prompt', 403, 'Input tokens plus max_tokens must be less than the context length.'),
    means: ['limit', 'context_window'],
  },
]
