import { type ApiError, apiErrorFromWire, isJsonObject } from '@carebench/protocol/wire'
import { ClientError } from './client-error.js'
import type { FetchAnswer } from './fetch-answer.js'
import { toStatusError } from './status-errors.js'

/** A response whose body has been read. */
export interface Answer {
  readonly status: number
  readonly headers: FetchAnswer['headers']
  /** JSON if the content-type says so, else a string; undefined if empty. */
  readonly body: unknown
}

/**
 * Reads the body of a response; `call` is the name of the call in errors. Throws a ClientError `unexpected_answer` for
 * malformed JSON.
 */
export function readAnswer(call: () => string, response: FetchAnswer, text: string): Answer {
  const { status, headers } = response
  if (text === '') return { status, headers, body: undefined }
  if (!isJson(headers.get('content-type'))) return { status, headers, body: text }
  try {
    return { status, headers, body: JSON.parse(text) }
  } catch {
    // The engine's error message quotes the text, which may contain a token.
    throw new ClientError('unexpected_answer', `${call()} was answered ${status} with a malformed JSON body.`, {
      status,
    })
  }
}

/** Returns the service's error in a response; null if the response is not from the service. */
export function readServiceError({ body, headers }: Answer): ApiError | null {
  const serviceError = apiErrorFromWire(body)
  if (serviceError === null) return null
  const requestId = serviceError.requestId ?? headers.get('x-request-id')
  const kept = ['allow', 'retry-after'].flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return toStatusError(serviceError, {
    errors: serviceError.errors,
    beside: serviceError.beside,
    headers: Object.fromEntries(kept),
    ...(requestId === null ? {} : { requestId }),
  })
}

/** Creates the error for a response that is neither a result of the operation nor a known error of the service. */
export function unexpectedAnswer(call: string, { status, headers, body }: Answer): ClientError {
  return new ClientError('unexpected_answer', `${call} was answered ${status} ${describe(status, headers, body)}`, {
    status,
  })
}

function describe(status: number, headers: FetchAnswer['headers'], body: unknown): string {
  if (status >= 300 && status < 400) {
    return 'with a redirect, which is not followed: check that the base URL is the service itself.'
  }
  const error = isJsonObject(body) && isJsonObject(body.error) ? body.error : {}
  if (typeof error.code === 'string') {
    return (
      `with the error code ${JSON.stringify(error.code)}, which this client does not know: ` +
      `${String(error.message)}`
    )
  }
  const what =
    body === undefined ? 'an empty body' : `a body of ${headers.get('content-type') ?? 'no declared media type'}`
  return `with ${what} that the service would not send: check the base URL.`
}

/** Whether a media type is JSON or JSON-based, such as `application/fhir+json`. */
export function isJson(contentType: string | null): boolean {
  if (contentType === 'application/json') return true
  const [mediaType = ''] = (contentType ?? '').split(';')
  return /^[^/\s]+\/(?:[^/\s]+\+)?json$/i.test(mediaType.trim())
}
