import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'

/** Returns the source expression that allows an inline style sheet or script in a content security policy: its hash. */
export function hashSource(text: string): string {
  return `'sha256-${base64.encode(sha256(utf8ToBytes(text)))}'`
}
