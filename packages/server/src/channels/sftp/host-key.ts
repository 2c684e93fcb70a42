import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'

/** The key that identifies an SSH server. */
export interface HostKey {
  /** In OpenSSH format, without a passphrase. */
  readonly privateKey: string
  /** The fingerprint in the form of OpenSSH: `SHA256:…`. */
  readonly fingerprint: string
}

/** The prefix of an Ed25519 private key in PKCS #8 (RFC 8410); its 32 bytes follow. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Derives the Ed25519 host key from 32 secret bytes; the same bytes give the same key. Throws a RangeError for any
 * other number of bytes.
 */
export function createHostKey(seed: Uint8Array): HostKey {
  if (seed.byteLength !== 32) {
    throw new RangeError(`hostKeySeed must have 32 bytes, for example from randomBytes(32); got ${seed.byteLength}.`)
  }
  const secret = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
  const raw = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32)
  const publicKey = Buffer.concat([text('ssh-ed25519'), text(raw)])
  const checks = createHash('sha256').update(publicKey).digest().subarray(0, 4)
  const inner = padded(Buffer.concat([checks, checks, publicKey, text(Buffer.concat([seed, raw])), text('carebench')]))
  const outer = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    text('none'),
    text('none'),
    text(''),
    number(1),
    text(publicKey),
    text(inner),
  ])
  const lines = outer.toString('base64').match(/.{1,70}/g) ?? []
  const digest = createHash('sha256').update(publicKey).digest('base64').replace(/=+$/, '')
  return {
    privateKey: `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join('\n')}\n-----END OPENSSH PRIVATE KEY-----\n`,
    fingerprint: `SHA256:${digest}`,
  }
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Returns a string of SSH: its length and its bytes (RFC 4251, section 5). */
function text(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content)
  return Buffer.concat([number(bytes.byteLength), bytes])
}

/** Pads to a multiple of 8 bytes with 1, 2, 3 and so on. */
function padded(bytes: Buffer): Buffer {
  const missing = (8 - (bytes.byteLength % 8)) % 8
  return Buffer.concat([bytes, Buffer.from(Array.from({ length: missing }, (_, index) => index + 1))])
}
