import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Kysely } from 'kysely'
import type { Database } from '../database.js'
import type { LastingStore } from '../lasting-store.js'
import { migrate } from '../migrations/migrate.js'
import { SqlStore } from '../sql-store.js'
import { EmbeddedEngine } from './embedded-engine.js'
import { readLabel, writeLabel } from './folder-label.js'
import { lockFolder } from './folder-lock.js'
import { type FolderTemplate, findFile, findTemplate, keepTemplate } from './folder-template.js'
import { createPGliteDialect } from './pglite-dialect.js'
import { readPlainFile } from './plain-file.js'
import { WrongFolderError } from './wrong-folder-error.js'

export interface EmbeddedOptions {
  /** Names of files in the folder that do not belong to the store. Default: none. */
  readonly otherFiles?: readonly string[]
  /**
   * Called if the folder is locked by a process of another machine or container that may have ended; finding out takes
   * up to 30 s.
   */
  readonly onWait?: (message: string) => void
}

/** PGlite 0.5 is PostgreSQL 18. */
const current = { format: 1, engine: 'pglite', postgres: 18 } as const

/**
 * Opens a store in a folder, and creates the folder if it is missing. The database runs in this process, in a thread of
 * its own; a server takes at most 398 MB of memory, 501 MB when it is created: give it at least 512 MB. Only one
 * process can use the folder at a time.
 *
 * Acknowledged writes survive any end of the process. They may not survive a crash of the machine: PGlite does not wait
 * until the disk has written them. Throws a {@link FolderInUseError} that names the process that uses the folder, a
 * {@link WrongFolderError} if it is not a folder of this version, and a {@link SchemaError}.
 */
export function openEmbeddedStore(folder: string, options: EmbeddedOptions = {}): Promise<LastingStore> {
  return openFolder(folder, options, findTemplate())
}

/** Does the same as {@link openEmbeddedStore} with the given initial content for a new folder. */
export async function openFolder(
  folder: string,
  { otherFiles = [], onWait }: EmbeddedOptions,
  template: FolderTemplate,
): Promise<LastingStore> {
  makeFolders(folder)
  const unlock = await lockFolder(folder, onWait === undefined ? {} : { onWait })
  try {
    const dataDir = join(folder, 'database')
    const label = readLabel(folder, current, ['carebench.json.new', ...otherFiles])
    if (label?.ready !== true) {
      // A crash may have left it half created.
      writeLabel(folder, { ...current, ready: false })
      rmSync(dataDir, { recursive: true, force: true })
    }
    // Otherwise PGlite would create an empty database.
    if (label?.ready === true) assertDatabase(dataDir)
    const initial = label?.ready === true ? undefined : findFile(template)
    const database = await openDatabase(folder, () =>
      EmbeddedEngine.open({ dataDir, ...(initial !== undefined && { template: initial }) }),
    )
    const dialect = createPGliteDialect(database, () => EmbeddedEngine.open({ dataDir }), folder)
    const db = new Kysely<Database>({ dialect })
    try {
      await migrate(db)
      if (label?.ready !== true) {
        // The database has the schema, and nothing else yet.
        if (initial === undefined && template.isKept) await keepTemplate(template.file, database)
        writeLabel(folder, { ...current, ready: true })
      }
    } catch (error) {
      // Before the lock is released, so that no other process uses the folder at the same time.
      await db.destroy()
      throw error
    }
    const release = async () => {
      try {
        await db.destroy()
      } finally {
        unlock()
      }
    }
    return new SqlStore(db, { isShared: false, release })
  } catch (error) {
    unlock()
    throw error
  }
}

/** Creates folders one at a time: with `recursive`, Node never returns where no folder can exist, as below `/proc`. */
function makeFolders(path: string): void {
  if (!existsSync(path)) {
    const above = dirname(resolve(path))
    if (!existsSync(above)) makeFolders(above)
    try {
      mkdirSync(path, { mode: 0o700 })
    } catch (error) {
      // Another process was faster, or the path is a dangling link, which `statSync` reports.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
  if (!statSync(path).isDirectory())
    throw new WrongFolderError(`Expected a folder at ${path}, found something else. Name another path.`)
}

/** Throws a {@link WrongFolderError} if the database of a used folder is missing. */
function assertDatabase(dataDir: string): void {
  const file = join(dataDir, 'PG_VERSION')
  const version = existsSync(file) ? readPlainFile(file).trim() : undefined
  if (version === String(current.postgres)) return
  const fault =
    version === undefined ? 'is missing or incomplete' : `has ${JSON.stringify(version.slice(0, 20))} in PG_VERSION`
  throw new WrongFolderError(
    `Expected the database that was created in ${dataDir}, of PostgreSQL ${current.postgres}; it ${fault}. ` +
      'Restore it from a copy of the folder, or use a new folder.',
  )
}

/** Wraps what PGlite throws for damaged files, which has no useful message or is not an Error. */
async function openDatabase<Result>(folder: string, open: () => Promise<Result>): Promise<Result> {
  try {
    return await open()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new WrongFolderError(
      `The database in the folder ${folder} cannot be opened (${why}). If its files are damaged, restore the ` +
        'folder from a copy.',
      { cause: error },
    )
  }
}
