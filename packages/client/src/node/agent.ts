import { type ConnectionOptions, createDispatcher } from './dispatcher.js'

export interface NodeFetchOptions extends ConnectionOptions {}

/**
 * A `fetch` for Node that keeps its connections, trusts the given certificates and goes through a proxy if there is one. It
 * calls the global `fetch`, looked up at each call, so that mocks of it still see every request. Make one and give it to every
 * client: each has connections of its own, which do not keep the process alive.
 */
export function nodeFetch(options: NodeFetchOptions = {}): typeof fetch {
  const dispatcher = createDispatcher(options, 'nodeFetch')
  return (input, init) => {
    // Node's fetch takes the dispatcher of undici 7; its types know only the one of undici 6.
    const withDispatcher = { ...init, dispatcher } as unknown as RequestInit
    return globalThis.fetch(input, withDispatcher)
  }
}
