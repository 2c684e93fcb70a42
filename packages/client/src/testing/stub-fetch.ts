import type { Fetch, FetchInit } from '../http/transport.js'

// For tests of this package only.

/** A request as `fetch` received it. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

type StubAnswer = Response | Error | ((init: FetchInit) => Promise<Response>)

/** Creates a `fetch` that returns the responses one after another and records the requests that it receives. */
export function stubFetch(...answers: readonly StubAnswer[]): { readonly fetch: Fetch; readonly sent: SentRequest[] } {
  const sent: SentRequest[] = []
  const fetch: Fetch = async (url, init) => {
    const answer = answers[sent.length]
    sent.push({ method: init.method, url, headers: init.headers, body: init.body && readBody(init.body) })
    if (answer === undefined) throw new Error(`The stub has no answer to request ${sent.length}.`)
    if (answer instanceof Error) throw answer
    return typeof answer === 'function' ? answer(init) : answer
  }
  return { fetch, sent }
}

/** Creates a JSON response. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
}

/** Returns the reason with which a promise rejects; fails if the promise resolves. */
export async function catchRejection(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    () => ({ kept: true }) as const,
    (error: unknown) => ({ kept: false, error }) as const,
  )
  if (outcome.kept) throw new Error('Expected the promise to reject, but it resolved.')
  return outcome.error
}

function readBody(body: string | Uint8Array): unknown {
  if (typeof body !== 'string') return body
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
