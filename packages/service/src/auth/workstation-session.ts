import { isJsonObject, type JsonValue, type Random } from '@carebench/protocol'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'

/** Lifetime of a link to a workstation, in seconds. */
export const linkSeconds: number = 60
/** Lifetime of a session of a workstation, in seconds: a working day. */
export const sessionSeconds: number = 12 * 3600

const cookieName = 'carebench-workstation'
/** Maximum length of a seal; browsers keep cookies of at most 4096 bytes. */
const maxSealLength = 2048

/**
 * The content of a workstation link or cookie: the token with which its pages call the service. It is sealed with
 * AES-GCM, so that anyone who has the link or the cookie can use the pages, and cannot read the token.
 */
export interface WorkstationSession {
  readonly kind: 'link' | 'session'
  /** The id of the task run or the playground; the seal opens no other. */
  readonly place: string
  readonly token: string
  /** 128 random bits, in hex. */
  readonly nonce: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** Creates the content of a link, or of the session that a link starts. `random` must be fit for secrets. */
export function createWorkstationSession(
  kind: WorkstationSession['kind'],
  { place, token }: Pick<WorkstationSession, 'place' | 'token'>,
  now: number,
  random: Random,
): WorkstationSession {
  const nonce = createNonce(random)
  const seconds = kind === 'link' ? linkSeconds : sessionSeconds
  return { kind, place, token, nonce, expiresAt: now + seconds * 1000 }
}

/** Creates 128 random bits, in hex. */
export function createNonce(random: Random): string {
  let nonce = ''
  for (let word = 0; word < 4; word++) nonce += random.uint32().toString(16).padStart(8, '0')
  return nonce
}

/** Seals a session as text for a URL or a cookie. */
export async function sealWorkstationSession(secret: Uint8Array, session: WorkstationSession): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const { kind, place, ...content } = session
  const text = new Uint8Array(utf8ToBytes(JSON.stringify(content)))
  const sealed = await crypto.subtle.encrypt(makeAlgorithm(iv, kind, place), await deriveKey(secret), text)
  const value = new Uint8Array(iv.length + sealed.byteLength)
  value.set(iv)
  value.set(new Uint8Array(sealed), iv.length)
  return base64urlnopad.encode(value)
}

/** Opens a seal; returns null if it was not made here for this place and kind, or has expired. */
export async function openWorkstationSession(
  secrets: readonly Uint8Array[],
  kind: WorkstationSession['kind'],
  place: string,
  seal: string,
  now: number,
): Promise<WorkstationSession | null> {
  if (seal === '' || seal.length > maxSealLength) return null
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = new Uint8Array(base64urlnopad.decode(seal))
  } catch {
    return null
  }
  for (const secret of secrets) {
    try {
      const algorithm = makeAlgorithm(bytes.slice(0, 12), kind, place)
      const text = await crypto.subtle.decrypt(algorithm, await deriveKey(secret), bytes.slice(12))
      const content = JSON.parse(new TextDecoder().decode(text)) as JsonValue
      if (!isJsonObject(content)) continue
      const { token, nonce, expiresAt } = content
      if (typeof token !== 'string' || typeof nonce !== 'string' || typeof expiresAt !== 'number') continue
      return now < expiresAt ? { kind, place, token, nonce, expiresAt } : null
    } catch {
      // Sealed with another secret or for another place, or forged.
    }
  }
  return null
}

/** Returns the seals in the cookies of a request; a browser may send several with one name. */
export function sealsIn(cookies: string | undefined): readonly string[] {
  return (cookies ?? '').split(';').flatMap((cookie) => {
    const [name, value = ''] = cookie.trim().split('=', 2)
    return name === cookieName ? [value] : []
  })
}

/** Returns the `set-cookie` header that starts a session. */
export function workstationCookie(seal: string, path: string): string {
  return `${cookieName}=${seal}; Path=${path}; Max-Age=${sessionSeconds}; HttpOnly; Secure; SameSite=Strict`
}

/** Returns the `set-cookie` header that ends a session. */
export function endedWorkstationCookie(path: string): string {
  return (
    `${cookieName}=; Path=${path}; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; ` +
    'SameSite=Strict'
  )
}

/**
 * Returns the id under which a used link, an ended session (also of a portal) or a sent form is remembered; no seal can
 * be made from it.
 */
export function usedId({
  kind,
  nonce,
}: {
  readonly kind: WorkstationSession['kind'] | 'page' | 'portal-user'
  readonly nonce: string
}): string {
  return `workstation_${bytesToHex(sha256(utf8ToBytes(`${kind} ${nonce}`))).slice(0, 32)}`
}

/**
 * Returns the CSRF token of the forms of one page of a session: the number of the page, and a MAC that only the service
 * can compute.
 */
export function workstationCsrf(secret: Uint8Array, { place, nonce }: WorkstationSession, page: string): string {
  return `${page}.${bytesToHex(hmac(sha256, secret, utf8ToBytes(`workstation/csrf/${place}/${nonce}/${page}`)))}`
}

/** Returns the number of the page in a form's CSRF token; empty if the token is malformed. */
export function pageOfCsrf(token: string): string {
  return /^[0-9a-f]{32}(?=\.)/.exec(token)?.[0] ?? ''
}

function makeAlgorithm(iv: Uint8Array<ArrayBuffer>, kind: WorkstationSession['kind'], place: string) {
  return { name: 'AES-GCM', iv, additionalData: new Uint8Array(utf8ToBytes(`workstation/${kind}/${place}`)) }
}

function deriveKey(secret: Uint8Array): Promise<CryptoKey> {
  const key = new Uint8Array(hmac(sha256, secret, utf8ToBytes('carebench workstation session')))
  return crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt'])
}
