import { Kysely } from 'kysely'
import type { Database } from '../database.js'
import { EmbeddedEngine } from '../engines/embedded-engine.js'
import { createPGliteDialect } from '../engines/pglite-dialect.js'

// For tests only.

/** A database of the embedded engine that is kept in memory. */
export async function openEmbeddedDatabase(): Promise<Kysely<Database>> {
  return new Kysely<Database>({ dialect: createPGliteDialect(await EmbeddedEngine.open()) })
}
