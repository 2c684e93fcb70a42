import { Kysely } from 'kysely'
import type { Database } from '../database.js'
import { EmbeddedEngine } from '../engines/embedded-engine.js'
import { createPGliteDialect } from '../engines/pglite-dialect.js'

// For tests only.

/** Opens an embedded database in memory. */
export async function openEmbeddedDatabase(): Promise<Kysely<Database>> {
  return new Kysely<Database>({ dialect: createPGliteDialect(await EmbeddedEngine.open()) })
}
