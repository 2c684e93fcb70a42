import { lookup } from 'node:dns'
import { type ClientRequest, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.js'

/** The outcome of one request. */
export type Posted =
  | { readonly outcome: 'taken'; readonly status: number }
  /** The receiver wants no more webhooks: status 410. */
  | { readonly outcome: 'gone'; readonly status: number }
  /** `status` of the response, if there was one. */
  | { readonly outcome: 'failed'; readonly reason: string; readonly status?: number }

export interface PostOptions {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Timeout in milliseconds until the response's status, including name look-up and handshake. */
  readonly timeoutMs: number
  /** Whether non-public addresses are allowed. */
  readonly allowsPrivate: boolean
  readonly signal: AbortSignal
  /** Looks names up; default: as this machine does. */
  readonly resolve?: LookupFunction
}

/**
 * Sends one webhook. The name is looked up each time, and only the checked addresses are connected to. Redirects are
 * not followed, and only the status of the response is read. Never rejects.
 */
export function postWebhook(options: PostOptions): Promise<Posted> {
  const { url, headers, body, timeoutMs, allowsPrivate, signal, resolve = lookup } = options
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Addresses are not looked up, so they are checked here.
  if (isIP(host) !== 0 && !allowsPrivate && !isPublicAddress(host)) return Promise.resolve(failed(refusal(host)))
  return new Promise((settle) => {
    let request: ClientRequest | undefined
    const end = (posted: Posted) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      request?.destroy()
      settle(posted)
    }
    const abort = () => end(failed('the sandbox has ended'))
    const timer = setTimeout(() => end(failed(`no response within ${timeoutMs / 1000} seconds`)), timeoutMs)
    signal.addEventListener('abort', abort)
    if (signal.aborted) {
      abort()
      return
    }
    request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      lookup: allowsPrivate ? resolve : onlyPublic(resolve),
      agent: false,
    })
    request.on('error', (error) => end(failed(error.message)))
    request.on('response', ({ statusCode: status = 0 }) => {
      if (status >= 200 && status < 300) end({ outcome: 'taken', status })
      else if (status === 410) end({ outcome: 'gone', status })
      else end({ ...failed(`the response has the status ${status}`), status })
    })
    request.end(body)
  })
}

/** Wraps a look-up so that it rejects host names that resolve to a non-public address. */
function onlyPublic(resolve: LookupFunction): LookupFunction {
  return (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error) {
        done(error, '')
        return
      }
      const addresses = Array.isArray(found) ? found : [{ address: found, family: isIP(found) }]
      const [first] = addresses
      const closed = addresses.find(({ address }) => !isPublicAddress(address))
      if (closed !== undefined || first === undefined) done(new Error(refusal(closed?.address ?? name)), '')
      else if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
}

function refusal(address: string): string {
  return `${address} is not a public address`
}

function failed(reason: string): { readonly outcome: 'failed'; readonly reason: string } {
  return { outcome: 'failed', reason }
}
