import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isJsonObject, type JsonObject } from '@carebench/protocol'
import { attestationText, type RecordAttestation } from '@carebench/verifier'
import { whyUnreadable } from '../../files/unreadable.js'
import { toRecordKey } from '../../serving/record-key.js'
import { UsageError } from '../../terminal/exit-reason.js'

/** The public keys of trusted servers, by id. */
export type TrustedKeys = ReadonlyMap<string, KeyObject>

/**
 * Reads Ed25519 public keys: a PEM file, a JSON Web Key, or a key set. Rejects private keys, because anyone who has one
 * can sign anything. Throws a {@link UsageError}.
 */
export function readTrustedKeys(file: string): TrustedKeys {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new UsageError(`--key: ${file} cannot be read: ${whyUnreadable(cause)}`, { cause })
  }
  const keys = text.trimStart().startsWith('{') ? keysOfJson(file, text) : [keyOfPem(file, text)]
  return new Map(keys.map((key) => [toRecordKey(key).kid, key]))
}

function keysOfJson(file: string, text: string): readonly KeyObject[] {
  try {
    const value: unknown = JSON.parse(text)
    const list = isJsonObject(value) && Array.isArray(value.keys) ? value.keys : [value]
    if (list.some((one) => !isJsonObject(one) || one.crv !== 'Ed25519' || one.d !== undefined)) throw expected(file)
    return list.map((key) => createPublicKey({ key: key as JsonObject, format: 'jwk' } as never))
  } catch {
    throw expected(file)
  }
}

function keyOfPem(file: string, pem: string): KeyObject {
  let key: KeyObject
  try {
    if (pem.includes('PRIVATE KEY')) throw expected(file)
    key = createPublicKey(pem)
  } catch {
    throw expected(file)
  }
  if (key.asymmetricKeyType !== 'ed25519') throw expected(file)
  return key
}

function expected(file: string): UsageError {
  return new UsageError(
    `--key: ${file} must contain the public Ed25519 key of the server, in PEM or as JSON Web Key, as the server ` +
      'publishes it at /.well-known/carebench-record-keys.json',
  )
}

/** Whether a signature was made over the statement by a trusted key. */
export function isSigned({ algorithm, key, statement, signature }: RecordAttestation, keys: TrustedKeys): boolean {
  const trusted = keys.get(key)
  if (trusted === undefined || algorithm !== 'Ed25519' || typeof signature !== 'string') return false
  return verify(null, Buffer.from(attestationText(statement)), trusted, Buffer.from(signature, 'base64url'))
}
