import type { Random } from '@carebench/protocol'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { equalDigests } from './token.js'

/** Lifetime of a session in seconds. */
export const sessionSeconds: number = 4 * 3600

/** The prefix `__Secure-` makes browsers reject the cookie if it is not Secure. */
const cookieName = '__Secure-portal'

/**
 * The content of a portal cookie: its holder (a guest has only seen the sign-in page), its expiry time, and a unique
 * number. It is not stored, but protected by a MAC.
 */
export interface PortalSession {
  readonly kind: 'guest' | 'user'
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly nonce: string
}

/** Creates a session that starts now. `random` must be fit for secrets. */
export function createSession(kind: PortalSession['kind'], now: number, random: Random): PortalSession {
  let nonce = ''
  for (let word = 0; word < 4; word++) nonce += random.uint32().toString(16).padStart(8, '0')
  return { kind, expiresAt: now + sessionSeconds * 1000, nonce }
}

/** Returns the session in the cookies of a request; null if none is valid for this sandbox now. */
export function readSession(
  secret: Uint8Array,
  sandboxId: string,
  cookies: string | undefined,
  now: number,
): PortalSession | null {
  for (const cookie of (cookies ?? '').split(';')) {
    const [, kind, expires, nonce = '', mac = ''] =
      /^ *__Secure-portal=(guest|user)\.(\d{1,15})\.([0-9a-f]{32})\.([0-9a-f]{64}) *$/.exec(cookie) ?? []
    if (kind !== 'guest' && kind !== 'user') continue
    const session: PortalSession = { kind, expiresAt: Number(expires), nonce }
    if (equalDigests(computeMac(secret, sandboxId, 'session', session), mac) && now < session.expiresAt) return session
  }
  return null
}

/** Returns the `set-cookie` header that starts a session. */
export function sessionCookie(secret: Uint8Array, sandboxId: string, session: PortalSession, path: string): string {
  const value = `${writeSession(session)}.${computeMac(secret, sandboxId, 'session', session)}`
  return cookie(value, path, sessionSeconds)
}

/** Returns the `set-cookie` header that ends a session. */
export function endedCookie(path: string): string {
  return cookie('', path, 0)
}

/** Returns the CSRF token of the forms of a session. */
export function csrfToken(secret: Uint8Array, sandboxId: string, session: PortalSession): string {
  return computeMac(secret, sandboxId, 'csrf', session)
}

function cookie(value: string, path: string, seconds: number): string {
  const expires = seconds === 0 ? '; Expires=Thu, 01 Jan 1970 00:00:00 GMT' : ''
  return `${cookieName}=${value}; Path=${path}; Max-Age=${seconds}${expires}; HttpOnly; Secure; SameSite=Strict`
}

function writeSession({ kind, expiresAt, nonce }: PortalSession): string {
  return `${kind}.${expiresAt}.${nonce}`
}

function computeMac(
  secret: Uint8Array,
  sandboxId: string,
  purpose: 'session' | 'csrf',
  session: PortalSession,
): string {
  return bytesToHex(hmac(sha256, secret, utf8ToBytes(`portal/${purpose}/${sandboxId}/${writeSession(session)}`)))
}
