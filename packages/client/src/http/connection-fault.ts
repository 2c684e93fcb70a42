/** Error codes of connections that could not be opened, in Node and in undici. */
const unopened = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** The message of an error for a connection closed during its TLS handshake; Node sets no code for it. */
const inHandshake = /before secure TLS connection was established/

/** Error codes of OpenSSL and Node for an untrusted certificate. */
const distrust =
  /^(DEPTH_ZERO_)?SELF_SIGNED_CERT|^CERT_|^UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)|^ERR_TLS_CERT_ALTNAME/

/** Maximum number of nested causes that are examined. */
const deepest = 8

/**
 * Classifies a failed connection. `unsent`: no connection was open, so the request was certainly not sent and any
 * request may be retried. `untrusted`: the server's certificate is not trusted, so a retry cannot help. Undefined for
 * all other errors, and in browsers, which hide the cause.
 */
export function connectionFault(error: unknown): 'unsent' | 'untrusted' | undefined {
  let at = error
  for (let depth = 0; depth < deepest && at instanceof Error; depth++) {
    const code: unknown = Reflect.get(at, 'code')
    if (typeof code === 'string') {
      if (unopened.has(code) || (code === 'ECONNRESET' && inHandshake.test(at.message))) return 'unsent'
      if (distrust.test(code)) return 'untrusted'
    }
    at = at.cause
  }
  return undefined
}
