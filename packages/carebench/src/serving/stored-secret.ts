import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatInstant } from '@carebench/protocol'
import { type Document, defineCollection, insert, update } from '@carebench/store'
import type { LastingStore } from '@carebench/store/sql'
import { makeFolder } from '../files/make-folder.js'
import { UsageError } from '../terminal/exit-reason.js'
import type { Secrets } from './secrets.js'

/** A digest that identifies the secret of a store without revealing it. A store has at most one. */
interface SecretDoc extends Document {
  readonly fingerprint: string
}

const storedSecrets = defineCollection<SecretDoc>({ name: 'secrets' })
const id = 'current'
/** The secret's default file in the folder of `--data`. */
export const ownSecretName = 'secret'
/** Maximum number of attempts if other processes start at the same time. */
const attempts = 20

/**
 * Throws a {@link UsageError} unless all processes on the store share the secret of this process, or its previous one.
 * Stores the secret of this process if the store has none, and replaces a previous secret by the current one.
 */
export async function assertStoredSecret(
  store: Pick<LastingStore, 'get' | 'commit' | 'now'>,
  { secret, previousSecrets = [] }: Secrets,
): Promise<void> {
  const fingerprint = computeFingerprint(secret)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const present = await store.get(storedSecrets, id)
    if (present?.doc.fingerprint === fingerprint) return
    if (present !== undefined && !previousSecrets.map(computeFingerprint).includes(present.doc.fingerprint)) {
      throw new UsageError(
        'secret-file: the secret is not the one that this database was used with: its keys, tokens and cursors ' +
          'would be others. Name the file with that secret; to rotate it, name two files, the new one and that one',
      )
    }
    const write =
      present === undefined
        ? insert(storedSecrets, { id, created_at: formatInstant(await store.now()), fingerprint })
        : update(storedSecrets, { ...present.doc, fingerprint }, present.revision)
    if ((await store.commit([write])).ok) return
  }
  throw new UsageError(
    'secret-file: too many processes start with other secrets at the same time; start this one again',
  )
}

/**
 * Returns the file of the secret in a folder, and creates it atomically if it is missing. Throws a {@link UsageError}
 * if the stored data needs the missing secret, because it was imported, or the file was removed.
 */
export async function ownSecretFile(folder: string, store: Pick<LastingStore, 'get'>): Promise<string> {
  const file = join(folder, ownSecretName)
  if (existsSync(file)) return file
  if ((await store.get(storedSecrets, id)) !== undefined) {
    throw new UsageError(
      `--data: ${file} is missing, the secret with which the store in the folder was used. Copy it there from the ` +
        'folder, or the --secret-file, of the server that wrote the store',
    )
  }
  makeFolder(folder, 0o700)
  writeFileSync(`${file}.new`, randomBytes(32), { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  return file
}

function computeFingerprint(secret: Uint8Array): string {
  return createHmac('sha256', secret).update('carebench/secret-fingerprint').digest('hex')
}
