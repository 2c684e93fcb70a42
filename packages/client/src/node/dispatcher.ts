import { Agent, type Dispatcher, ProxyAgent } from 'undici'
import { readCertificates } from './trusted-certificates.js'

/** How connections are made. */
export interface ConnectionOptions {
  /** Certificates to trust instead of the system's, PEM: what `carebench serve` writes into its CA file. */
  readonly ca?: string | readonly string[] | undefined
  /** Connections kept to one origin; default 16. */
  readonly connections?: number | undefined
  /** An HTTP proxy to go through, `http://proxy.example.org:3128`; credentials in it are sent to it. Default: none. */
  readonly proxy?: string | undefined
}

/** Makes what keeps the connections. Throws a TypeError for options that cannot be used; `caller` is named in it. */
export function createDispatcher({ ca, connections = 16, proxy }: ConnectionOptions, caller: string): Dispatcher {
  const trusted = readCertificates(ca, caller)
  const tls = trusted === undefined ? {} : { ca: trusted }
  if (proxy === undefined) return new Agent({ connections, connect: tls })
  if (!URL.canParse(proxy) || !['http:', 'https:'].includes(new URL(proxy).protocol)) {
    // The address may hold a password, which must get into no log.
    throw new TypeError('proxy must be the URL of an HTTP proxy, for example http://proxy.example.org:3128.')
  }
  return new ProxyAgent({ uri: proxy, connections, requestTls: tls, proxyTls: tls })
}
