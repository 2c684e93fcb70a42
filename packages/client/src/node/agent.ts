import { Agent } from 'undici'

export interface NodeFetchOptions {
  /** Certificates to trust instead of the system's, PEM: what `carebench serve` writes into its CA file. */
  readonly ca?: string | readonly string[] | undefined
  /** Connections kept to one origin; default 16. */
  readonly connections?: number | undefined
}

/**
 * A `fetch` for Node that keeps its connections and trusts the given certificates. It calls the global `fetch`, looked up
 * at each call, so that mocks of it still see every request. Make one and give it to every client: each has connections of
 * its own, which do not keep the process alive.
 */
export function nodeFetch(options: NodeFetchOptions = {}): typeof fetch {
  const { ca, connections = 16 } = options
  const trusted = typeof ca === 'string' ? ca : ca?.join('\n')
  if (trusted !== undefined && !trusted.includes('-----BEGIN CERTIFICATE-----')) {
    throw new TypeError(
      'ca must hold certificates in PEM (-----BEGIN CERTIFICATE-----), not the name of a file: nodeFetch({ ca: readFileSync(file, "utf8") }).',
    )
  }
  const dispatcher = new Agent({ connections, ...(trusted === undefined ? {} : { connect: { ca: trusted } }) })
  return (input, init) => {
    // Node's fetch takes the dispatcher of undici 7; its types know only the one of undici 6.
    const withDispatcher = { ...init, dispatcher } as unknown as RequestInit
    return globalThis.fetch(input, withDispatcher)
  }
}
