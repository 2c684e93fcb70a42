import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The credentials of an agent for one simulated system. */
export interface SandboxCredentials {
  readonly username: string
  readonly password: string
  readonly client_id: string
  readonly client_secret: string
}

/** Derives the credentials of a sandbox: always the same, so nothing is stored. */
export function deriveSandboxCredentials(secret: Uint8Array, sandboxId: string): SandboxCredentials {
  const derive = (purpose: string, length: number) =>
    bytesToHex(hmac(sha256, secret, utf8ToBytes(`sandbox/${sandboxId}/${purpose}`))).slice(0, length)
  return {
    username: `agent-${derive('username', 8)}`,
    password: derive('password', 32),
    client_id: `client-${derive('client_id', 16)}`,
    client_secret: derive('client_secret', 48),
  }
}
