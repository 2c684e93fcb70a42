/** How long the server waits for a client, in milliseconds. */
export interface ServerTimeouts {
  /** From the connection to its first byte; then the TLS handshake has the same time again. */
  readonly firstByteMs: number
  /** From the first byte of a request to the end of its headers. */
  readonly headersMs: number
  /** From the first byte of a request to the end of its body. */
  readonly requestMs: number
  /** Between an answer and the next request on a kept connection. */
  readonly idleMs: number
  /** How long the rest of a body that nobody reads is still taken in after its answer. */
  readonly drainMs: number
}

/** What {@link ServerTimeouts} are unless given. */
export const defaultTimeouts: ServerTimeouts = {
  firstByteMs: 10_000,
  headersMs: 20_000,
  requestMs: 120_000,
  idleMs: 30_000,
  drainMs: 10_000,
}
