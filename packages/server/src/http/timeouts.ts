/** Timeouts for clients, in milliseconds. */
export interface ServerTimeouts {
  /** From the connection to its first byte; the TLS handshake then has the same time again. Default 10,000. */
  readonly firstByteMs: number
  /** From the first byte of a request to the end of its headers. Default 20,000. */
  readonly headersMs: number
  /** From the first byte of a request to the end of its body. Default 120,000. */
  readonly requestMs: number
  /** Between a response and the next request on a kept connection. Default 30,000. */
  readonly idleMs: number
  /** Without progress while a response is sent; then the client is disconnected. Default 60,000. */
  readonly readMs: number
  /** Time for reading the rest of an unused body after the response. Default 10,000. */
  readonly drainMs: number
}

/** The defaults of {@link ServerTimeouts}. */
export const defaultTimeouts: ServerTimeouts = {
  firstByteMs: 10_000,
  headersMs: 20_000,
  requestMs: 120_000,
  idleMs: 30_000,
  readMs: 60_000,
  drainMs: 10_000,
}
