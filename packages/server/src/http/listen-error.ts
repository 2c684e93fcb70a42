/** Why a server could not listen. */
export type ListenErrorCode =
  | 'ADDRESS_IN_USE'
  | 'ADDRESS_REFUSED'
  | 'CERTIFICATE_REFUSED'
  | 'PROXY_REFUSED'
  | 'ALREADY_LISTENING'

/** The reason of a rejected `listen`: a local error, which is never sent to clients. Switch on `code`. */
export class ListenError extends Error {
  constructor(
    readonly code: ListenErrorCode,
    message: string,
    options?: { readonly cause: unknown },
  ) {
    super(message, options)
    this.name = 'ListenError'
  }

  /** The error for a socket error while listening on `host` and `port`. */
  static from(cause: unknown, host: string, port: number): ListenError {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'EADDRINUSE') {
      const fix = 'Stop the process that listens there, or choose another port (port 0 selects a free one).'
      return new ListenError('ADDRESS_IN_USE', `Port ${port} of ${host} is in use. ${fix}`, { cause })
    }
    const reason = cause instanceof Error ? cause.message : String(cause)
    const fix = 'Choose an address of this machine, for example 127.0.0.1, and a port that you may open.'
    return new ListenError('ADDRESS_REFUSED', `Cannot listen on port ${port} of ${host}: ${reason}. ${fix}`, { cause })
  }
}
