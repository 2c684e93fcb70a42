import { type ConnectionOptions, createDispatcher } from './dispatcher.js'

/** Options of {@link nodeFetch}. */
export interface NodeFetchOptions extends ConnectionOptions {}

/**
 * Creates a `fetch` for Node that keeps its connections, trusts the given certificates and uses the given proxy. It
 * calls the global `fetch`, looked up at each call, so that mocks of it still see every request. Create one and share
 * it between clients: each has its own connections, which do not keep the process alive.
 */
export function nodeFetch(options: NodeFetchOptions = {}): typeof fetch {
  const dispatcher = createDispatcher(options, 'nodeFetch')
  return (input, init) => {
    // Node's fetch accepts the dispatcher of undici 7; its types know only the one of undici 6.
    const withDispatcher = { ...init, dispatcher } as unknown as RequestInit
    return globalThis.fetch(input, withDispatcher)
  }
}
