import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ServiceOptions } from '@carebench/service'
import { whyUnreadable } from '../files/unreadable.js'
import { UsageError } from '../terminal/exit-reason.js'

/** The options of a service that contain secrets. */
export type Secrets = Pick<ServiceOptions, 'secret' | 'previousSecrets' | 'cursorKeys'>

const minSecretBytes = 32

/**
 * Reads the secrets of a service from files. The first secret signs cursors, and tokens and the credentials of
 * sandboxes are derived from it; the second one only verifies cursors and repeats responses. Without a file, generates
 * a secret. Throws a {@link UsageError}.
 *
 * The id of a key is derived from a digest of the key, so that nodes accept each other's cursors whatever the order of
 * the files.
 */
export function readSecrets(files: readonly string[] = []): Secrets {
  if (files.length > 2) {
    throw new UsageError(
      `--secret-file: expected at most two files, the current secret and the previous one; got ${files.length}`,
    )
  }
  const [first = new Uint8Array(randomBytes(minSecretBytes)), second] = files.map(readSecret)
  const cursorKeys = (second === undefined ? [first] : [first, second]).map((secret) => ({
    id: createHash('sha256').update('cursor key id\0').update(secret).digest('hex').slice(0, 16),
    secret,
  }))
  if (second !== undefined && cursorKeys[0]?.id === cursorKeys[1]?.id) {
    throw new UsageError(`--secret-file: ${files.join(' and ')} have the same secret; name it once`)
  }
  return { secret: first, previousSecrets: second === undefined ? [] : [second], cursorKeys }
}

/** Reads an operator key, the only content of its file. Throws a {@link UsageError} that does not show the content. */
export function readOperatorKey(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new UsageError(`--operator-key-file: ${file} cannot be read: ${whyUnreadable(cause)}`, { cause })
  }
  if (!/^vop_[A-Za-z0-9]{43}$/.test(text)) {
    throw new UsageError(
      `--operator-key-file: ${file} must contain one operator key, vop_ followed by 43 letters and digits, as ` +
        'printed by carebench serve',
    )
  }
  return text
}

function readSecret(file: string): Uint8Array {
  let bytes: Uint8Array
  try {
    bytes = new Uint8Array(readFileSync(file))
  } catch (cause) {
    throw new UsageError(`--secret-file: ${file} cannot be read: ${whyUnreadable(cause)}`, { cause })
  }
  if (bytes.byteLength < minSecretBytes) {
    throw new UsageError(
      `--secret-file: ${file} has ${bytes.byteLength} bytes; at least ${minSecretBytes} random bytes are needed. ` +
        'Create a new file with: head -c 32 /dev/urandom > carebench.secret',
    )
  }
  return bytes
}
