import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RecordSigner } from '@carebench/service'
import { whyUnreadable } from '../files/unreadable.js'
import { UsageError } from '../terminal/exit-reason.js'

/** The public key for the signatures of records, as JSON Web Key (RFC 8037). */
export interface RecordKey {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  /** 32 bytes in base64url. */
  readonly x: string
  /** The thumbprint (RFC 7638). */
  readonly kid: string
}

/** A signer of records, with the public key that checks its signatures. */
export interface OwnRecordSigner extends RecordSigner {
  readonly publicKey: RecordKey
}

/**
 * Creates a signer with the private key in a file; else with a key derived from the secret, which is the same in all
 * processes with that secret; else with a new key. Throws a {@link UsageError} that does not show the content of the
 * file.
 */
export function createRecordSigner(file?: string, secret?: Uint8Array): OwnRecordSigner {
  const privateKey = file === undefined ? ownPrivateKey(secret) : readPrivateKey(file)
  const publicKey = toRecordKey(createPublicKey(privateKey))
  return {
    key: publicKey.kid,
    x: publicKey.x,
    publicKey,
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  }
}

/** Converts an Ed25519 public key to a JSON Web Key. */
export function toRecordKey(key: KeyObject): RecordKey {
  const { x = '' } = key.export({ format: 'jwk' })
  const kid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')
  return { kty: 'OKP', crv: 'Ed25519', x, kid }
}

/** The bytes before the 32 bytes of a private key in PKCS #8 (RFC 8410). */
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex')

function ownPrivateKey(secret: Uint8Array | undefined): KeyObject {
  if (secret === undefined) return generateKeyPairSync('ed25519').privateKey
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'carebench record key', 32))
  return createPrivateKey({ key: Buffer.concat([pkcs8Start, bytes]), format: 'der', type: 'pkcs8' })
}

function readPrivateKey(file: string): KeyObject {
  let pem: string
  try {
    pem = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new UsageError(`--signing-key-file: ${file} cannot be read: ${whyUnreadable(cause)}`, { cause })
  }
  const problem =
    `--signing-key-file: ${file} must contain an Ed25519 private key in PEM; make one with: openssl genpkey ` +
    `-algorithm ed25519 -out ${file}`
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch {
    throw new UsageError(problem)
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new UsageError(problem)
  return key
}
