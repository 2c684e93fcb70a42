import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

export interface HttpAnswer {
  readonly status: number
  /** Seconds in `Retry-After`; null if it is not a number. */
  readonly retryAfter: number | null
  readonly text: string
}

/** Maximum size of a response in bytes; longer ones are rejected. */
const maxAnswerBytes = 8 * 1024 * 1024

/** Thrown for a response that is too long. */
export class AnswerTooLongError extends Error {
  override readonly name = 'AnswerTooLongError'
}

/**
 * Sends a request and reads the response without a timeout: an agent may think for minutes before its first byte, and
 * `fetch` gives up after five.
 */
export function exchangeHttp(
  method: 'GET' | 'POST',
  url: string,
  body: string | undefined,
  { signal, token }: { readonly signal: AbortSignal; readonly token?: string | undefined },
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? requestHttps : requestHttp
    const headers = {
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const request = send(url, { method, headers, signal, agent: false }, (response) => {
      const chunks: Uint8Array[] = []
      let size = 0
      response.on('data', (chunk: Uint8Array) => {
        size += chunk.length
        if (size > maxAnswerBytes)
          response.destroy(new AnswerTooLongError(`The answer has more than ${maxAnswerBytes} bytes.`))
        else chunks.push(chunk)
      })
      response.on('error', reject)
      response.on('end', () => {
        const seconds = Number(response.headers['retry-after'])
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: Number.isFinite(seconds) && seconds >= 0 ? seconds : null,
          text: Buffer.concat(chunks).toString('utf8'),
        })
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}
