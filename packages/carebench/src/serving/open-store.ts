import type { LastingStore } from '@carebench/store/sql'
import { UsageError } from '../terminal/exit-reason.js'
import { readSecrets } from './secrets.js'
import { postgresUrl, type Settings } from './settings.js'
import { certificateFiles } from './stored-certificate.js'
import { assertStoredSecret, ownSecretFile, ownSecretName } from './stored-secret.js'

/** A persistent store, and the secrets that belong to it. */
export interface OpenedStore {
  readonly store: LastingStore
  readonly secretFiles: readonly string[]
  /** A description of the place, for people. */
  readonly place: string
}

type StoreSettings = Pick<Settings, 'data' | 'database-url' | 'secret-file'>

export interface StorePlace {
  readonly data?: string | undefined
  readonly url?: string | undefined
  /** Called with a message if the folder may be in use by another process, which takes a while to detect. */
  readonly onWait?: ((message: string) => void) | undefined
}

/**
 * Opens the store that the settings name; undefined if everything is kept in memory. Throws a {@link UsageError} if the
 * store cannot be opened, if it was used with another secret, or if settings exclude each other.
 */
export async function openStore(
  settings: StoreSettings,
  onWait?: (message: string) => void,
): Promise<OpenedStore | undefined> {
  assertStoreSettings(settings)
  const { data, 'database-url': url, 'secret-file': secretFiles } = settings
  if (data === undefined && url === undefined) return undefined
  const store = await openStoreAt({ data, url, onWait })
  try {
    const files = await opening(url === undefined ? '--data' : '--database-url', async () => {
      const named = secretFiles ?? [await ownSecretFile(data ?? '', store)]
      await assertStoredSecret(store, readSecrets(named))
      return named
    })
    return { store, secretFiles: files, place: data ?? 'PostgreSQL' }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Throws a {@link UsageError} if settings of the store exclude each other, or a required one is missing. */
export function assertStoreSettings(settings: StoreSettings): void {
  const { data, 'database-url': url, 'secret-file': secretFiles } = settings
  if (data !== undefined && url !== undefined)
    throw new UsageError('data and database-url are both given: leave out one of them')
  if (url !== undefined && secretFiles === undefined) {
    throw new UsageError(
      'database-url needs secret-file, the same for all processes on the database. Create one with: head -c 32 ' +
        '/dev/urandom > carebench.secret',
    )
  }
}

/**
 * Opens the store in a folder or a database, of which exactly one must be named. Throws a {@link UsageError}.
 *
 * @param urlFlag - the flag with the URL of the database, for messages
 */
export async function openStoreAt(
  { data, url, onWait }: StorePlace,
  urlFlag = '--database-url',
): Promise<LastingStore> {
  if ((data === undefined) === (url === undefined)) {
    throw new UsageError('expected either --data with a folder or --database-url, and not both')
  }
  if (url !== undefined && !new RegExp(postgresUrl).test(url)) {
    // The URL is not shown, because it may contain a password.
    throw new UsageError(`${urlFlag}: expected postgres://USER@HOST:PORT/DATABASE; got something that begins otherwise`)
  }
  const { openEmbeddedStore, openPostgresStore } = await import('@carebench/store/sql')
  if (data === undefined) return opening(urlFlag, () => openPostgresStore(url ?? ''))
  const otherFiles = [ownSecretName, `${ownSecretName}.new`, ...certificateFiles]
  return opening('--data', () => openEmbeddedStore(data, { otherFiles, ...(onWait && { onWait }) }))
}

const foreseen = ['FolderInUseError', 'WrongFolderError', 'SchemaError', 'StoreUnavailableError', 'MissingDriverError']

/** The error code of PostgreSQL for a missing permission. */
const insufficientPrivilege = '42501'

async function opening<Result>(flag: string, open: () => Promise<Result>): Promise<Result> {
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // Expected errors: of the store, of the file system, or of the database, such as a wrong password.
    const isOfFiles = 'syscall' in error
    if (!foreseen.includes(error.name) && !isOfFiles && !('severity' in error)) throw error
    const what = isOfFiles ? 'expected a folder that can be created, read and written; ' : ''
    const help =
      'code' in error && error.code === insufficientPrivilege
        ? '. Its role must be able to create the schema carebench (grant create on database … to …), or own it'
        : ''
    throw new UsageError(`${flag}: ${what}${error.message}${help}`, { cause: error })
  }
}
