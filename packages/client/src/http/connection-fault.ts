/** What a connection that could not be opened fails with, in Node and in undici. */
const unopened = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** A connection that was closed during its TLS handshake; Node gives no other sign of it. */
const inHandshake = /before secure TLS connection was established/

/** What OpenSSL and Node say of a certificate that they do not trust. */
const distrust =
  /^(DEPTH_ZERO_)?SELF_SIGNED_CERT|^CERT_|^UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)|^ERR_TLS_CERT_ALTNAME/

/** Causes of an error that are looked through. */
const deepest = 8

/**
 * What is known of a connection that failed. `unsent`: the request certainly was not sent, because no connection was
 * open, so it may be sent again, whatever it does. `untrusted`: the certificate of the server is not trusted, which no
 * retry changes. Undefined for everything else, and in browsers, which do not tell.
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
