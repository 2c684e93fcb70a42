import type { EndedSessions } from '@carebench/service'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { memberAt, toNumber, toText } from '../task/facts/unknown-value.js'
import { Sealer } from './sealer.js'

/** How long a session lasts, in seconds: a working day. */
export const sessionSeconds: number = 12 * 3600

/** A signed-in user. */
export interface Session {
  readonly role: 'organization' | 'operator'
  /** The key for API calls. */
  readonly token: string
  /** Sent with every form, so that no other site can send one. */
  readonly csrf: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** The prefix `__Secure-` makes browsers reject the cookie if it is not Secure. */
const cookieName = '__Secure-dashboard'
const cookiePath = '/dashboard'

/** Maximum length of a session cookie; longer ones are not ours. */
const maxCookieLength = 2048

/**
 * Seals sessions in cookies with AES-GCM, so that a cookie reveals no key and cannot be forged. A session ends when the
 * user signs out, when it expires, when its key is revoked, or when its secret is no longer among the secrets.
 */
export class SessionSealer {
  readonly #sealer: Sealer

  /** @param secrets - the current secret first; at least 16 bytes each */
  constructor(secrets: readonly Uint8Array[]) {
    this.#sealer = new Sealer(secrets, 'carebench dashboard session')
  }

  /** Creates a session that starts now. */
  open(role: Session['role'], token: string, now: number): Session {
    const csrf = bytesToHex(crypto.getRandomValues(new Uint8Array(16)))
    return { role, token, csrf, expiresAt: now + sessionSeconds * 1000 }
  }

  /** The `set-cookie` header that starts a session. */
  async cookieOf(session: Session): Promise<string> {
    const value = await this.#sealer.seal(session)
    return `${cookieName}=${value}; Path=${cookiePath}; Max-Age=${sessionSeconds}; HttpOnly; Secure; SameSite=Strict`
  }

  /** Reads the session in the cookies of a request; null if there is no valid one. */
  async read(cookies: string | undefined, now: number): Promise<Session | null> {
    for (const cookie of (cookies ?? '').split(';')) {
      const [name, value = ''] = cookie.trim().split('=', 2)
      if (name !== cookieName || value === '' || value.length > maxCookieLength) continue
      const session = readSession(await this.#sealer.open(value))
      if (session !== null && now < session.expiresAt) return session
    }
    return null
  }
}

/** Returns the id of a session: a digest of a secret in its cookie, so that the id does not reveal the cookie. */
export function idOfSession({ csrf }: Session): string {
  return `session_${bytesToHex(sha256(utf8ToBytes(`carebench dashboard session ${csrf}`))).slice(0, 32)}`
}

/** Keeps ended sessions in memory, until they have expired. */
export function createMemorySessions(now: () => number): EndedSessions {
  const ended = new Map<string, number>()
  return {
    async end(id, expiresAt) {
      for (const [other, until] of ended) if (until <= now()) ended.delete(other)
      ended.set(id, expiresAt)
    },
    hasEnded: async (id) => ended.has(id),
  }
}

/** The `set-cookie` header that ends a session. */
export const endedCookie: string =
  `${cookieName}=; Path=${cookiePath}; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; ` +
  'SameSite=Strict'

/** Returns the role of a key; null if it cannot sign in. */
export function readRole(token: string): Session['role'] | null {
  if (token.startsWith('vk_')) return 'organization'
  return token.startsWith('vop_') ? 'operator' : null
}

function readSession(value: unknown): Session | null {
  const [token, csrf] = [toText(memberAt(value, 'token')), toText(memberAt(value, 'csrf'))]
  const expiresAt = toNumber(memberAt(value, 'expiresAt'))
  const role = token === null ? null : readRole(token)
  return token === null || csrf === null || expiresAt === null || role === null
    ? null
    : { role, token, csrf, expiresAt }
}
