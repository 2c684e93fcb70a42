import { existsSync, readFileSync } from 'node:fs'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { PGlite } from '@electric-sql/pglite'

/** Beside the bundle, where the build writes it. Sources have none. */
export const templateFile: URL = new URL('./template.tar.br', import.meta.url)

/**
 * Packs a database that has the schema and nothing else. A folder that begins with it is ready in a fraction of the time. It fits the
 * version of PGlite, which is pinned; later migrations are applied to it like to any other database.
 */
export async function packTemplate(database: PGlite): Promise<Uint8Array> {
  await database.exec('vacuum freeze analyze')
  await database.exec('checkpoint')
  // What made the database stands in its write-ahead log too, and nothing needs that any more: begin an empty file of the log.
  await database.exec('set wal_recycle = off; select pg_switch_wal(); checkpoint')
  const tar = new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer())
  // The same catalogue is in it three times, far apart: a larger window than the default finds that.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 24 }
  return brotliCompressSync(tar, { params })
}

/** What PGlite makes a new folder from; undefined if there is no file, so that it has to do so by itself. */
export function readTemplate(file: URL): Blob | undefined {
  if (!existsSync(file)) return undefined
  return new Blob([brotliDecompressSync(readFileSync(file))], { type: 'application/x-tar' })
}
