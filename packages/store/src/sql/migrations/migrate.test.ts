import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '../database.js'
import { migrate } from './migrate.js'

it('waits for a concurrent migration without the timeout of calls', async () => {
  const statements: string[] = []
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      statements.push(query.sql.trim())
    },
  })
  await migrate(db, [{ number: 1, name: 'one', sql: 'create table one ()' }])
  const [timeout, lock] = ['set local statement_timeout = 0', 'select pg_advisory_xact_lock'].map((text) =>
    statements.findIndex((statement) => statement.startsWith(text)),
  )
  expect(lock).toBeGreaterThan(-1)
  expect(timeout).toBe((lock ?? 0) - 1)
})
