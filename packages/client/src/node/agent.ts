import { Agent } from 'undici'

export interface NodeFetchOptions {
  /** Certificates to trust instead of the system's, PEM: what `carebench serve` writes into its CA file. */
  readonly ca?: string
  /** Connections kept to one origin; default 16. */
  readonly connections?: number
}

/**
 * A `fetch` for Node that keeps its connections and trusts the given certificates. It calls the global `fetch`, looked up
 * at each call, so that mocks of it still see every request.
 */
export function nodeFetch(options: NodeFetchOptions = {}): typeof fetch {
  const dispatcher = new Agent({
    connections: options.connections ?? 16,
    ...(options.ca === undefined ? {} : { connect: { ca: options.ca } }),
  })
  return (input, init) => {
    // Node's fetch takes the dispatcher of undici 7; its types know only the one of undici 6.
    const withDispatcher = { ...init, dispatcher } as unknown as RequestInit
    return globalThis.fetch(input, withDispatcher)
  }
}
