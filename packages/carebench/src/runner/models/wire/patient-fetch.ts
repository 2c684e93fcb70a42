/** The symbol under which Node stores the dispatcher of its `fetch`. */
const globalDispatcher = Symbol.for('undici.globalDispatcher.1')

interface Dispatcher {
  readonly dispatch: (options: object, handler: unknown) => boolean
}

/**
 * The global `fetch` without its 300-second timeouts for headers and between parts of the body: the caller decides how
 * long a response may take.
 */
export const patientFetch: typeof globalThis.fetch = (input, init) => {
  const patient: Dispatcher = {
    dispatch(options, handler) {
      const { [globalDispatcher]: own } = globalThis as { readonly [globalDispatcher]?: Dispatcher }
      if (own === undefined) throw new TypeError('fetch failed: this version of Node has no dispatcher of its own.')
      return own.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler)
    },
  }
  return globalThis.fetch(input, { ...init, dispatcher: patient } as RequestInit)
}
