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

/** Causes of an error that are looked through. */
const deepest = 8

/**
 * Whether a request certainly was not sent, because no connection was open: it may be sent again, whatever it does. False in
 * browsers, which do not tell.
 */
export function isUnsent(error: unknown): boolean {
  let at = error
  for (let depth = 0; depth < deepest && at instanceof Error; depth++) {
    const code: unknown = Reflect.get(at, 'code')
    if (typeof code === 'string' && unopened.has(code)) return true
    if (code === 'ECONNRESET' && inHandshake.test(at.message)) return true
    at = at.cause
  }
  return false
}
