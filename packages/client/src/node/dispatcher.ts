import { Agent, type Dispatcher, ProxyAgent } from 'undici'
import { readCertificates } from './trusted-certificates.js'

/** Options of connections. */
export interface ConnectionOptions {
  /**
   * Certificates in PEM to trust instead of the system's, for example the content of the CA file of `carebench serve`.
   */
  readonly ca?: string | readonly string[] | undefined
  /** Maximum number of connections per origin; default 16. */
  readonly connections?: number | undefined
  /** The HTTP proxy to use, `http://proxy.example.org:3128`; credentials in the URL are sent to it. Default: none. */
  readonly proxy?: string | undefined
}

/**
 * Creates the dispatcher that keeps the connections. Throws a TypeError for an invalid `ca` or `proxy`; that about `ca`
 * names `caller`.
 */
export function createDispatcher({ ca, connections = 16, proxy }: ConnectionOptions, caller: string): Dispatcher {
  const trusted = readCertificates(ca, caller)
  const tls = trusted === undefined ? {} : { ca: trusted }
  if (proxy === undefined) return new Agent({ connections, connect: tls })
  if (!URL.canParse(proxy) || !['http:', 'https:'].includes(new URL(proxy).protocol)) {
    // The address may contain a password, which must not get into logs.
    throw new TypeError('proxy must be the URL of an HTTP proxy, for example http://proxy.example.org:3128.')
  }
  return new ProxyAgent({ uri: proxy, connections, requestTls: tls, proxyTls: tls })
}
