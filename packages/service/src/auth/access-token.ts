import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { equalDigests } from './token.js'

/** Lifetime of an access token in seconds. */
export const accessTokenSeconds = 300

const prefix = 'vrl_acc_'
const pattern = /^vrl_acc_([1-9]\d{0,15})_([A-Za-z.,]{1,2048})_([0-9a-f]{64})$/

/** Whether a text begins like an access token. */
export function isAccessToken(text: string): boolean {
  return text.startsWith(prefix)
}

/**
 * Creates an access token for one sandbox. It contains its expiry time and permissions, signed, so nothing is stored.
 * `now` is in milliseconds; `rights` are letters of `cruds`, create, read, update, delete and search, for all resource
 * types or after one: `rs,Task.cu`.
 */
export function createAccessToken(secret: Uint8Array, sandboxId: string, rights: string, now: number): string {
  const expiry = now + accessTokenSeconds * 1000
  return `${prefix}${expiry}_${rights}_${sign(secret, sandboxId, expiry, rights)}`
}

/**
 * Returns the permissions of an access token in a sandbox; null if it has expired, belongs to another sandbox or was
 * not issued here.
 */
export function readAccessToken(secret: Uint8Array, sandboxId: string, token: string, now: number): string | null {
  const [, digits = '', rights = '', signature = ''] = pattern.exec(token) ?? []
  const expiry = Number(digits)
  if (!equalDigests(sign(secret, sandboxId, expiry, rights), signature) || now >= expiry) return null
  return rights
}

/** The signed text is a JSON list, so different tokens never have the same text. */
function sign(secret: Uint8Array, sandboxId: string, expiry: number, rights: string): string {
  const signed = JSON.stringify(['access_token', sandboxId, expiry, rights])
  return bytesToHex(hmac(sha256, secret, utf8ToBytes(signed)))
}
