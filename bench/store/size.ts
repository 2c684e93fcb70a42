import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../packages/store-sql/src/database.js'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes of the heap and of the buffers outside it that are in use, after a full collection. */
export function heapSize(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Bytes of the files of a database, without its write-ahead log. */
export async function databaseSize(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ size: string }>`select pg_database_size(current_database())::text as size`.execute(db)
  return Number(rows[0]?.size)
}

/** Bytes of all files in a folder. */
export function folderSize(folder: string): number {
  let size = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    // Files of a database come and go.
    if (entry.isFile()) size += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0
  }
  return size
}
