import type { Random } from '@carebench/protocol'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { equalDigests } from './token.js'

/** Seconds from signing in to having to do it again. */
export const sessionSeconds: number = 4 * 3600

/** `__Secure-` makes browsers refuse it where it is not Secure. */
const cookieName = '__Secure-portal'

/**
 * What the cookie of a portal says: who has it (a guest has only seen the page to sign in), until when, and a number by
 * which it differs from all others. Nothing of it is stored: a MAC vouches for it.
 */
export interface PortalSession {
  readonly kind: 'guest' | 'user'
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly nonce: string
}

/** A session from now on. `random` must be fit for secrets. */
export function createSession(kind: PortalSession['kind'], now: number, random: Random): PortalSession {
  let nonce = ''
  for (let word = 0; word < 4; word++) nonce += random.uint32().toString(16).padStart(8, '0')
  return { kind, expiresAt: now + sessionSeconds * 1000, nonce }
}

/** The session that the cookies of a request carry; null if there is none that is good for this sandbox now. */
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
    if (equalDigests(macOf(secret, sandboxId, 'session', session), mac) && now < session.expiresAt) return session
  }
  return null
}

/** The `set-cookie` that gives a session to a browser. */
export function sessionCookie(secret: Uint8Array, sandboxId: string, session: PortalSession, path: string): string {
  const value = `${textOf(session)}.${macOf(secret, sandboxId, 'session', session)}`
  return cookie(value, path, sessionSeconds)
}

/** The `set-cookie` that takes a session away from a browser. */
export function endedCookie(path: string): string {
  return cookie('', path, 0)
}

/** What forms of the session carry. */
export function csrfToken(secret: Uint8Array, sandboxId: string, session: PortalSession): string {
  return macOf(secret, sandboxId, 'csrf', session)
}

function cookie(value: string, path: string, seconds: number): string {
  const expires = seconds === 0 ? '; Expires=Thu, 01 Jan 1970 00:00:00 GMT' : ''
  return `${cookieName}=${value}; Path=${path}; Max-Age=${seconds}${expires}; HttpOnly; Secure; SameSite=Strict`
}

function textOf({ kind, expiresAt, nonce }: PortalSession): string {
  return `${kind}.${expiresAt}.${nonce}`
}

function macOf(secret: Uint8Array, sandboxId: string, purpose: 'session' | 'csrf', session: PortalSession): string {
  return bytesToHex(hmac(sha256, secret, utf8ToBytes(`portal/${purpose}/${sandboxId}/${textOf(session)}`)))
}
