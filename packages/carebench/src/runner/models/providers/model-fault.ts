import { APICallError, LoadAPIKeyError, NoSuchModelError } from '@ai-sdk/provider'
import type { Ended } from '../../ended.js'
import { saysTooLong } from './context-window.js'
import { describeFault } from './fault-message.js'

/** A failed request to a model, and its consequence for the trial. */
export class ModelRequestError extends Error {
  override readonly name = 'ModelRequestError'
  /** How the trial ends if the request is not retried. */
  readonly ended: Ended
  /** Whether the same request may succeed later. */
  readonly isRetryable: boolean
  /** Whether the provider says that the error is temporary: a rate limit, an overload, or a time to wait. */
  readonly isTemporary: boolean
  /** Whether all further requests to the model with this key would also fail. */
  readonly stopsModel: boolean
  /** The requested wait in milliseconds; undefined if the provider names none. */
  readonly retryAfter: number | undefined

  constructor(ended: Ended, options: FaultOptions = {}) {
    super(ended.message ?? ended.reason, { cause: options.cause })
    this.ended = ended
    this.isRetryable = options.isRetryable ?? false
    this.isTemporary = options.isTemporary ?? false
    this.stopsModel = options.stopsModel ?? false
    this.retryAfter = options.retryAfter
  }
}

/** Matches a text with one of the patterns. Case does not matter. */
function matchAny(...patterns: readonly string[]): RegExp {
  return new RegExp(patterns.join('|'), 'i')
}

interface FaultOptions {
  readonly isRetryable?: boolean
  readonly isTemporary?: boolean
  readonly stopsModel?: boolean
  readonly retryAfter?: number | undefined
  readonly cause?: unknown
}

const contextWindow = matchAny(
  'context[_ ](length|window|limit|size)',
  'maximum context',
  'prompt is too long',
  'input is too long',
  'too many (input )?tokens',
  'token count .{0,40}exceeds',
  'exceeds? .{0,40}(context|maximum number of tokens)',
  'maximum model length',
  'max_tokens must be at least 1, got -',
)
const contentFilter = matchAny(
  'content[_ ](filter|policy|management)',
  'responsible ai',
  'flagged as',
  'safety (system|policy)',
  'invalid_prompt',
  'content exists risk',
  'inappropriate content',
  'data_inspection',
)
const quota = matchAny(
  'insufficient_quota',
  'billing_(hard_limit|not_active|error)',
  'credit[_ ]balance',
  'payment required',
  'spend_limit',
  'API usage limits',
  'extra usage is required',
  'Quota exceeded for metric: .{0,150}limit: 0\\b',
)
const wrongKey = /api[_ ]key (is )?(not valid|invalid|expired)|(invalid|incorrect)[_ ]api[_ ]key|API_KEY_INVALID/i
const wrongPlace = /location is not supported|unsupported_country/i
/** Messages about a single request that exceeds the limit per minute, which no retry can help. */
const neverFits = /request too large for/i
const unknownModel =
  /model_not_found|does not have access to model|model .{0,80}(not found|does not exist|not supported)|unknown model/i

/**
 * Classifies a failed request. Errors caused by the model or the length of its conversation are outcomes of the agent;
 * all others are infrastructure errors.
 *
 * @param error the error that `doGenerate` threw
 * @param now the time to which a date in `Retry-After` is compared, in milliseconds
 */
export function readModelFault(error: unknown, now: number): ModelRequestError {
  if (error instanceof ModelRequestError) return error
  if (LoadAPIKeyError.isInstance(error)) return stopping('auth', error)
  if (NoSuchModelError.isInstance(error)) return final({ kind: 'infra', reason: 'model_not_found' }, error)
  if (!APICallError.isInstance(error)) return again(isLost(error) ? 'network' : 'provider_5xx', error)
  const { statusCode: status, responseHeaders = {}, responseBody = '' } = error
  const said = `${error.message}\n${responseBody}`
  const retryAfter = readRetryAfter(responseHeaders, now) ?? readWrittenWait(said)
  if (status === undefined || status === 408 || status === 409 || status === 425)
    return again('network', error, retryAfter)
  if (status < 400 && isLost(error.cause)) return again('network', error)
  if (status === 402 || (status < 500 && quota.test(said))) return stopping('quota', error)
  if (status === 401 || (status < 500 && (wrongKey.test(said) || wrongPlace.test(said)))) return stopping('auth', error)
  if (status === 403) {
    if (contextWindow.test(said)) return final({ kind: 'limit', reason: 'context_window' }, error)
    if (unknownModel.test(said)) return final({ kind: 'infra', reason: 'model_not_found' }, error)
    return stopping('auth', error)
  }
  if (status === 429 && neverFits.test(said)) return final({ kind: 'infra', reason: 'rate_limit' }, error)
  // The second condition is for responses with status 200 that report their own failure.
  if (status === 429 || failedCode(responseBody) === 'rate_limit_exceeded')
    return again('rate_limit', error, retryAfter)
  if (failedCode(responseBody) === 'server_error') return again('provider_5xx', error, retryAfter)
  // An invalid body is a server error, whatever the status.
  if (status < 400) return again('provider_5xx', error, retryAfter)
  if (status === 413 || contextWindow.test(said)) return final({ kind: 'limit', reason: 'context_window' }, error)
  if (status >= 500) return again('provider_5xx', error, retryAfter)
  if (contentFilter.test(said)) return final({ kind: 'agent', reason: 'content_filter' }, error)
  // Other models of the provider may exist.
  if (status === 404 || unknownModel.test(said)) return final({ kind: 'infra', reason: 'model_not_found' }, error)
  // Only the description is checked, because the body contains unrelated numbers and names.
  if (saysTooLong(describeFault(error))) return final({ kind: 'limit', reason: 'context_window' }, error)
  return final({ kind: 'infra', reason: 'bad_request' }, error)
}

/**
 * Reads the requested wait in milliseconds from `retry-after-ms`, or from `Retry-After` in seconds or as a date;
 * undefined if there is no readable one.
 */
export function readRetryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const exact = readNumber(headers['retry-after-ms'])
  if (exact !== undefined) return exact
  const value = headers['retry-after']
  const seconds = readNumber(value)
  if (seconds !== undefined) return seconds * 1000
  const date = value === undefined ? Number.NaN : Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/**
 * Reads the requested wait in milliseconds from the text of a rejection: Gemini has `"retryDelay": "36s"` instead of a
 * header, others say "try again in 6m0s" or "retry after 20 seconds".
 */
function readWrittenWait(said: string): number | undefined {
  const delay = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(said)?.[1]
  if (delay !== undefined) return Number(delay) * 1000
  const written =
    /(?:try again|retry) (?:in|after) (?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?) ?(ms|s)(?:ec(?:onds?)?)?\b)?/i.exec(
      said,
    )
  const [, hours, minutes, rest, unit] = written ?? []
  if (hours === undefined && minutes === undefined && rest === undefined) return undefined
  const milliseconds = Number(rest ?? 0) * (unit?.toLowerCase() === 'ms' ? 1 : 1000)
  return Number(hours ?? 0) * 3_600_000 + Number(minutes ?? 0) * 60_000 + milliseconds
}

/** Reads the error code in an OpenAI response that has status 200 although it failed. */
function failedCode(body: string): string | undefined {
  return /"status":\s*"failed"/.test(body)
    ? /"code":\s*"(server_error|rate_limit_exceeded)"/.exec(body)?.[1]
    : undefined
}

/** Whether an error of `fetch`, or of reading its response, says that the connection broke. */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    /fetch failed|terminated|socket|network|closed|ECONN|ENOTFOUND|EPIPE|ETIMEDOUT/i.test(error.message) ||
    isLost(error.cause)
  )
}

function readNumber(value: string | undefined): number | undefined {
  return value !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined
}

type InfraReason = Extract<Ended, { readonly kind: 'infra' }>['reason']

function again(reason: InfraReason, cause: unknown, retryAfter?: number): ModelRequestError {
  const status = APICallError.isInstance(cause) ? cause.statusCode : undefined
  const isTemporary = retryAfter !== undefined || [429, 503, 529].includes(status ?? 0)
  const ended = { kind: 'infra', reason, message: describeFault(cause) } as const
  return new ModelRequestError(ended, { isRetryable: true, isTemporary, retryAfter, cause })
}

function stopping(reason: InfraReason, cause: unknown): ModelRequestError {
  return new ModelRequestError({ kind: 'infra', reason, message: describeFault(cause) }, { stopsModel: true, cause })
}

function final(ended: Ended, cause: unknown): ModelRequestError {
  return new ModelRequestError({ ...ended, message: describeFault(cause) }, { cause })
}
