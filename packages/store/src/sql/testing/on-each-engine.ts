import type { Kysely } from 'kysely'
import { afterAll, describe } from 'vitest'
import type { Database } from '../database.js'
import { connectToPostgres } from '../engines/postgres-store.js'
import { openEmbeddedDatabase } from './embedded-database.js'
import { type PostgresServer, startPostgres, whyNoPostgres } from './postgres-server.js'

// For tests only.

/** An engine that opens databases for tests, and closes them afterwards. */
export interface TestEngine {
  /** Opens a database without a schema; the embedded engine keeps it in memory. */
  connect(): Promise<Kysely<Database>>
}

/** Runs tests on each engine; skips those with PostgreSQL, and says why, where it is not installed. */
export function onEachEngine(define: (engine: TestEngine, name: 'PGlite' | 'PostgreSQL') => void): void {
  describe('PGlite', () => define(makeEngine(openEmbeddedDatabase), 'PGlite'))
  const skipped = whyNoPostgres()
  describe.skipIf(skipped !== undefined)(`PostgreSQL${skipped === undefined ? '' : ` (${skipped})`}`, () => {
    let server: PostgresServer | undefined
    let databases = 0
    const connect = async () => {
      server ??= await startPostgres()
      return connectToPostgres(server.createDatabase(`of_test_${++databases}`))
    }
    define(
      makeEngine(connect, () => server?.stop()),
      'PostgreSQL',
    )
  })
}

function makeEngine(open: () => Promise<Kysely<Database>>, stop?: () => void): TestEngine {
  const opened: Kysely<Database>[] = []
  afterAll(async () => {
    for (const db of opened) await db.destroy()
    stop?.()
  })
  return {
    async connect() {
      const db = await open()
      opened.push(db)
      return db
    },
  }
}
