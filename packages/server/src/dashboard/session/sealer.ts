import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'

/**
 * Seals values as texts with AES-GCM: a text reveals nothing, and can be created only with the secret and the purpose.
 */
export class Sealer {
  /** The first key seals; all keys open. */
  readonly #keys: readonly Promise<CryptoKey>[]

  /**
   * @param secrets - the current secret first; at least 16 bytes each
   * @param purpose - texts sealed for another purpose cannot be opened
   */
  constructor(secrets: readonly Uint8Array[], purpose: string) {
    this.#keys = secrets.map((secret) => {
      const key = hmac(sha256, secret, utf8ToBytes(purpose))
      return crypto.subtle.importKey('raw', new Uint8Array(key), 'AES-GCM', false, ['encrypt', 'decrypt'])
    })
  }

  /** Returns the sealed value, in base64url. */
  async seal(value: unknown): Promise<string> {
    const [key] = this.#keys
    if (key === undefined) throw new TypeError('Expected at least one secret for the dashboard; got none.')
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const text = new TextEncoder().encode(JSON.stringify(value))
    const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await key, text))
    const whole = new Uint8Array(iv.length + sealed.length)
    whole.set(iv)
    whole.set(sealed, iv.length)
    return base64urlnopad.encode(whole)
  }

  /** Returns the value in a text that was sealed; null for any other text. */
  async open(text: string): Promise<unknown> {
    let bytes: Uint8Array<ArrayBuffer>
    try {
      bytes = new Uint8Array(base64urlnopad.decode(text))
    } catch {
      return null
    }
    for (const key of this.#keys) {
      try {
        const [iv, sealed] = [bytes.slice(0, 12), bytes.slice(12)]
        const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await key, sealed)
        return JSON.parse(new TextDecoder().decode(opened))
      } catch {
        // Sealed with another secret or for another purpose, or forged.
      }
    }
    return null
  }
}
