import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { migrations } from '../migrations/migration.js'
import type { EmbeddedEngine } from './embedded-engine.js'

/** The initial content of a new folder. */
export interface FolderTemplate {
  readonly file: URL
  /** Whether the first new folder writes the file if it is missing. */
  readonly isKept: boolean
}

/**
 * Returns the template next to the bundle, where the build writes it. Sources have none: the first new folder of a
 * checkout writes one to the cache.
 */
export function findTemplate(): FolderTemplate {
  if (!import.meta.url.endsWith('/src/sql/engines/folder-template.ts')) {
    return { file: new URL('./template.tar.br', import.meta.url), isKept: false }
  }
  const inputs = createHash('sha256').update(readFileSync(new URL('../../../package.json', import.meta.url)))
  for (const { sql } of migrations) inputs.update(sql)
  const name = `template-${inputs.digest('hex').slice(0, 16)}.tar.br`
  return { file: new URL(`../../../node_modules/.cache/carebench/${name}`, import.meta.url), isKept: true }
}

/**
 * Packs a database that has the schema and nothing else. A folder that is unpacked from it is ready in a fraction of
 * the time. It requires the pinned version of PGlite; later migrations are applied to it like to any other database.
 */
export async function packTemplate(database: Pick<EmbeddedEngine, 'exec' | 'dump'>): Promise<Uint8Array> {
  await database.exec('vacuum freeze analyze')
  await database.exec('checkpoint')
  // The write-ahead log still contains the statements that created the database. Nothing needs them, so start an empty
  // log file.
  await database.exec('set wal_recycle = off; select pg_switch_wal(); checkpoint; reset wal_recycle')
  const tar = await database.dump()
  // The same catalogue occurs three times, far apart: only a larger window than the default finds the repetitions.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 24 }
  return brotliCompressSync(tar, { params })
}

/** Writes the template file atomically, and removes those of other versions. Does nothing in a read-only checkout. */
export async function keepTemplate(file: URL, database: Pick<EmbeddedEngine, 'exec' | 'dump'>): Promise<void> {
  const path = fileURLToPath(file)
  if (existsSync(path)) return
  const own = `${path}.${process.pid}`
  try {
    const packed = await packTemplate(database)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(own, packed)
    for (const name of readdirSync(dirname(path))) {
      // Also removes files that an ended process has left half written.
      const isOfOthers = /\.tar\.br(?:\.\d+)?$/.test(name) && name !== basename(own)
      if (isOfOthers) rmSync(join(dirname(path), name), { force: true })
    }
    renameSync(own, path)
  } catch {
    // The next new folder takes as long as this one.
  } finally {
    rmSync(own, { force: true })
  }
}

/**
 * Returns the path of the initial content of a new folder; undefined if there is no file, so that the database has to
 * create it.
 */
export function findFile({ file }: FolderTemplate): string | undefined {
  const path = fileURLToPath(file)
  return existsSync(path) ? path : undefined
}
