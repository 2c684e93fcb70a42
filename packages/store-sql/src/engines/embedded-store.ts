import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import type { Database } from '../database.js'
import type { LastingStore } from '../lasting-store.js'
import { migrate } from '../migrations/migrate.js'
import { SqlStore } from '../sql-store.js'
import { readLabel, writeLabel } from './folder-label.js'
import { lockFolder } from './folder-lock.js'
import { readTemplate, templateFile } from './folder-template.js'
import { createPGliteDialect } from './pglite-dialect.js'

export interface EmbeddedOptions {
  /** Names of files in the folder that are not of the store. Default: none. */
  readonly otherFiles?: readonly string[]
}

/** PGlite 0.5 is PostgreSQL 18. */
const current = { format: 1, engine: 'pglite', postgres: 18 } as const

/**
 * Opens a store in a folder, and creates the folder if it is missing. The database runs in this process, on the thread that
 * calls; the process takes at most 390 MB of memory, 460 MB when it is created. One process has the folder at a time.
 *
 * What was acknowledged survives the end of the process, however it ends. It may not survive the end of the machine: PGlite
 * does not wait until the disk has it. Throws a {@link FolderInUseError} that says who has the folder, a
 * {@link WrongFolderError} if it is not a folder of this version, and a {@link SchemaError}.
 */
export function openEmbeddedStore(folder: string, options: EmbeddedOptions = {}): Promise<LastingStore> {
  return openFolder(folder, options, templateFile)
}

/** {@link openEmbeddedStore} with the file that a new folder begins with. */
export async function openFolder(
  folder: string,
  { otherFiles = [] }: EmbeddedOptions,
  template: URL,
): Promise<LastingStore> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const unlock = lockFolder(folder)
  try {
    const dataDir = join(folder, 'database')
    const label = readLabel(folder, current, ['lock', 'carebench.json.new', ...otherFiles])
    if (label?.ready !== true) {
      // A crash may have left it half made.
      writeLabel(folder, { ...current, ready: false })
      rmSync(dataDir, { recursive: true, force: true })
    }
    const { PGlite } = await import('@electric-sql/pglite')
    const loadDataDir = label?.ready === true ? undefined : readTemplate(template)
    const database = await PGlite.create({ dataDir, ...(loadDataDir !== undefined && { loadDataDir }) })
    const db = new Kysely<Database>({ dialect: createPGliteDialect(database) })
    try {
      await migrate(db)
    } catch (error) {
      await db.destroy()
      throw error
    }
    if (label?.ready !== true) writeLabel(folder, { ...current, ready: true })
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
